import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { Location } from 'react-router';
import { tabMenuWidth } from '#contract/constants.ts';
import classes from './tab-bar.module.css';
import type { Tab } from './tab-list.ts';
import type { Tabs } from './use-tabs.ts';

/** Where the menu was asked for; it goes when the address changes. */
export type MenuPlace = {
  tab: Tab;
  title: string;
  x: number;
  y: number;
  right: number;
  location: Location;
  /** Where the strip stood when it opened. */
  scrolled: number;
};

const pointerGap = 15;

/** Left edge in px: right of the pointer, never past the bar's end (shell 2.5). */
export function menuLeft({ x, right }: Pick<MenuPlace, 'x' | 'right'>): number {
  return Math.max(0, Math.min(x + pointerGap, right - tabMenuWidth));
}

/** Refresh, Close, Close Others, Close All; an affix tab has no Close (spec §2). */
export function TabMenu({ place, tabs, onClose }: { place: MenuPlace; tabs: Tabs; onClose: () => void }) {
  const { t } = useTranslation();
  const own = useRef<HTMLDivElement>(null);
  const { tab } = place;

  useLayoutEffect(() => {
    const menu = own.current;
    if (menu === null) return undefined;
    const overhang = menu.getBoundingClientRect().bottom - window.innerHeight;
    if (overhang > 0) menu.style.top = `${Math.max(0, place.y - overhang)}px`;
    const before = document.activeElement;
    menu.querySelector('button')?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [place]);

  useEffect(() => {
    const handleOutside = (event: Event) => {
      if (!(event.target instanceof Node) || own.current?.contains(event.target) !== true) onClose();
    };
    const events = ['pointerdown', 'contextmenu'] as const;
    for (const name of events) window.addEventListener(name, handleOutside, true);
    window.addEventListener('blur', onClose);
    window.addEventListener('resize', onClose);
    return () => {
      for (const name of events) window.removeEventListener(name, handleOutside, true);
      window.removeEventListener('blur', onClose);
      window.removeEventListener('resize', onClose);
    };
  }, [onClose]);

  const actions = [
    { label: t('tabs.refresh'), action: () => void tabs.refresh(tab) },
    ...(tab.affix ? [] : [{ label: t('tabs.closeOne'), action: () => void tabs.close(tab) }]),
    { label: t('tabs.closeOthers'), action: () => void tabs.closeOthers(tab) },
    { label: t('tabs.closeAll'), action: () => void tabs.closeAll() },
  ];
  const handleKey = (event: KeyboardEvent) => {
    const items = [...(own.current?.querySelectorAll('button') ?? [])];
    const at = items.findIndex((item) => item === document.activeElement);
    if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else if (event.key === 'ArrowDown') items[(at + 1) % items.length]?.focus();
    else if (event.key === 'ArrowUp') items[(at - 1 + items.length) % items.length]?.focus();
    else return;
    event.preventDefault();
  };
  return createPortal(
    <div
      ref={own}
      className={classes.menu}
      role="menu"
      tabIndex={-1}
      aria-label={t('tabs.menu', { title: place.title })}
      style={{ top: place.y, left: menuLeft(place), width: tabMenuWidth }}
      onKeyDown={handleKey}
    >
      {actions.map(({ label, action }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          onClick={() => {
            onClose();
            action();
          }}
        >
          {label}
        </button>
      ))}
    </div>,
    document.body,
  );
}
