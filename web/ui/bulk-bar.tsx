import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './bulk-bar.module.css';
import { fill, useUiTexts } from './texts.tsx';

type BulkBarProps = {
  /** How many rows are selected, in words; their number alone where nothing else is said. */
  words?: string | undefined;
  count?: number;
  onClear: () => void;
  /** All rows of the page are ticked and more match: offers them too. */
  more?: { label: string; onTake: () => void } | undefined;
  children: ReactNode;
};

/** The bar that rises while rows are ticked: how many, what they sum to, what can be done with them. */
export function BulkBar({ count = 0, words: said, onClear, more, children }: BulkBarProps) {
  const texts = useUiTexts();
  const words = said ?? fill(texts.selected, { n: count });
  return (
    <section className={classes.bulk} aria-label={words}>
      <span className={classes.bulkCount} role="status">
        {words}
      </span>
      {more !== undefined && (
        <Button variant="subtle" size="xs" onClick={more.onTake}>
          {more.label}
        </Button>
      )}
      <Button variant="subtle" color="gray" size="xs" onClick={onClear}>
        {texts.clearSelection}
      </Button>
      <div className={classes.bulkActions}>{children}</div>
    </section>
  );
}
