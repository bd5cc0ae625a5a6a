import { Tooltip } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isExternal } from '../lib/paths.ts';
import classes from './sidebar.module.css';

export type MenuLinkProps = {
  to: string;
  label: string;
  icon: Icon | undefined;
  /** The bar is collapsed: the picture alone, its name beside it on hover and focus. */
  small: boolean;
  /** Inside of a submenu, without a picture. */
  nested?: boolean;
  active?: boolean;
  /** Work that waits behind the link. */
  waiting?: number;
  onLeave: () => void;
};

/** One link of the main menu: to a page, or to another site in a new tab of the browser. */
export const MenuLink = memo(function MenuLink({
  to,
  label,
  small,
  active = false,
  nested = false,
  onLeave,
  ...look
}: MenuLinkProps) {
  const { t } = useTranslation();
  const shared = { className: classes.item, 'data-nested': nested, onClick: onLeave };
  const external = isExternal(to);
  const face = (
    <>
      {!nested && <Picture icon={look.icon} label={label} />}
      <Label small={small}>{label}</Label>
      {external && <span className={classes.unseen}>{t('sidebar.newTab')}</span>}
      <WaitingBadge count={look.waiting ?? 0} />
    </>
  );
  const link = external ? (
    <a href={to} target="_blank" rel="noopener noreferrer" title={small ? undefined : label} {...shared}>
      {face}
    </a>
  ) : (
    <Link to={to} aria-current={active ? 'page' : undefined} {...shared}>
      {face}
    </Link>
  );
  if (!small) return link; // a tooltip on each item is what makes a menu slow
  return (
    <Tooltip label={label} position="right" openDelay={100} events={tooltipEvents}>
      {link}
    </Tooltip>
  );
});

const tooltipEvents = { hover: true, focus: true, touch: false };

/** The icon of an item, or the first letter of its name (shell 3.3). */
export function Picture({ icon: Shown, label }: { icon: Icon | undefined; label: string }) {
  if (Shown !== undefined) return <Shown size={18} stroke={1.6} aria-hidden />;
  return (
    <span className={classes.letter} aria-hidden="true">
      {[...label][0]}
    </span>
  );
}

/** The name of an item; in the collapsed bar only for those who hear it. */
export function Label({ small, children }: { small: boolean; children: ReactNode }) {
  return <span className={small ? classes.unseen : classes.label}>{children}</span>;
}

/** How much waits on a page, in the menu. */
export function WaitingBadge({ count }: { count: number }) {
  const { t } = useTranslation();
  if (count <= 0) return null;
  return (
    <>
      <span className={classes.badge} aria-hidden="true">
        {count > 99 ? '99+' : count}
      </span>
      <span className={classes.unseen}>{t('sidebar.waiting', { count })}</span>
    </>
  );
}
