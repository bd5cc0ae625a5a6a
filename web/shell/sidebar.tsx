import {
  IconBook,
  IconChartBar,
  IconCreditCard,
  IconGift,
  IconMessage,
  IconPhoto,
  IconPlane,
  IconShield,
  IconSpeakerphone,
  IconTool,
  IconTruck,
  IconWorld,
  type Icon,
} from '@tabler/icons-react';
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import type { PartnerIcon } from '#contract/partner-rules.ts';
import { useProfile } from '../components/session.tsx';
import { paths, samePath } from '../lib/paths.ts';
import { useSiteConfig } from '../lib/site-config.ts';
import { useStore } from '../lib/store.ts';
import { walkMenu } from './menu-keys.ts';
import { MenuLink } from './menu-link.tsx';
import { isStaff } from '../lib/is-staff.ts';
import { isOfClient } from './page-table.ts';
import { partnerList } from './partner-list.ts';
import { settings } from './settings-store.ts';
import { useShell } from './shell-context.tsx';
import { SidebarItems } from './sidebar-items.tsx';
import classes from './sidebar.module.css';
import { useOpenTabs } from './use-tabs.ts';

type SidebarProps = { mobile: boolean; opened: boolean; onClose: () => void };

const partnerIcons: Readonly<Record<PartnerIcon, Icon>> = {
  book: IconBook,
  chart: IconChartBar,
  'credit-card': IconCreditCard,
  gift: IconGift,
  message: IconMessage,
  photo: IconPhoto,
  plane: IconPlane,
  shield: IconShield,
  speakerphone: IconSpeakerphone,
  tool: IconTool,
  truck: IconTruck,
  world: IconWorld,
};

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
  const items = useRef<HTMLDivElement>(null);
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
        <div ref={items} className={classes.items}>
          <Sections small={small} onLeave={onClose} />
        </div>
        <CurrentInSight items={items} />
      </nav>
    </>
  );
}

/** Brings the link of the shown page into sight where the menu is longer than the window. */
function CurrentInSight({ items }: { items: RefObject<HTMLElement | null> }) {
  const { pathname } = useLocation();
  const shown = useRef('');
  useEffect(() => {
    const box = items.current;
    const link = box?.querySelector('[aria-current=page]');
    if (!box || !link || shown.current === pathname) return;
    shown.current = pathname;
    const [around, place] = [box.getBoundingClientRect(), link.getBoundingClientRect()];
    const below = place.bottom - around.bottom;
    const above = around.top - place.top;
    if (below > 0) box.scrollBy({ top: below + 8 });
    else if (above > 0) box.scrollBy({ top: -above - 8 });
  });
  return null;
}

/** Operations of staff, pages of merchants, and the partner links in place of their entry. */
function Sections({ small, onLeave }: { small: boolean; onLeave: () => void }) {
  const { t } = useTranslation();
  const { menu } = useShell();
  const partners = useStore(partnerList);
  const staff = isStaff(useProfile());
  const work = menu.filter(({ entry: { roles } }) => roles !== undefined);
  const own = menu.filter((item) => staff && !work.includes(item) && !isOfClient(item.entry));
  const operations = [...work, ...own];
  const pages = menu.filter((item) => !operations.includes(item));
  const heading = (text: string) => <div className={classes.section}>{small ? '' : text}</div>;
  return (
    <>
      {staff && operations.length > 0 && heading(t('sidebar.operations'))}
      <SidebarItems
        items={[...operations, ...pages]}
        small={small}
        onLeave={onLeave}
        before={{ item: pages[0], heading: staff && operations.length > 0 && heading(t('sidebar.clientPages')) }}
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

type SidebarLogoProps = {
  small: boolean;
  siteName: string;
  /** Closes the drawer of a phone. */
  onLeave: () => void;
};

/**
 * The logo over the menu, 50 px high, leads to the root (shell 3.4): picture and title; collapsed the picture alone, or
 * the title where there is none. The product's own mark stands only for the product's own name.
 */
function SidebarLogo({ small, siteName, onLeave }: SidebarLogoProps) {
  const { t } = useTranslation();
  const { sidebar_logo: logo, brand_name } = useSiteConfig();
  const [broken, setBroken] = useState<string>();
  const own = brand_name === '' || brand_name === t('app.name');
  const picture =
    logo !== '' && broken !== logo ? <img src={logo} alt="" onError={() => setBroken(logo)} /> : undefined;
  const mark = picture ?? (own && logo === '' ? <BrandMark /> : undefined);
  return (
    <Link to={paths.root} className={classes.brand} aria-label={siteName} data-small={small} onClick={onLeave}>
      {mark}
      {(!small || mark === undefined) && <span className={classes.brandName}>{siteName}</span>}
    </Link>
  );
}

/** The product's mark: two waves before the wind. */
function BrandMark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#0f6cc0" />
      <g fill="none" stroke="#fff" strokeWidth="2.6" strokeLinecap="round">
        <path d="M6 20.5c3.2-3.4 6.2-3.4 9.3-.9 3.3 2.6 6.6 2.4 10.7-1.6" />
        <path d="M6 13.5c3.2-3.4 6.2-3.4 9.3-.9 3.3 2.6 6.6 2.4 10.7-1.6" opacity=".65" />
      </g>
    </svg>
  );
}

/** The picture of a partner item; a name we do not know has none. */
function partnerIcon(name: string): Icon | undefined {
  return Object.entries(partnerIcons).find(([known]) => known === name)?.[1];
}

/**
 * A plain click on the menu item of the page on the screen makes that page again, without its query (asked for again
 * and again by users of such shells); answers whether it does.
 */
function useStartAgain(): (path: string, event: MouseEvent) => boolean {
  const { chain } = useShell();
  const { list, shown, refresh } = useOpenTabs();
  return (path, event) => {
    const modified = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    const tab = list.find((one) => one.key === shown);
    if (modified || tab === undefined || !samePath(chain.at(-1)?.path ?? '', path)) return false;
    void refresh({ ...tab, search: '', hash: '' });
    return true;
  };
}
