import '../ui/app-styles.ts';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { samePath } from '../lib/paths.ts';
import { isUnsaved } from '../components/unsaved.tsx';
import { useStore } from '../lib/store.ts';
import { ConfirmProvider } from '../ui/confirm.tsx';
import { useMobile } from '../ui/use-mobile.ts';
import { ActingBanner } from './acting-banner.tsx';
import { Navbar } from './navbar.tsx';
import classes from './shell.module.css';
import { ShellContext, type ShellValue } from './shell-context.tsx';
import { settings } from './settings-store.ts';
import { Sidebar } from './sidebar.tsx';
import { sidebarOpen, toggleSidebar } from './sidebar-state.ts';
import { TabBar } from './tab-bar.tsx';
import { TabHost } from './tab-host.tsx';
import { TabsProvider } from './tabs-provider.tsx';
import { useOpenTabs } from './use-tabs.ts';

/** Opens and closes the sidebar: by cookie on a desktop, as a drawer on a phone that each visit closes (spec §2). */
function useSidebar(path: string) {
  const mobile = useMobile();
  const wide = useStore(sidebarOpen);
  const [drawer, setDrawer] = useState<string>();
  const opened = mobile ? drawer === path : wide;
  const toggle = () => {
    if (mobile) setDrawer(opened ? undefined : path);
    else toggleSidebar();
  };
  return { mobile, opened, toggle, close: () => setDrawer(undefined) };
}

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

/** Navbar, sidebar, tab bar and the open pages (spec §2). */
export function Shell(value: ShellValue) {
  return (
    <ConfirmProvider>
      <TabsProvider value={value}>
        <Frame {...value} />
      </TabsProvider>
    </ConfirmProvider>
  );
}

function Frame(value: ShellValue) {
  const { t } = useTranslation();
  const { location } = value;
  const sidebar = useSidebar(location.pathname);
  const { tagsView, fixedHeader } = useStore(settings);
  const tabs = useOpenTabs();
  useUnloadQuestion();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(location.pathname);

  useEffect(() => {
    if (samePath(shown.current, location.pathname)) return;
    shown.current = location.pathname;
    main.current?.focus({ preventScroll: true }); // who navigates by keys starts in the new page
  }, [location.pathname]);

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
        <a className={classes.skip} href="#main">
          {t('app.skip')}
        </a>
        <Sidebar mobile={sidebar.mobile} opened={sidebar.opened} onClose={sidebar.close} />
        <div className={classes.column}>
          <header className={classes.header}>
            <Navbar mobile={sidebar.mobile} sidebarOpened={sidebar.opened} onToggleSidebar={sidebar.toggle} />
            {tagsView && <TabBar />}
          </header>
          <ActingBanner />
          <main id="main" className={classes.main} ref={main} tabIndex={-1}>
            <TabHost tabs={tabs.list} shown={tabs.shown} root={main} />
          </main>
        </div>
      </div>
    </ShellContext>
  );
}
