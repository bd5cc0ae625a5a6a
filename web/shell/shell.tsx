import '../ui/app-styles.ts';
import { type CSSProperties, memo, type MouseEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { samePath } from '../lib/paths.ts';
import { isUnsaved } from '../components/unsaved.tsx';
import { useStore } from '../lib/store.ts';
import { ConfirmProvider } from '../ui/confirm.tsx';
import { ActingBanner } from './acting-banner.tsx';
import { Navbar } from './navbar.tsx';
import classes from './shell.module.css';
import { ShellContext, type ShellValue } from './shell-context.tsx';
import { SettingsHandle } from './settings-handle.tsx';
import { settings } from './settings-store.ts';
import { ShellKeys } from './shell-keys.tsx';
import { Sidebar } from './sidebar.tsx';
import { TabBar } from './tab-bar.tsx';
import { TabHost } from './tab-host.tsx';
import { TabsProvider } from './tabs-provider.tsx';
import { TourGuide } from './tour-guide.tsx';
import { useScrollBar } from './use-scroll-bar.ts';
import { useSidebar } from './use-sidebar.ts';
import { useOpenTabs } from './use-tabs.ts';

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
