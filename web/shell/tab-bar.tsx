import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState, type UIEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { tabScrollPadding } from '#contract/constants.ts';
import { useShell } from './shell-context.tsx';
import classes from './tab-bar.module.css';
import { TabButton } from './tab-button.tsx';
import type { Tab } from './tab-list.ts';
import { type MenuPlace, TabMenu } from './tab-menu.tsx';
import { useTabDrag } from './use-tab-drag.ts';
import { type Tabs, useOpenTabs } from './use-tabs.ts';

/** How much of the strip is seen: shares of its whole width, for the arrows and the thin bar below. */
type Overflow = { start: number; share: number };

const wholeStrip: Overflow = { start: 0, share: 1 };

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
        data-before={seen.start > 0.001}
        data-after={seen.start + seen.share < 0.999}
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

type Strip = RefObject<HTMLDivElement | null>;

const tabsOf = (strip: HTMLElement) => [...strip.querySelectorAll<HTMLElement>('[role=tab]')];

/** Scrolls so far that a tab and its neighbours are in view. */
function bringIntoView(list: HTMLElement, tabs: readonly HTMLElement[], index: number): void {
  const [before, next] = [tabs[index - 1], tabs[index + 1]];
  if (before === undefined) list.scrollTo({ left: 0 });
  else if (next === undefined) list.scrollTo({ left: list.scrollWidth });
  else {
    // a strip scrolls by whole pixels, and tabs are as wide as their titles: the room beside them is rather more than less
    const origin = list.getBoundingClientRect().left - list.scrollLeft;
    const end = Math.ceil(next.getBoundingClientRect().right - origin + tabScrollPadding);
    const start = Math.floor(before.getBoundingClientRect().left - origin - tabScrollPadding);
    if (end > list.scrollLeft + list.clientWidth) list.scrollTo({ left: end - list.clientWidth });
    else if (start < list.scrollLeft) list.scrollTo({ left: start });
  }
}

/**
 * Brings the shown tab and its neighbours into view (shell 2.6): when another is shown, and when a width changes, as by
 * the arrows that appear beside an overflowing strip, by a title that comes with its record, or by the window.
 */
function useIntoView(strip: Strip, shown: string, count: number): void {
  useEffect(() => {
    const list = strip.current;
    if (list === null || count < 2) return undefined;
    const tabs = tabsOf(list);
    const index = tabs.findIndex((tab) => tab.dataset.key === shown);
    if (index === -1) return undefined;
    const widths = new ResizeObserver(() => bringIntoView(list, tabs, index));
    for (const part of [list, ...tabs.slice(Math.max(0, index - 1), index + 2)]) widths.observe(part);
    return () => widths.disconnect();
  }, [strip, shown, count]);
}

/** The wheel moves the strip sideways and not the page: down is right, sideways wheels stay as they are. */
function useSidewaysWheel(strip: Strip): void {
  useEffect(() => {
    const list = strip.current;
    if (list === null) return undefined;
    const handleWheel = (event: WheelEvent) => {
      if (event.deltaX !== 0 || list.scrollWidth <= list.clientWidth) return;
      event.preventDefault();
      list.scrollBy({ left: event.deltaY / 4 });
    };
    list.addEventListener('wheel', handleWheel, { passive: false });
    return () => list.removeEventListener('wheel', handleWheel);
  }, [strip]);
}

/** Follows what is seen of the strip. */
function useOverflow(strip: Strip): Overflow {
  const [seen, setSeen] = useState(wholeStrip);
  useEffect(() => {
    const list = strip.current;
    if (list === null) return undefined;
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth } = list;
      const next =
        scrollWidth > clientWidth ? { start: scrollLeft / scrollWidth, share: clientWidth / scrollWidth } : wholeStrip;
      setSeen((before) => (before.start === next.start && before.share === next.share ? before : next));
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(list);
    const contents = new MutationObserver(measure);
    contents.observe(list, { childList: true, characterData: true, subtree: true });
    list.addEventListener('scroll', measure, { passive: true });
    return () => {
      sizes.disconnect();
      contents.disconnect();
      list.removeEventListener('scroll', measure);
    };
  }, [strip]);
  return seen;
}
