import { type MouseEvent, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useProfile } from '../components/session.tsx';
import { useStore } from '../lib/store.ts';
import { walkMenu } from './menu-keys.ts';
import { MenuLink } from './menu-link.tsx';
import { isStaff } from './page-table.ts';
import { partnerIcon } from './partner-icon.tsx';
import { partnerList } from './partner-list.ts';
import { settings } from './settings-store.ts';
import { useShell } from './shell-context.tsx';
import { SidebarItems } from './sidebar-items.tsx';
import { SidebarLogo } from './sidebar-logo.tsx';
import classes from './sidebar.module.css';
import { useStartAgain } from './use-start-again.ts';

type SidebarProps = { mobile: boolean; opened: boolean; onClose: () => void };

/** An open drawer holds the focus, and gives it back when it closes; Escape closes it. */
function useDrawerKeys(menu: RefObject<HTMLElement | null>, open: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!open) return undefined;
    const opener = document.activeElement;
    const first = menu.current?.querySelector<HTMLElement>('[aria-current]') ?? menu.current?.querySelector('a');
    first?.focus({ preventScroll: true });
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close.current();
    };
    document.addEventListener('keydown', handleKey);
    return () => {
      document.removeEventListener('keydown', handleKey);
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, [menu, open]);
}

/** The main menu: 180 px, 54 px collapsed, a drawer over the page on a phone (spec §2, look.md: shell). */
export function Sidebar({ mobile, opened, onClose }: SidebarProps) {
  const { t } = useTranslation();
  const { siteName } = useShell();
  const menu = useRef<HTMLElement>(null);
  const { sidebarLogo } = useStore(settings);
  const small = !mobile && !opened;
  useDrawerKeys(menu, mobile && opened, onClose);
  const startAgain = useStartAgain();
  // here and not in each link, so that the links need not follow the address
  const handleAgain = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link !== null && link.target === '' && startAgain(link.pathname, event)) event.preventDefault();
  };
  return (
    <>
      {mobile && opened && (
        <button type="button" className={classes.overlay} aria-label={t('navbar.closeMenu')} onClick={onClose} />
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys walk through the links inside; Tab does as well */}
      <nav
        ref={menu}
        className={classes.sidebar}
        aria-label={t('sidebar.label')}
        data-mobile={mobile}
        data-small={small}
        inert={mobile && !opened}
        data-opened={opened}
        onKeyDown={walkMenu}
        onClickCapture={handleAgain}
      >
        {sidebarLogo && <SidebarLogo small={small} siteName={siteName} onLeave={onClose} />}
        <div className={classes.items}>
          <Sections small={small} onLeave={onClose} />
        </div>
      </nav>
    </>
  );
}

/** Operations of staff, pages of merchants, and the partner links in place of their entry. */
function Sections({ small, onLeave }: { small: boolean; onLeave: () => void }) {
  const { t } = useTranslation();
  const { menu } = useShell();
  const partners = useStore(partnerList);
  const staff = isStaff(useProfile());
  const desk = menu.filter((item) => item.entry.roles !== undefined);
  const pages = menu.filter((item) => item.entry.roles === undefined);
  const heading = (text: string) => <div className={classes.section}>{small ? '' : text}</div>;
  return (
    <>
      {staff && desk.length > 0 && heading(t('sidebar.operations'))}
      <SidebarItems
        items={[...desk, ...pages]}
        small={small}
        onLeave={onLeave}
        before={{ item: pages[0], heading: staff && desk.length > 0 && heading(t('sidebar.clientPages')) }}
      />
      {partners.length > 0 && heading(t('sidebar.partners'))}
      {partners.map(({ name, icon, link }) => (
        <MenuLink
          key={`${name} ${link}`}
          to={link}
          label={name}
          icon={partnerIcon(icon)}
          small={small}
          onLeave={onLeave}
        />
      ))}
    </>
  );
}
