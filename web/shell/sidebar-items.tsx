import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { samePath } from '../lib/paths.ts';
import { MenuLink } from './menu-link.tsx';
import { activePath, type MenuItem } from './page-table.ts';
import { useShell } from './shell-context.tsx';
import { Submenu } from './submenu.tsx';
import { useOpenMenus } from './use-open-menus.ts';
import { useWaiting, type Waiting } from './use-waiting.ts';

type ItemsProps = {
  items: readonly MenuItem[];
  small: boolean;
  onLeave: () => void;
  /** What stands above one of the items. */
  before: { item: MenuItem | undefined; heading: ReactNode };
};

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
      <Submenu item={item} small={frame.small} open={frame.open.has(path)} onToggle={() => frame.onToggle(path)}>
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
      icon={icon}
      small={frame.small}
      nested={nested}
      active={samePath(activePath(chain) ?? '', path)}
      waiting={frame.waiting[path] ?? 0}
      onLeave={frame.onLeave}
    />
  );
}
