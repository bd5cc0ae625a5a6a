import { useEffect, useRef } from 'react';
import classes from './count-tabs.module.css';
import { useOverflow } from './use-overflow.ts';

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

const faded = 40; // px at an end behind which there are more, as in the style sheet

/** Named filters of a list with their counts. Links in meaning, so plain buttons with `aria-pressed`. */
export function CountTabs({ label, tabs, value, onChange }: CountTabsProps) {
  const place = tabs.findIndex((tab) => tab.value === value);
  const strip = useRef<HTMLDivElement>(null);
  const { before, after } = useOverflow(strip);
  const counted = tabs.some((tab) => tab.count !== undefined); // counts come later and widen the tabs
  const shown = useRef(''); // outlives a while behind another page, whose return brings back where the reader had moved it
  // an address may lead to a tab that a narrow screen has not in sight; nothing but the strip itself moves
  useEffect(() => {
    const now = `${place} ${counted}`;
    if (shown.current === now) return;
    shown.current = now;
    const [box, chosen] = [strip.current, strip.current?.children[place]];
    if (!box || !(chosen instanceof HTMLElement)) return;
    const start = chosen.offsetLeft - box.offsetLeft - faded;
    const end = start + chosen.offsetWidth + 2 * faded;
    if (end > box.scrollLeft + box.clientWidth) box.scrollLeft = end - box.clientWidth;
    else if (start < box.scrollLeft) box.scrollLeft = start;
  }, [place, counted]);
  const number = new Intl.NumberFormat(document.documentElement.lang || 'en');
  return (
    <div ref={strip} className={classes.tabs} role="group" aria-label={label} data-before={before} data-after={after}>
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
