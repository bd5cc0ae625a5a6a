import { Activity, createContext, use, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyBoundary } from '../components/lazy-part.tsx';
import { type Location, Navigate, useLocation } from 'react-router';
import { readToken } from '../api/token.ts';
import { SessionContext, useSession } from '../components/session.tsx';
import { documentTitle } from '../lib/document-title.ts';
import { isFree, paths } from '../lib/paths.ts';
import { waiting } from '../lib/progress.ts';
import { local } from '../lib/storage.ts';
import { useStore } from '../lib/store.ts';
import { forePermissionKey, limitMenu } from '../shell/fore-permission.ts';
import type { PageEntry } from '../shell/page-entry.ts';
import { findChain, menuOf } from '../shell/page-table.ts';
import { refresh, tabKey } from '../shell/tab-list.ts';
import { tabStore } from '../shell/tabs.ts';
import { ToastHost } from '../ui/toast.tsx';
import { TopBar } from '../ui/top-bar.tsx';
import { judge, type Verdict } from './guard.ts';
import { BarePage, LazyShell, LazyWorkbench, MountedPrompts, Splash } from './frames.tsx';
import { ageData } from './aged-data.ts';
import { News } from './news.tsx';
import { pages } from './pages.tsx';
import { loadSession, type SessionState, sessionStore } from './session-store.ts';
import { useSessionActions } from './use-session-actions.ts';
import { call } from '../api/call.ts';
import { api } from '../api/client.ts';
import { siteConfig, takeSite, useSiteConfig } from '../lib/site-config.ts';

let asked = false;

/** Title of the site by its branding, else its brand, else the product's name. The page itself holds the branding. */
function useSite(): string {
  const { t } = useTranslation();
  const { site_title, brand_name } = useSiteConfig();
  useEffect(() => {
    if (asked || siteConfig.get().revision !== '') return;
    asked = true; // only the development server sends a page without it
    void call(api.branding.site()).then((site) => {
      if (site !== false) takeSite(site);
    });
  }, []);
  return site_title || brand_name || t('app.name');
}

type Shown = { location: Location; chain: readonly PageEntry[]; owner: string };

/**
 * The last page that stood inside the shell in this session; it stays there while a redirect passes. `owner` is the
 * session's token: the next session begins without it.
 */
function useShown(verdict: Verdict, location: Location, owner: string | undefined): Shown | undefined {
  const [shown, setShown] = useState<Shown>();
  const inside = verdict.do === 'show' && verdict.chain.at(-1)?.bare !== true;
  if (inside && owner !== undefined && (shown?.location !== location || shown.owner !== owner)) {
    const next = { location, chain: verdict.chain, owner };
    setShown(next);
    return next;
  }
  return shown?.owner === owner ? shown : undefined;
}

/** Loads the profile when the guard asks for it; when that fails the token is gone and the guard asks for a log-in. */
function useLoading(verdict: Verdict, { phase }: SessionState): void {
  const wanted = verdict.do === 'load' && phase === 'none';
  useEffect(() => {
    if (wanted) void loadSession();
  }, [wanted]);
}

/** Whether an address of this page load was opened in another session, which this one must not take over. */
function useForeign({ key }: Location, owner: string | undefined): boolean {
  const [owners] = useState(() => new Map<string, string>());
  useEffect(() => {
    if (owner !== undefined && !owners.has(key)) owners.set(key, owner);
  }, [key, owner, owners]);
  return owners.has(key) && owners.get(key) !== owner;
}

/** What the address leads to. A session that the server ended leads to the log-in without a way back (spec §8). */
function useVerdict(location: Location, session: SessionState): Verdict {
  const { pathname, search, hash } = location;
  const state: unknown = location.state;
  const foreign = useForeign(location, session.phase === 'ready' ? session.token : undefined);
  const forced = session.phase === 'none' && session.forced === true;
  const free = isFree(pathname);
  useEffect(() => {
    if (forced && free) sessionStore.set({ phase: 'none' });
  }, [forced, free]);
  if (forced && !free) return { do: 'go', to: paths.login };
  if (foreign && !free && (search !== '' || hash !== '' || state !== null)) {
    const bare = { pathname, search: '', hash: '', state: null };
    return readToken() === undefined ? judge(pages, bare, false, undefined) : { do: 'go', to: pathname };
  }
  return judge(pages, location, readToken() !== undefined, session.phase === 'ready' ? session.profile : undefined);
}

/** Makes the page of a /redirect again, and has its data fetched again: that of the shown page, or of any sleeping one. */
function useRefresh(verdict: Verdict, shown: Shown | undefined): void {
  const wanted = verdict.do === 'refresh' ? verdict : undefined;
  const entry = wanted && findChain(pages, wanted.path).at(-1);
  const key = entry && wanted && tabKey(entry, wanted.search);
  const isShown = entry !== undefined && entry === shown?.chain.at(-1);
  useEffect(() => {
    if (key === undefined) return;
    ageData(isShown ? 'active' : 'all');
    tabStore.set((tabs) => refresh(tabs, key));
  }, [key, isShown]);
}

/** The document bears the name of the page, or the own name of its tab. */
function useTitle(entry: PageEntry | undefined, { search }: Location, siteName: string): void {
  const { t } = useTranslation();
  const tabs = useStore(tabStore);
  const own = entry && tabs.find(({ key }) => key === tabKey(entry, search))?.title;
  const title = entry && (own ?? t(`menu.${entry.title}`));
  useEffect(() => {
    if (title !== undefined) document.title = documentTitle(title, siteName);
  }, [title, siteName]);
}

type FramesProps = { bare: PageEntry | undefined; inside: Shown | undefined; siteName: string };

const FramesContext = createContext<FramesProps>({ bare: undefined, inside: undefined, siteName: '' });

/** The page bare, or inside the shell; the shell stays alive behind a bare page. */
function Frames(props: FramesProps) {
  const { bare, inside } = props;
  if (bare?.plain === true && inside === undefined) return <BarePage key={bare.path} entry={bare} />;
  if (bare === undefined && inside === undefined) return null;
  return <FramesContext value={props}>{workbench}</FramesContext>;
}

/** What the workbench stands around. It asks for the address itself, so that the workbench stays as it is. */
function Inside() {
  const { bare, inside, siteName } = use(FramesContext);
  const { profile } = useSession();
  const limit = JSON.stringify(local.get(forePermissionKey));
  const menu = useMemo(
    () => (profile === undefined ? [] : menuOf(limitMenu(pages, local.get(forePermissionKey)), profile)),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the stored list is looked at again when its text differs
    [profile, limit],
  );
  return (
    <>
      {bare !== undefined && <BarePage key={bare.path} entry={bare} />}
      {inside !== undefined && (
        <Activity mode={bare === undefined ? 'visible' : 'hidden'}>
          <LazyBoundary fallback={<Splash />}>
            <LazyShell
              key={inside.owner}
              entries={pages}
              menu={menu}
              location={inside.location}
              chain={inside.chain}
              siteName={siteName}
            />
          </LazyBoundary>
        </Activity>
      )}
      {profile !== undefined && inside !== undefined && (
        <MountedPrompts
          key={profile.id}
          profile={profile}
          path={bare === undefined ? inside.location.pathname : undefined}
        />
      )}
    </>
  );
}

// one element for good: a theme that is provided again would draw every component of every open page again
const workbench = (
  <LazyBoundary fallback={<Splash />}>
    <LazyWorkbench>
      <Inside />
    </LazyWorkbench>
  </LazyBoundary>
);

/** The guard: what the address leads to, and what stands around every page. */
export function App() {
  const { t } = useTranslation();
  const location = useLocation();
  const session = useStore(sessionStore);
  const profile = session.phase === 'ready' ? session.profile : undefined;
  const siteName = useSite();
  const actions = useSessionActions();
  const verdict = useVerdict(location, session);
  useLoading(verdict, session);
  const shown = useShown(verdict, location, session.phase === 'ready' ? session.token : undefined);
  useRefresh(verdict, shown);
  const entry = verdict.do === 'show' ? verdict.chain.at(-1) : undefined;
  useTitle(entry, location, siteName);
  const own = useMemo(() => ({ ...actions, profile }), [actions, profile]);
  return (
    <SessionContext value={own}>
      <TopBar active={useStore(waiting) > 0} label={t('app.loading')} />
      {(verdict.do === 'go' || verdict.do === 'refresh') && <Navigate to={verdict.to} replace />}
      {verdict.do === 'load' && <Splash />}
      <Frames
        bare={entry?.bare === true ? entry : undefined}
        inside={profile === undefined ? undefined : shown}
        siteName={siteName}
      />
      <News />
      <ToastHost closeLabel={t('ui.close')} />
    </SessionContext>
  );
}
