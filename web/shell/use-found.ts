import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import type FuseType from 'fuse.js';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clientChoice } from '../api/client-choice.ts';
import { type Profile, useProfile } from '../components/session.tsx';
import { useStore } from '../lib/store.ts';
import { type Found, pageFinder, searchable } from './page-search.ts';
import { isStaff } from './page-table.ts';
import { partnerList } from './partner-list.ts';
import { accountSources, deskSources, type RecordSource } from './record-sources.ts';
import { useShell } from './shell-context.tsx';

const waitMs = 250;
const shortest = 2; // one letter would find half of everything
const keepMs = 30_000;

/** What a search found, in groups, and whether more may come. */
export type FoundGroups = { groups: { name: 'pages' | RecordSource['name']; found: Found[] }[]; busy: boolean };

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

/** The lists that the user may see: an account's own, or, for staff without a client, those of their desks. */
export function sourcesOf(profile: Profile, hasClient: boolean): readonly RecordSource[] {
  if (!isStaff(profile)) return accountSources.filter(({ name }) => profile.rights[name]?.includes('view') === true);
  if (hasClient || profile.acting_as !== null) return accountSources;
  const admin = profile.roles.includes('admin');
  return deskSources.filter(({ roles }) => admin || roles.some((role) => profile.roles.includes(role)));
}

/** Finds pages at once, and records by number or name a moment after the last key. */
export function useFound(typed: string): FoundGroups {
  const text = typed.trim();
  const [asked] = useDebouncedValue(text, waitMs);
  const profile = useProfile();
  const client = useStore(clientChoice);
  const pages = useFoundPages(text);
  const sources = text.length < shortest ? [] : sourcesOf(profile, client !== undefined);
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
  return {
    groups: [{ name: 'pages' as const, found: pages.found }, ...records].filter(({ found }) => found.length > 0),
    busy:
      text !== '' && (!pages.ready || (sources.length > 0 && asked !== text) || answers.some((one) => one.isFetching)),
  };
}
