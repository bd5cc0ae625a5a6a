import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';
import { fill, useUiTexts } from './texts.tsx';

type BulkBarProps = { count: number; onClear: () => void; children: ReactNode };

/** The bar that rises while rows are ticked: how many, what they sum to, what can be done with them. */
export function BulkBar({ count, onClear, children }: BulkBarProps) {
  const texts = useUiTexts();
  const words = fill(texts.selected, { n: count });
  return (
    <section className={classes.bulk} aria-label={words}>
      <span className={classes.bulkCount} role="status">
        {words}
      </span>
      <Button variant="subtle" color="gray" size="xs" onClick={onClear}>
        {texts.clearSelection}
      </Button>
      <div className={classes.bulkActions}>{children}</div>
    </section>
  );
}
