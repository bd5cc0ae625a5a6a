import { Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconExternalLink, IconSearch } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import type FuseType from 'fuse.js';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { clientChoice } from '../api/client-choice.ts';
import { type Profile, useProfile } from '../components/session.tsx';
import { useStore } from '../lib/store.ts';
import { useFocusBack } from '../ui/use-focus-back.ts';
import { useMobile } from '../ui/use-mobile.ts';
import classes from './page-palette.module.css';
import { type Found, leadsOut, pageFinder, says, searchable } from './page-search.ts';
import { isStaff } from '../lib/is-staff.ts';
import { partnerList } from './partner-list.ts';
import { accountSources, staffSources, type RecordSource } from './record-sources.ts';
import { useShell } from './shell-context.tsx';

const waitMs = 250;
const shortestSearch = 2; // one letter would find half of everything
const keepMs = 30_000;

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
  const mobile = useMobile();
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
          placeholder={t(mobile ? 'navbar.search' : 'navbar.searchHint')}
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

type ListProps = {
  id: string;
  groups: FoundGroups['groups'];
  chosen: Found | undefined;
  onPoint: (found: Found) => void;
  onGo: (found: Found) => void;
};

/** What was found, group by group; the field keeps the focus and names the chosen option. */
function PaletteList({ id, groups, chosen, onPoint, onGo }: ListProps) {
  const { t } = useTranslation();
  const order = groups.flatMap((group) => group.found);
  return (
    <div id={id} className={classes.list} role="listbox" aria-label={t('navbar.search')} hidden={order.length === 0}>
      {groups.map(({ name, found }, place) => (
        <div
          key={`${name} ${place}`}
          role="group"
          aria-label={name === 'pages' ? t('navbar.pages') : t(`menu.${name}`)}
        >
          <div className={classes.group} aria-hidden="true">
            {name === 'pages' ? t('navbar.pages') : t(`menu.${name}`)}
          </div>
          {found.map((one) => (
            <Option
              key={one.key}
              id={`${id}-${order.indexOf(one)}`}
              found={one}
              chosen={one === chosen}
              onPoint={() => onPoint(one)}
              onGo={() => onGo(one)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

type OptionProps = { id: string; found: Found; chosen: boolean; onPoint: () => void; onGo: () => void };

function Option({ id, found, chosen, onPoint, onGo }: OptionProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the combobox field handles the keys
    <div
      ref={row}
      id={id}
      className={classes.option}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      onMouseMove={onPoint}
      onClick={onGo}
    >
      <span className={classes.title}>{found.title}</span>
      {found.detail !== undefined && <span className={classes.detail}>{found.detail}</span>}
      {leadsOut(found) && <IconExternalLink size={14} stroke={1.75} aria-hidden />}
    </div>
  );
}

/** What a search found, in groups, and whether more may come. */
type FoundGroups = { groups: { name: 'pages' | RecordSource['name']; found: Found[] }[]; busy: boolean };

/** Pages whose name or path is like the text; the matcher is fetched when the palette first opens. */
function useFoundPages(text: string): { found: Found[]; ready: boolean } {
  const { t } = useTranslation();
  const { menu } = useShell();
  const partners = useStore(partnerList);
  const [Fuse, setFuse] = useState<typeof FuseType>();
  useEffect(() => {
    void import('fuse.js').then((module) => setFuse(() => module.default));
  }, []);
  const find = useMemo(
    () =>
      Fuse &&
      pageFinder(
        Fuse,
        searchable(menu, partners, (entry) => t(`menu.${entry.title}`)),
      ),
    [Fuse, menu, partners, t],
  );
  return { found: find?.(text) ?? [], ready: find !== undefined };
}

/** The lists that the user may see: an account's own, or, for staff without a client, those of their own pages. */
function sourcesOf(profile: Profile, hasClient: boolean): readonly RecordSource[] {
  if (!isStaff(profile)) return accountSources.filter(({ name }) => profile.rights[name]?.includes('view') === true);
  if (hasClient || profile.acting_as !== null) return accountSources;
  const admin = profile.roles.includes('admin');
  return staffSources.filter(({ roles }) => admin || roles.some((role) => profile.roles.includes(role)));
}

/** Finds pages at once, and records by number or name a moment after the last key. */
function useFound(typed: string): FoundGroups {
  const text = typed.trim();
  const [asked] = useDebouncedValue(text, waitMs);
  const profile = useProfile();
  const client = useStore(clientChoice);
  const pages = useFoundPages(text);
  const sources = text.length < shortestSearch ? [] : sourcesOf(profile, client !== undefined);
  const answers = useQueries({
    queries: sources.map(({ name, ask }) => ({
      queryKey: ['palette', name, asked, client?.id],
      queryFn: ({ signal }: { signal: AbortSignal }) => ask(asked, signal),
      enabled: asked === text,
      staleTime: keepMs,
      gcTime: keepMs,
      retry: false,
    })),
  });
  const records = sources.map(({ name }, index) => ({
    name,
    found: asked === text ? (answers[index]?.data ?? []) : [],
  }));
  const asking = (sources.length > 0 && asked !== text) || answers.some((one) => one.isFetching);
  return {
    groups: inOrder(
      pages.found.filter((page) => says(page, text)),
      records.filter(({ found }) => found.length > 0),
      asking ? [] : pages.found.filter((page) => !says(page, text)),
    ),
    busy: text !== '' && (!pages.ready || asking),
  };
}

/**
 * Pages of that name, records, then pages whose name is merely like the text: a buyer called Okafor before Dashboard.
 * `alike` come once the records are known, so that what Enter would open does not change under the finger.
 */
function inOrder(named: Found[], records: FoundGroups['groups'], alike: Found[]): FoundGroups['groups'] {
  const pages = (found: Found[]) => (found.length === 0 ? [] : [{ name: 'pages' as const, found }]);
  if (records.length === 0) return pages([...named, ...alike]);
  return [...pages(named), ...records, ...pages(alike)];
}
