import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';
import { fill, useUiTexts } from './texts.tsx';

type BulkBarProps = {
  count: number;
  onClear: () => void;
  /** All rows of the page are ticked and more match: offers them too. */
  more?: { total: string; onTake: () => void } | undefined;
  /** Said instead of the count when all that match are meant. */
  everything?: string | undefined;
  children: ReactNode;
};

/** The bar that rises while rows are ticked: how many, what they sum to, what can be done with them. */
export function BulkBar({ count, onClear, more, everything, children }: BulkBarProps) {
  const texts = useUiTexts();
  const words =
    everything === undefined ? fill(texts.selected, { n: count }) : fill(texts.allSelected, { n: everything });
  return (
    <section className={classes.bulk} aria-label={words}>
      <span className={classes.bulkCount} role="status">
        {words}
      </span>
      {more !== undefined && (
        <Button variant="subtle" size="xs" onClick={more.onTake}>
          {fill(texts.selectMatching, { n: more.total })}
        </Button>
      )}
      <Button variant="subtle" color="gray" size="xs" onClick={onClear}>
        {texts.clearSelection}
      </Button>
      <div className={classes.bulkActions}>{children}</div>
    </section>
  );
}
