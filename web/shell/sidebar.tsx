import { Collapse, Popover, Tooltip } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useProfile } from '../components/session.tsx';
import { paths, samePath } from '../lib/paths.ts';
import { useStore } from '../lib/store.ts';
import { BrandMark } from './brand-mark.tsx';
import { isStaff, type MenuItem } from './page-table.ts';
import { useShell } from './shell-context.tsx';
import { settings } from './settings-store.ts';
import classes from './sidebar.module.css';

type SidebarProps = { mobile: boolean; opened: boolean; onClose: () => void };

/** The main menu: 180 px, 54 px collapsed, a drawer over the page on a phone (spec §2, look: shell). */
export function Sidebar({ mobile, opened, onClose }: SidebarProps) {
  const { t } = useTranslation();
  const { menu, siteName } = useShell();
  const { sidebarLogo } = useStore(settings);
  const staff = isStaff(useProfile());
  const desk = menu.filter((item) => item.entry.roles !== undefined);
  const pages = menu.filter((item) => item.entry.roles === undefined);
  const small = !mobile && !opened;
  return (
    <>
      {mobile && opened && (
        <button type="button" className={classes.overlay} aria-label={t('navbar.closeMenu')} onClick={onClose} />
      )}
      <nav
        className={classes.sidebar}
        aria-label={t('sidebar.label')}
        data-mobile={mobile}
        data-small={small}
        inert={mobile && !opened}
        data-opened={opened}
      >
        {sidebarLogo && (
          <Link to={paths.root} className={classes.brand} aria-label={siteName}>
            <BrandMark />
            {!small && <span className={classes.brandName}>{siteName}</span>}
          </Link>
        )}
        <div className={classes.items}>
          <Items items={desk} small={small} />
          {staff && desk.length > 0 && pages.length > 0 && (
            <div className={classes.section}>{small ? '' : t('sidebar.clientPages')}</div>
          )}
          <Items items={pages} small={small} />
        </div>
      </nav>
    </>
  );
}

function Items({ items, small }: { items: readonly MenuItem[]; small: boolean }) {
  return items.map((item) => (
    <Fragment key={item.entry.path}>
      {item.children.length === 0 ? <Item item={item} small={small} /> : <Submenu item={item} small={small} />}
    </Fragment>
  ));
}

function useActive(item: MenuItem): boolean {
  const { chain } = useShell();
  const shown = chain.at(-1);
  return shown !== undefined && samePath(shown.activeMenu ?? shown.path, item.entry.path);
}

function Item({ item, small, nested = false }: { item: MenuItem; small: boolean; nested?: boolean }) {
  const { t } = useTranslation();
  const { badges } = useShell();
  const active = useActive(item);
  const { icon: Icon, path, title } = item.entry;
  const label = t(`menu.${title}`);
  const waiting = badges[path] ?? 0;
  return (
    <Tooltip label={label} position="right" disabled={!small} openDelay={100}>
      <Link
        to={path}
        className={classes.item}
        aria-current={active ? 'page' : undefined}
        data-nested={nested}
        aria-label={small ? label : undefined}
      >
        {nested ? null : Icon === undefined ? (
          <span className={classes.letter}>{label[0]}</span>
        ) : (
          <Icon size={18} stroke={1.6} aria-hidden />
        )}
        {!small && <span className={classes.label}>{label}</span>}
        {waiting > 0 && <span className={classes.badge}>{waiting > 99 ? '99+' : waiting}</span>}
      </Link>
    </Tooltip>
  );
}

/** A parent with its children: folds in place, or flies out beside the collapsed bar, for pointer and keys alike. */
function Submenu({ item, small }: { item: MenuItem; small: boolean }) {
  const { t } = useTranslation();
  const { chain } = useShell();
  const within = chain.some((entry) => entry.path === item.entry.path);
  const [choice, setChoice] = useState<boolean>();
  const [flying, setFlying] = useState(false);
  const open = choice ?? within;
  const { icon: Icon, title } = item.entry;
  const label = t(`menu.${title}`);
  const children = item.children.map((child) => <Item key={child.entry.path} item={child} small={false} nested />);
  const button = (
    <button
      type="button"
      className={classes.item}
      data-within={within && (small || !open)}
      aria-expanded={small ? flying : open}
      aria-label={small ? label : undefined}
      onClick={() => (small ? setFlying(!flying) : setChoice(!open))}
    >
      {Icon === undefined ? (
        <span className={classes.letter}>{label[0]}</span>
      ) : (
        <Icon size={18} stroke={1.6} aria-hidden />
      )}
      {!small && <span className={classes.label}>{label}</span>}
      {!small && <IconChevronDown className={classes.chevron} size={14} stroke={1.75} aria-hidden />}
    </button>
  );
  if (!small) {
    return (
      <>
        {button}
        <Collapse expanded={open} transitionDuration={140}>
          {children}
        </Collapse>
      </>
    );
  }
  return (
    <Popover opened={flying} onChange={setFlying} position="right-start" offset={6} shadow="md" trapFocus={false}>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown className={classes.flyout} onClick={() => setFlying(false)}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
