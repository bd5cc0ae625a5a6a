import { useEffect, useRef } from 'react';
import classes from './count-tabs.module.css';

export type CountTab = {
  value: string;
  label: string;
  count?: number | undefined;
  /** Amber when it wants the merchant. */
  attention?: boolean;
};

export type CountTabsProps = {
  label: string;
  tabs: readonly CountTab[];
  value: string;
  onChange: (value: string) => void;
};

/** Named filters of a list with their counts. Links in meaning, so plain buttons with `aria-pressed`. */
export function CountTabs({ label, tabs, value, onChange }: CountTabsProps) {
  const place = tabs.findIndex((tab) => tab.value === value);
  const strip = useRef<HTMLDivElement>(null);
  const shown = useRef(-1); // outlives a while behind another page, whose return brings back where the reader had moved it
  // an address may lead to a tab that a narrow screen has not in sight; nothing but the strip itself moves
  useEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    const [box, chosen] = [strip.current, strip.current?.children[place]];
    if (!box || !(chosen instanceof HTMLElement)) return;
    const end = chosen.offsetLeft + chosen.offsetWidth - box.offsetLeft;
    if (end > box.scrollLeft + box.clientWidth) box.scrollLeft = end - box.clientWidth;
    else if (chosen.offsetLeft - box.offsetLeft < box.scrollLeft) box.scrollLeft = chosen.offsetLeft - box.offsetLeft;
  }, [place]);
  const number = new Intl.NumberFormat(document.documentElement.lang || 'en');
  return (
    <div ref={strip} className={classes.tabs} role="group" aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          className={classes.tab}
          aria-pressed={tab.value === value}
          onClick={() => onChange(tab.value)}
        >
          {tab.label}
          {tab.count !== undefined && (
            <span className={classes.count} data-attention={tab.attention === true && tab.count > 0}>
              {number.format(tab.count)}
            </span>
          )}
        </button>
      ))}
    </div>
  );
}
