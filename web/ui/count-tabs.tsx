import { useRef } from 'react';
import classes from './count-tabs.module.css';
import { useChosenInSight } from './use-chosen-in-sight.ts';
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

/** Named filters of a list with their counts. Links in meaning, so plain buttons with `aria-pressed`. */
export function CountTabs({ label, tabs, value, onChange }: CountTabsProps) {
  const place = tabs.findIndex((tab) => tab.value === value);
  const strip = useRef<HTMLDivElement>(null);
  const { before, after } = useOverflow(strip);
  const counted = tabs.some((tab) => tab.count !== undefined); // counts come later and widen the tabs
  useChosenInSight(strip, `${place} ${counted}`, (box) => box.children[place]);
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
