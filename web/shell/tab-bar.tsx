import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState, type UIEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useShell } from './shell-context.tsx';
import classes from './tab-bar.module.css';
import { TabButton } from './tab-button.tsx';
import type { Tab } from './tab-list.ts';
import { type MenuPlace, TabMenu } from './tab-menu.tsx';
import { type Overflow, useIntoView, useOverflow, useSidewaysWheel } from './use-strip.ts';
import { useTabDrag } from './use-tab-drag.ts';
import { type Tabs, useOpenTabs } from './use-tabs.ts';

/** Who closed a tab by keys stands in the strip again, not at the top of the document. */
function useFocusStays(strip: RefObject<HTMLDivElement | null>, { list }: Tabs): void {
  const held = useRef<string>(undefined);
  useEffect(() => {
    const root = strip.current;
    const gone = held.current !== undefined && list.every((tab) => tab.key !== held.current);
    if (gone && document.activeElement === document.body) {
      root?.querySelector<HTMLElement>('[aria-selected=true]')?.focus();
    }
    const keep = () => {
      const tab = document.activeElement?.closest<HTMLElement>('[role=tab]');
      held.current = tab !== null && tab !== undefined && root?.contains(tab) === true ? tab.dataset.key : undefined;
    };
    keep();
    root?.addEventListener('focusin', keep);
    return () => root?.removeEventListener('focusin', keep);
  }, [strip, list]);
}

/** One tab per open page (spec §2). */
export function TabBar() {
  const { t } = useTranslation();
  const { location } = useShell();
  const tabs = useOpenTabs();
  const [menu, setMenu] = useState<MenuPlace>();
  const bar = useRef<HTMLDivElement>(null);
  const strip = useRef<HTMLDivElement>(null);
  const seen = useOverflow(strip);
  const drag = useTabDrag(strip, (key, to) => {
    const tab = tabs.list.find((one) => one.key === key);
    if (tab !== undefined) tabs.move(tab, to);
  });
  useIntoView(strip, tabs.shown, tabs.list.length);
  useSidewaysWheel(strip);
  useFocusStays(strip, tabs);
  const openMenu = (tab: Tab, event: MouseEvent<HTMLElement> | KeyboardEvent<HTMLElement>) => {
    event.preventDefault();
    const own = event.currentTarget.getBoundingClientRect();
    const at = 'clientX' in event && event.clientX > 0 ? event : { clientX: own.left, clientY: own.bottom };
    const right = bar.current?.getBoundingClientRect().right ?? window.innerWidth;
    const scrolled = strip.current?.scrollLeft ?? 0;
    setMenu({ tab, location, title: tabs.titleOf(tab), x: at.clientX, y: at.clientY, right, scrolled });
  };
  // the news of a scroll may come after the click that opened the menu where the strip stands now
  const handleScroll = ({ currentTarget }: UIEvent<HTMLElement>) =>
    setMenu((open) => (open?.scrolled === currentTarget.scrollLeft ? open : undefined));
  return (
    <div className={classes.bar} ref={bar} data-tour="tabs">
      <Arrow way={-1} strip={strip} seen={seen} />
      <div
        className={classes.strip}
        ref={strip}
        role="tablist"
        aria-label={t('tabs.label')}
        onScroll={handleScroll}
        onPointerMove={drag.onPointerMove}
        onPointerUp={drag.onPointerUp}
        onPointerCancel={drag.onPointerCancel}
      >
        {tabs.list.map((tab, index) => (
          <TabButton
            key={tab.key}
            tab={tab}
            index={index}
            tabs={tabs}
            dragged={drag.dragged === tab.key}
            onMenu={(event) => openMenu(tab, event)}
            onPointerDown={(event) => drag.onPointerDown(tab.key, event)}
          />
        ))}
      </div>
      <Arrow way={1} strip={strip} seen={seen} />
      {seen.share < 1 && (
        <span className={classes.thumb} style={{ left: `${seen.start * 100}%`, width: `${seen.share * 100}%` }} />
      )}
      {menu?.location === location && <TabMenu place={menu} tabs={tabs} onClose={() => setMenu(undefined)} />}
    </div>
  );
}

type ArrowProps = { way: -1 | 1; strip: RefObject<HTMLDivElement | null>; seen: Overflow };

/** Moves an overflowing strip by most of its width. */
function Arrow({ way, strip, seen }: ArrowProps) {
  const { t } = useTranslation();
  if (seen.share >= 1) return null;
  const left = way === -1 ? seen.start : 1 - seen.start - seen.share;
  const Icon = way === -1 ? IconChevronLeft : IconChevronRight;
  const label = way === -1 ? t('tabs.earlier') : t('tabs.later');
  const handleClick = () => strip.current?.scrollBy({ left: way * 0.8 * strip.current.clientWidth });
  return (
    <button
      type="button"
      className={classes.arrow}
      aria-label={label}
      title={label}
      aria-disabled={left < 0.001}
      onClick={handleClick}
    >
      <Icon size={14} stroke={2} aria-hidden />
    </button>
  );
}
