import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useRef } from 'react';
import classes from './count-tabs.module.css';
import { useUiTexts } from './texts.tsx';
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

/**
 * Named filters of a list with their counts. Links in meaning, so plain buttons with `aria-pressed`. Those that a window has no
 * room for fade at the edge, and a menu beside them has all.
 */
export function CountTabs({ label, tabs, value, onChange }: CountTabsProps) {
  const place = tabs.findIndex((tab) => tab.value === value);
  const strip = useRef<HTMLDivElement>(null);
  const { overflows, before, after } = useOverflow(strip);
  const counted = tabs.some((tab) => tab.count !== undefined); // counts come later and widen the tabs
  useChosenInSight(strip, `${place} ${counted} ${overflows}`, (box) => box.children[place]);
  return (
    <div className={classes.frame}>
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
            <Count tab={tab} />
          </button>
        ))}
      </div>
      {overflows && <AllTabs tabs={tabs} value={value} onChange={onChange} />}
    </div>
  );
}

function Count({ tab: { count, attention } }: { tab: CountTab }) {
  if (count === undefined) return null;
  return (
    <span className={classes.count} data-attention={attention === true && count > 0}>
      {new Intl.NumberFormat(document.documentElement.lang || 'en').format(count)}
    </span>
  );
}

function AllTabs({ tabs, value, onChange }: Omit<CountTabsProps, 'label'>) {
  const texts = useUiTexts();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <UnstyledButton className={classes.all} aria-label={texts.allTabs} title={texts.allTabs}>
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {tabs.map((tab) => (
          <Menu.Item
            key={tab.value}
            aria-current={tab.value === value}
            fw={tab.value === value ? 600 : undefined}
            rightSection={<Count tab={tab} />}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
