import '../ui/app-styles.ts';
import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import {
  type CSSProperties,
  memo,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { chooseClient, clientChoice } from '../api/client-choice.ts';
import { api } from '../api/client.ts';
import { useApiMutation } from '../api/use-api-mutation.ts';
import { useProfile, useSession } from '../components/session.tsx';
import { samePath } from '../lib/paths.ts';
import { isUnsaved } from '../components/unsaved.tsx';
import { formatTime } from '../lib/format.ts';
import { useStore } from '../lib/store.ts';
import { ConfirmProvider } from '../ui/confirm.tsx';
import { useMobile } from '../ui/use-mobile.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { Navbar } from './navbar.tsx';
import { promptsDone } from './prompts.ts';
import classes from './shell.module.css';
import { ShellContext, type ShellValue } from './shell-context.tsx';
import { SettingsHandle } from './settings-handle.tsx';
import { settings } from './settings-store.ts';
import { ShellKeys } from './shell-keys.tsx';
import { sidebarOpen, toggleSidebar } from './sidebar-state.ts';
import { Sidebar } from './sidebar.tsx';
import { TabBar } from './tab-bar.tsx';
import { TabHost } from './tab-host.tsx';
import { endTour, tourOpener, tourWanted } from './tour-state.ts';
import type { TourTexts } from './tour.ts';
import { useReadableMenu } from './use-readable-menu.ts';
import { TabsContext, useOpenTabs, useTabs } from './use-tabs.ts';

/** By then the focus is back where it was before a menu or dialog that has closed. */
const focusBackMs = 50;

/** The browser asks before it leaves the portal with typed text in a page. */
function useUnloadQuestion(): void {
  useEffect(() => {
    const handleUnload = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', handleUnload);
    return () => window.removeEventListener('beforeunload', handleUnload);
  }, []);
}

// neither follows the address
const [Settings, Tour, Keys] = [memo(SettingsHandle), memo(TourGuide), memo(ShellKeys)];

/** Navbar, sidebar, tab bar and the open pages (spec §2). */
export function Shell(value: ShellValue) {
  const menu = useReadableMenu(value.menu);
  return (
    <ConfirmProvider>
      <TabsProvider value={value}>
        <Frame {...value} menu={menu} />
      </TabsProvider>
    </ConfirmProvider>
  );
}

function Frame(value: ShellValue) {
  const { t } = useTranslation();
  const { location } = value;
  const sidebar = useSidebar(location.key);
  const { tagsView, fixedHeader } = useStore(settings);
  const tabs = useOpenTabs();
  useUnloadQuestion();
  useScrollBar();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(location.pathname);

  useEffect(() => {
    if (samePath(shown.current, location.pathname)) return;
    shown.current = location.pathname;
    main.current?.focus({ preventScroll: true }); // who navigates by keys starts in the new page
  }, [location.pathname]);

  const handleSkip = (event: MouseEvent) => {
    event.preventDefault(); // the address keeps its own hash
    main.current?.focus();
  };
  const drawer = sidebar.mobile && sidebar.opened;
  const side = sidebar.mobile ? '0px' : sidebar.opened ? 'var(--tw-sidebar)' : 'var(--tw-sidebar-small)';
  return (
    <ShellContext value={value}>
      <div
        className={classes.shell}
        style={{ '--side': side } as CSSProperties}
        data-mobile={sidebar.mobile}
        data-sidebar={sidebar.opened ? 'open' : 'closed'}
        data-fixed-header={fixedHeader}
        data-tags-view={tagsView}
      >
        <a className={classes.skip} href="#main" onClick={handleSkip}>
          {t('app.skip')}
        </a>
        <Sidebar mobile={sidebar.mobile} opened={sidebar.opened} onClose={sidebar.close} />
        <div className={classes.column} inert={drawer}>
          <header className={classes.header}>
            <Navbar mobile={sidebar.mobile} sidebarOpened={sidebar.opened} onToggleSidebar={sidebar.toggle} />
            {tagsView && <TabBar />}
          </header>
          <ActingBanner />
          <main id="main" className={classes.main} ref={main} tabIndex={-1}>
            <TabHost tabs={tabs.list} shown={tabs.shown} root={main} />
          </main>
        </div>
        <Settings mobile={sidebar.mobile} />
        <Tour mobile={sidebar.mobile} />
        <Keys />
      </div>
    </ShellContext>
  );
}

/** Says that a member of staff acts for a client, and ends it (P28). */
function ActingBanner() {
  const { t } = useTranslation();
  const { acting_as: acting } = useProfile();
  const { reload } = useSession();
  const isActing = acting !== null;
  useEffect(() => {
    // begun in another tab: from now on every page is that client's
    if (isActing && clientChoice.get() !== undefined) chooseClient(undefined);
  }, [isActing]);
  const stop = useApiMutation(api.session.stopActing, { onSuccess: reload });
  if (acting === null) return null;
  return (
    <div className={classes.banner} role="status">
      <IconEye size={18} stroke={1.6} aria-hidden />
      <span className={classes.words}>
        {t('acting.text', { account: acting.account_name, until: formatTime(acting.until, 'h:i') })}
      </span>
      <Button size="xs" variant="default" loading={stop.busy} onClick={() => void stop.run()}>
        {t('acting.stop')}
      </Button>
    </div>
  );
}

/** Those of a page in another tab stay in the document, hidden. */
const isShown = (selector: string) => [...document.querySelectorAll(selector)].some((one) => one.checkVisibility());
const dialogOpen = () => isShown('[aria-modal="true"], [role="menu"]');

/** Calls `then` once no dialog and no menu is open (P19); answers how to give up waiting. */
function whenNoDialog(then: () => void): () => void {
  if (!dialogOpen()) {
    then();
    return () => {};
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const observer = new MutationObserver(() => {
    clearTimeout(timer);
    if (dialogOpen()) return;
    timer = setTimeout(() => {
      observer.disconnect();
      then();
    }, focusBackMs);
  });
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['style'] });
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}

/** On a phone without what only a keyboard, a mouse or a wide screen has. */
function useTourTexts(mobile: boolean): TourTexts {
  const { t } = useTranslation();
  const texts = t('tour', { returnObjects: true });
  const { hamburger, tabs } = t('tourOnPhone', { returnObjects: true });
  return {
    ...texts,
    ...(mobile && {
      hamburger: { ...texts.hamburger, text: hamburger },
      tabs: { ...texts.tabs, text: tabs },
    }),
    progress: (at, count) => t('tour.progress', { at, count }),
  };
}

/** Starts the tour when it is wanted and nothing else asks for the user's attention; its code comes only then. */
function TourGuide({ mobile }: { mobile: boolean }) {
  const wanted = useStore(tourWanted);
  const ready = useStore(promptsDone);
  const texts = useTourTexts(mobile);
  useEffect(() => {
    if (!wanted || !ready) return undefined;
    let over = false;
    let stop = () => {};
    const begin = async () => {
      const { startTour } = await import('./tour.ts');
      if (!over) stop = whenNoDialog(() => (stop = startTour(texts, tourOpener(), endTour)));
    };
    void begin();
    return () => {
      over = true;
      stop();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- words do not change under the tour
  }, [wanted, ready, mobile]);
  return null;
}

/** Keeps the open tabs, hands them to the parts of the shell, and holds who would leave typed text behind. */
function TabsProvider({ value, children }: { value: ShellValue; children: ReactNode }) {
  const tabs = useTabs(value);
  return (
    <TabsContext value={tabs}>
      <LeaveGuard loses={tabs.loses} ask={tabs.mayLeavePage} location={value.location}>
        {children}
      </LeaveGuard>
    </TabsContext>
  );
}

/**
 * Notes on the document whether its scroll bar takes room, for the lock of dialogs in tokens.css. CSS alone cannot
 * tell: it would keep a gutter free for bars that lie over the page as well.
 */
function useScrollBar(): void {
  useLayoutEffect(() => {
    const root = document.documentElement;
    const measure = () => {
      if (isShown('[aria-modal="true"]')) return; // locked: nothing to measure
      root.toggleAttribute('data-scroll-bar', window.innerWidth > root.clientWidth);
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);
}

/**
 * Opens and closes the sidebar: by cookie on a desktop, as a drawer on a phone. The drawer belongs to one visit of one
 * page, so that each navigation closes it and nothing automatic ever writes the cookie (spec §2, P16).
 */
function useSidebar(visit: string) {
  const mobile = useMobile();
  const wide = useStore(sidebarOpen);
  const [drawer, setDrawer] = useState<string>();
  const [before, setBefore] = useState(mobile);
  if (before !== mobile) {
    setBefore(mobile);
    setDrawer(undefined); // a window that was wide meanwhile begins with a closed drawer
  }
  const opened = mobile ? drawer === visit : wide;
  const toggle = () => {
    if (mobile) setDrawer(opened ? undefined : visit);
    else toggleSidebar();
  };
  const close = useCallback(() => setDrawer(undefined), []);
  return { mobile, opened, toggle, close };
}
