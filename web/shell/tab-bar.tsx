import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tabScrollPadding } from '#contract/constants.ts';
import { samePath } from '../lib/paths.ts';
import { findChain } from './page-table.ts';
import { useShell } from './shell-context.tsx';
import classes from './tab-bar.module.css';
import type { Tab } from './tab-list.ts';
import { TabMenu, type MenuPlace } from './tab-menu.tsx';
import type { Tabs } from './use-tabs.ts';

/** Brings the shown tab and its neighbour into view (shell 2.6). */
function useIntoView(shown: string, count: number) {
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const list = strip.current;
    const index = [...(list?.children ?? [])].findIndex((tab) => tab.getAttribute('data-path') === shown);
    if (list === null || index === -1 || count < 2) return;
    const at = (i: number) => list.children[i] as HTMLElement | undefined; // tabs are elements of HTML
    const next = at(index + 1);
    const before = at(index - 1);
    if (before === undefined) list.scrollLeft = 0;
    else if (next === undefined) list.scrollLeft = list.scrollWidth;
    else {
      const end = next.offsetLeft + next.offsetWidth + tabScrollPadding;
      const start = before.offsetLeft - tabScrollPadding;
      if (end > list.scrollLeft + list.clientWidth) list.scrollLeft = end - list.clientWidth;
      else if (start < list.scrollLeft) list.scrollLeft = start;
    }
  }, [shown, count]);
  return strip;
}

/** The wheel moves the strip sideways and not the page: down is right, sideways wheels stay as they are. */
function useSidewaysWheel(strip: React.RefObject<HTMLDivElement | null>) {
  useEffect(() => {
    const list = strip.current;
    if (list === null) return undefined;
    const handleWheel = (event: WheelEvent) => {
      if (event.deltaX !== 0 || list.scrollWidth <= list.clientWidth) return;
      event.preventDefault();
      list.scrollLeft += event.deltaY / 4;
    };
    list.addEventListener('wheel', handleWheel, { passive: false });
    return () => list.removeEventListener('wheel', handleWheel);
  }, [strip]);
}

/** One tab per open page (spec §2). Arrow keys move, Enter opens, Delete closes, Shift F10 opens the menu. */
export function TabBar({ tabs }: { tabs: Tabs }) {
  const { t } = useTranslation();
  const { entries, chain } = useShell();
  const shown = chain.at(-1)?.path ?? '';
  const [menu, setMenu] = useState<MenuPlace>();
  const strip = useIntoView(shown, tabs.list.length);
  useSidewaysWheel(strip);
  const titleOf = (tab: Tab) => {
    const entry = findChain(entries, tab.path).at(-1);
    return entry === undefined ? tab.path : t(`menu.${entry.title}`);
  };
  const openMenu = (tab: Tab, event: MouseEvent | KeyboardEvent) => {
    event.preventDefault();
    const box = strip.current?.getBoundingClientRect();
    const own = event.currentTarget.getBoundingClientRect();
    const at = 'clientX' in event && event.clientX > 0 ? event : { clientX: own.left, clientY: own.bottom };
    setMenu({
      tab,
      title: titleOf(tab),
      x: at.clientX,
      y: at.clientY,
      left: box?.left ?? 0,
      right: box?.right ?? window.innerWidth,
    });
  };
  return (
    <div className={classes.bar} data-tour="tabs">
      <div
        className={classes.strip}
        ref={strip}
        role="tablist"
        aria-label={t('tabs.label')}
        onScroll={() => setMenu(undefined)}
      >
        {tabs.list.map((tab) => (
          <TabButton
            key={tab.path}
            tab={tab}
            title={titleOf(tab)}
            active={samePath(tab.path, shown)}
            tabs={tabs}
            onMenu={(event) => openMenu(tab, event)}
          />
        ))}
      </div>
      {menu !== undefined && <TabMenu place={menu} tabs={tabs} onClose={() => setMenu(undefined)} />}
    </div>
  );
}

type TabButtonProps = {
  tab: Tab;
  title: string;
  active: boolean;
  tabs: Tabs;
  onMenu: (event: MouseEvent | KeyboardEvent) => void;
};

function TabButton({ tab, title, active, tabs, onMenu }: TabButtonProps) {
  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const sibling =
      event.key === 'ArrowRight'
        ? 'nextElementSibling'
        : event.key === 'ArrowLeft'
          ? 'previousElementSibling'
          : undefined;
    if (sibling !== undefined) {
      const other = event.currentTarget[sibling];
      if (other instanceof HTMLElement) other.focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      tabs.open(tab);
    } else if (event.key === 'Delete' && !tab.affix) tabs.close(tab);
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) onMenu(event);
  };
  return (
    <div
      className={classes.tab}
      role="tab"
      data-path={tab.path}
      aria-selected={active}
      tabIndex={active ? 0 : -1}
      onClick={() => tabs.open(tab)}
      onAuxClick={(event) => {
        if (event.button === 1 && !tab.affix) tabs.close(tab);
      }}
      onContextMenu={onMenu}
      onKeyDown={handleKey}
    >
      <span className={classes.title}>{title}</span>
      {!tab.affix && (
        // the keys' way to close is Delete on the tab; a tab must not hold another control
        <span
          className={classes.close}
          aria-hidden="true"
          data-close=""
          onClick={(event) => {
            event.stopPropagation();
            tabs.close(tab);
          }}
        >
          <IconX size={12} stroke={2} />
        </span>
      )}
    </div>
  );
}
