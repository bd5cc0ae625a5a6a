import { Modal } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import type FuseType from 'fuse.js';
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import classes from './page-palette.module.css';
import { menuLinks } from './page-table.ts';
import { useShell } from './shell-context.tsx';

type Found = { title: string; path: string };

/** Opens the palette with Ctrl K or Cmd K, in fields too. */
export function usePaletteKey(open: () => void): void {
  useHotkeys([['mod+K', open]], []);
}

/** Options of the fuzzy match (shell 5.3). */
const options = {
  keys: [
    { name: 'title', weight: 0.7 },
    { name: 'path', weight: 0.3 },
  ],
  threshold: 0.4,
  location: 0,
  distance: 100,
  minMatchCharLength: 1,
};

function usePages(): Found[] {
  const { t } = useTranslation();
  const { menu } = useShell();
  return useMemo(
    () =>
      menuLinks(menu).map((chain) => ({
        title: [...new Set(chain.map((entry) => t(`menu.${entry.title}`)))].join(' > '),
        path: chain.at(-1)?.path ?? '/',
      })),
    [menu, t],
  );
}

/** The matcher, fetched when the palette first opens. */
function useFinder(pages: Found[], wanted: boolean): ((text: string) => Found[]) | undefined {
  const [Fuse, setFuse] = useState<typeof FuseType>();
  useEffect(() => {
    if (wanted) void import('fuse.js').then((module) => setFuse(() => module.default));
  }, [wanted]);
  return useMemo(() => {
    if (Fuse === undefined) return undefined;
    const fuse = new Fuse(pages, options);
    return (text) => fuse.search(text).map((hit) => hit.item);
  }, [Fuse, pages]);
}

/** Finds pages by name, typing errors forgiven; Enter goes to the first. */
export function PagePalette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal.Root opened={opened} onClose={onClose} size={520} yOffset="14vh" centered={false}>
      <Modal.Overlay backgroundOpacity={0.3} />
      <Modal.Content>
        <Palette onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}

function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const listId = useId();
  const pages = usePages();
  const find = useFinder(pages, true);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const found = text.trim() === '' ? pages : (find?.(text.trim()) ?? []);
  const go = (page: Found | undefined) => {
    if (page === undefined) return;
    onClose();
    void navigate(page.path);
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setAt((now) => (now + step + found.length) % Math.max(1, found.length));
    } else if (event.key === 'Enter') go(found[at]);
  };
  return (
    <>
      <div className={classes.field}>
        <IconSearch size={18} stroke={1.6} aria-hidden />
        <input
          data-autofocus
          role="combobox"
          aria-label={t('navbar.search')}
          aria-expanded={found.length > 0}
          aria-controls={listId}
          aria-activedescendant={found[at] === undefined ? undefined : `${listId}-${at}`}
          placeholder={t('navbar.searchHint')}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={handleKey}
        />
      </div>
      <div id={listId} className={classes.list} role="listbox" aria-label={t('navbar.search')}>
        {found.map((page, index) => (
          // the field keeps the focus and takes the keys; options are for the pointer
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the combobox field handles them
          <div
            key={page.path}
            id={`${listId}-${index}`}
            className={classes.option}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onMouseMove={() => setAt(index)}
            onClick={() => go(page)}
          >
            {page.title}
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <p className={classes.none} role="status">
          {t('navbar.searchEmpty')}
        </p>
      )}
    </>
  );
}
