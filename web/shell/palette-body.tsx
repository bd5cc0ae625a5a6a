import { Loader } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useFocusBack } from '../ui/use-focus-back.ts';
import classes from './page-palette.module.css';
import { type Found, leadsOut } from './page-search.ts';
import { PaletteList } from './palette-list.tsx';
import { useFound } from './use-found.ts';

/** Goes to what was chosen: a page of the app, or another site in a new tab of the browser. */
function useGo(onClose: () => void): (found: Found) => void {
  const navigate = useNavigate();
  return (found) => {
    onClose();
    if (leadsOut(found)) window.open(found.to, '_blank', 'noopener,noreferrer');
    else void navigate(found.to);
  };
}

/** Whoever types on after Ctrl K loses no letter: the field has the focus from its first moment, and gives it back. */
function useFocusedField() {
  const field = useRef<HTMLInputElement>(null);
  useFocusBack(true);
  useLayoutEffect(() => field.current?.focus(), []);
  return field;
}

/** The field of the palette and what it found; an empty field shows nothing. */
export function PaletteBody({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const go = useGo(onClose);
  const listId = useId();
  const field = useFocusedField();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [eager, setEager] = useState(false);
  const { groups, busy } = useFound(text);
  const found = groups.flatMap((group) => group.found);
  const chosen = found[Math.min(at, found.length - 1)];

  useEffect(() => {
    if (eager && chosen !== undefined) go(chosen); // Enter was pressed before the answer came
  });
  const handleKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setAt((Math.min(at, found.length - 1) + step + found.length) % Math.max(1, found.length));
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault(); // else it would press the button that gets the focus back
      if (chosen !== undefined) go(chosen);
      else setEager(busy);
    }
  };
  return (
    <>
      <div className={classes.field}>
        <IconSearch size={18} stroke={1.6} aria-hidden />
        <input
          ref={field}
          data-autofocus
          role="combobox"
          aria-label={t('navbar.search')}
          aria-expanded={found.length > 0}
          aria-controls={listId}
          aria-activedescendant={chosen === undefined ? undefined : `${listId}-${found.indexOf(chosen)}`}
          placeholder={t('navbar.searchHint')}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setAt(0);
            setEager(false);
          }}
          onKeyDown={handleKey}
        />
        {busy && <Loader size={16} aria-hidden />}
      </div>
      <PaletteList id={listId} groups={groups} chosen={chosen} onPoint={(one) => setAt(found.indexOf(one))} onGo={go} />
      {text.trim() !== '' && found.length === 0 && (
        <p className={classes.none} role="status">
          {busy ? t('navbar.searching') : t('navbar.searchEmpty')}
        </p>
      )}
    </>
  );
}
