import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Activity, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Location, Navigate, useLocation } from 'react-router';
import { clientChoice } from '../api/client-choice.ts';
import { readToken } from '../api/token.ts';
import { SessionContext } from '../components/session.tsx';
import { useStore } from '../lib/store.ts';
import type { PageEntry } from '../shell/page-entry.ts';
import { findChain, menuOf } from '../shell/page-table.ts';
import { refresh, tabKey } from '../shell/tab-list.ts';
import { sleepTabs, tabStore } from '../shell/tabs.ts';
import { judge, type Verdict } from './guard.ts';
import { BarePage, MountedShell, Splash } from './frames.tsx';
import { useLiveData } from './live-data.ts';
import { pages } from './pages.tsx';
import { loadSession, reloadProfile, sessionStore } from './session-store.ts';
import { useSessionActs } from './use-session-acts.ts';
import { useSite } from './use-site.ts';

type Shown = { location: Location; chain: readonly PageEntry[] };

/** The last page that stood inside the shell; it stays there while a redirect passes. */
function useShown(verdict: Verdict, location: Location): Shown | undefined {
  const [shown, setShown] = useState<Shown>();
  const inside = verdict.do === 'show' && verdict.chain.at(-1)?.bare !== true;
  if (inside && shown?.location !== location) {
    const next = { location, chain: verdict.chain };
    setShown(next);
    return next;
  }
  return shown;
}

/** Loads the profile when the guard asks for it; when that fails the token is gone and the guard asks for a log-in. */
function useLoading(verdict: Verdict): void {
  const wanted = verdict.do === 'load';
  useEffect(() => {
    if (wanted && sessionStore.get().phase === 'none') void loadSession();
  }, [wanted]);
}

/** A member of staff looks at another client: everything on the screen is somebody else's now. */
function useClientChange(client: QueryClient): void {
  useEffect(
    () =>
      clientChoice.subscribe(() => {
        if (sessionStore.get().phase !== 'ready') return;
        sleepTabs();
        client.clear();
        void reloadProfile();
      }),
    [client],
  );
}

/** Makes the page of a /redirect anew, and has its data fetched again: that of the shown page, or of any sleeping one. */
function useRefresh(verdict: Verdict, client: QueryClient, shown: Shown | undefined): void {
  const wanted = verdict.do === 'refresh' ? verdict : undefined;
  const entry = wanted && findChain(pages, wanted.path).at(-1);
  const key = entry && wanted && tabKey(entry, wanted.search);
  const isShown = entry !== undefined && entry === shown?.chain.at(-1);
  useEffect(() => {
    if (key === undefined) return;
    void client.invalidateQueries({ type: isShown ? 'active' : 'all', refetchType: 'none' });
    tabStore.set((tabs) => refresh(tabs, key));
  }, [key, isShown, client]);
}

/** The guard and the frames: what the address leads to, drawn bare or inside the shell. */
export function App({ client }: { client: QueryClient }) {
  const { t } = useTranslation();
  const location = useLocation();
  const session = useStore(sessionStore);
  const profile = session.phase === 'ready' ? session.profile : undefined;
  const siteName = useSite();
  const acts = useSessionActs(location);
  const verdict = judge(pages, location, readToken() !== undefined, profile);
  useLoading(verdict);
  useClientChange(client);
  useLiveData(client, profile?.username);
  const shown = useShown(verdict, location);
  useRefresh(verdict, client, shown);

  const entry = verdict.do === 'show' ? verdict.chain.at(-1) : undefined;
  useEffect(() => {
    if (entry !== undefined) document.title = `${t(`menu.${entry.title}`)} - ${siteName}`;
  }, [entry, siteName, t]);

  const bare = entry?.bare === true ? entry : undefined;
  const menu = profile === undefined ? [] : menuOf(pages, profile);
  return (
    <SessionContext value={{ ...acts, profile }}>
      <QueryClientProvider client={client}>
        {verdict.do === 'go' && <Navigate to={verdict.to} replace />}
        {verdict.do === 'refresh' && <Navigate to={verdict.to} replace />}
        {verdict.do === 'load' && <Splash />}
        {bare !== undefined && <BarePage entry={bare} />}
        {profile !== undefined && shown !== undefined && (
          <Activity mode={bare === undefined ? 'visible' : 'hidden'}>
            <MountedShell
              entries={pages}
              menu={menu}
              location={shown.location}
              chain={shown.chain}
              siteName={siteName}
              badges={{}}
            />
          </Activity>
        )}
      </QueryClientProvider>
    </SessionContext>
  );
}
