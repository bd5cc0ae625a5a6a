import { Collapse, Popover } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Fragment, type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay, useProfile } from '../components/session.tsx';
import type { DashboardTask } from '#contract/dashboard.ts';
import { type Dashboard, rightOfTask, useDashboard } from '../components/use-dashboard.ts';
import { isStaff } from '../lib/is-staff.ts';
import { paths, samePath } from '../lib/paths.ts';
import { walkMenu } from './menu-keys.ts';
import { Label, MenuLink, Picture, WaitingBadge } from './menu-link.tsx';
import { pageIcons } from './page-icons.ts';
import { activeParents, activePath, type MenuItem } from './page-table.ts';
import { useShell } from './shell-context.tsx';
import classes from './sidebar.module.css';
import { useStaffWork, type Waiting } from './staff-work.ts';
import { useOpenMenus } from './use-open-menus.ts';

type ItemsProps = {
  items: readonly MenuItem[];
  small: boolean;
  onLeave: () => void;
  /** What stands above one of the items. */
  before: { item: MenuItem | undefined; heading: ReactNode };
};

const hoverMs = 300; // shell 3.3

/** The permitted pages as links and submenus (spec §2). */
export function SidebarItems({ items, small, onLeave, before }: ItemsProps) {
  const { open, toggle } = useOpenMenus(small);
  const frame = { small, onLeave, open, onToggle: toggle, waiting: useWaiting() };
  return items.map((item) => (
    <Fragment key={item.entry.path}>
      {item === before.item && before.heading}
      <Item item={item} nested={false} {...frame} />
    </Fragment>
  ));
}

type ItemProps = {
  item: MenuItem;
  nested: boolean;
  small: boolean;
  onLeave: () => void;
  open: ReadonlySet<string>;
  onToggle: (path: string) => void;
  waiting: Waiting;
};

function Item({ item, nested, ...frame }: ItemProps) {
  const { t } = useTranslation();
  const { chain } = useShell();
  const { path, title, icon } = item.entry;
  if (item.children.length > 0) {
    return (
      <Submenu
        item={item}
        small={frame.small}
        open={frame.open.has(path)}
        waiting={item.children.reduce((sum, child) => sum + (frame.waiting[child.entry.path] ?? 0), 0)}
        onToggle={() => frame.onToggle(path)}
      >
        {item.children.map((child) => (
          <Item key={child.entry.path} item={child} nested {...frame} small={false} />
        ))}
      </Submenu>
    );
  }
  return (
    <MenuLink
      to={path}
      label={t(`menu.${title}`)}
      icon={icon && pageIcons[icon]}
      small={frame.small}
      nested={nested}
      active={samePath(activePath(chain) ?? '', path)}
      waiting={frame.waiting[path] ?? 0}
      onLeave={frame.onLeave}
    />
  );
}

type SubmenuProps = {
  item: MenuItem;
  small: boolean;
  open: boolean;
  /** What waits on its children: they say it themselves while they are in sight. */
  waiting: number;
  onToggle: () => void;
  children: ReactNode;
};

/** A parent with its children: folds in place, or flies out beside the collapsed bar. */
function Submenu({ item, small, open, waiting, onToggle, children }: SubmenuProps) {
  const { t } = useTranslation();
  const { entries, chain } = useShell();
  const { icon, path, title } = item.entry;
  const picture = icon && pageIcons[icon];
  const label = t(`menu.${title}`);
  const within = activeParents(entries, chain).includes(path);
  if (small) {
    return (
      <FlyOut
        label={label}
        face={
          <>
            <Picture icon={picture} label={label} />
            <WaitingBadge count={waiting} />
          </>
        }
        within={within}
      >
        {children}
      </FlyOut>
    );
  }
  const handleKey = (event: KeyboardEvent) => {
    if ((event.key === 'ArrowRight' && !open) || (event.key === 'ArrowLeft' && open)) onToggle();
  };
  return (
    <>
      <button
        type="button"
        className={classes.item}
        data-within={within && !open}
        aria-expanded={open}
        onClick={onToggle}
        onKeyDown={handleKey}
      >
        <Picture icon={picture} label={label} />
        <Label small={false}>{label}</Label>
        {!open && <WaitingBadge count={waiting} />}
        <IconChevronDown className={classes.chevron} size={14} stroke={1.75} aria-hidden />
      </button>
      <Collapse className={classes.children} expanded={open} transitionDuration={140}>
        {children}
      </Collapse>
    </>
  );
}

type FlyOutProps = { label: string; face: ReactNode; within: boolean; children: ReactNode };

/** Who opened it: keys go into the list at once and stay there, a pointer leaves the focus where it is. */
type Opener = 'pointer' | 'keys';

/** A submenu beside the collapsed bar: opens 300 ms after the pointer came, at once by click and keys. */
function FlyOut({ label, face, within, children }: FlyOutProps) {
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [opener, setOpener] = useState<Opener>();
  useEffect(() => () => clearTimeout(timer.current), []);

  const show = (next: Opener | undefined) => {
    clearTimeout(timer.current);
    setOpener(next);
  };
  const later = (next: Opener | undefined) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpener((now) => (now === 'keys' ? now : next)), hoverMs);
  };
  const hover = { onMouseEnter: () => later('pointer'), onMouseLeave: () => later(undefined) };
  const handleClick = (event: MouseEvent) => {
    const byKeys = event.detail === 0;
    show(byKeys && opener !== undefined ? undefined : byKeys ? 'keys' : 'pointer');
  };
  const handleInside = (event: KeyboardEvent<HTMLElement>) => {
    walkMenu(event);
    if (event.key !== 'Escape' && event.key !== 'ArrowLeft') return;
    show(undefined);
    button.current?.focus();
  };
  return (
    <Popover
      opened={opener !== undefined}
      onChange={(opened) => !opened && show(undefined)}
      position="right-start"
      offset={6}
      shadow="md"
      trapFocus={opener === 'keys'}
    >
      <Popover.Target>
        <button
          ref={button}
          type="button"
          className={classes.item}
          data-within={within}
          onClick={handleClick}
          onKeyDown={(event) => event.key === 'ArrowRight' && show('keys')}
          {...hover}
        >
          {face}
          <Label small>{label}</Label>
        </button>
      </Popover.Target>
      <Popover.Dropdown
        className={classes.flyout}
        aria-label={label}
        onClick={() => show(undefined)}
        onKeyDown={handleInside}
        {...hover}
      >
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

/**
 * Numbers for the sidebar: for merchants what waits for them and they may do, for staff their own queues. One cheap call, made
 * again when an event says that something changed. Staff who look at a client see their own queues all the same: asking
 * for the client's numbers would leave a trace in the client's record of looks.
 */
function useWaiting(): Waiting {
  const profile = useProfile();
  const may = useMay();
  const staff = isStaff(profile);
  const { data: mine } = useDashboard(!staff && (profile.rights.orders?.includes('view') ?? false));
  const work = useStaffWork(staff);
  return staff ? work : mine ? ofMerchant(mine, may) : {};
}

function ofMerchant({ tasks, work, stores }: Dashboard, may: ReturnType<typeof useMay>): Waiting {
  const waiting = (...keys: readonly DashboardTask[]) =>
    tasks.reduce((sum, { key, count }) => (keys.includes(key) && may(...rightOfTask[key]) ? sum + count : sum), 0);
  return {
    [paths.orders]: may('orders', 'edit') || may('orders', 'pay') ? work.orders_waiting : 0,
    [paths.quotes]: waiting('accept_quotes', 'answer_quotes', 'review_prices'),
    [paths.invoices]: waiting('pay_invoices'),
    [paths.wallet]: waiting('approve_payments'),
    [paths.recharge]: waiting('renew_proofs'),
    [paths.stock]: waiting('accept_stock'),
    [paths.products]: may('products', 'edit') ? work.unmapped_products : 0,
    [paths.stores]: may('stores', 'edit') ? stores.needs_reauth : 0,
  };
}
