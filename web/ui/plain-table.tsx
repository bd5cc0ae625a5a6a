import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './plain-table.module.css';
import { ScrollBox } from './scroll-box.tsx';
import { fill, useUiTexts } from './texts.tsx';

export type PlainTableProps = {
  /** Name of the table for readers of the screen, and of the place where keys scroll it. */
  label: string;
  /** Fields stand in its cells: they keep the height of their line. */
  fields?: boolean;
  /** Height in px, or as CSS has it, from which it scrolls down. */
  maxHeight?: number | string;
  /** It has the whole of a panel, as a list has: its rows reach the edges. */
  flush?: boolean;
  /** On a phone each row is a card, whose first cell is its name; the others say by `data-head` what they are. */
  stacks?: boolean;
  /** How many rows its body has, where the page grows with it: the first ten show until all are asked for. */
  rows?: number;
  /** `thead`, `tbody` and their rows; `data-align="end"` on the cells of numbers, `data-spare` on those that a phone leaves out, `data-ended="true"` on rows that are over. */
  children: ReactNode;
};

/** A short table inside of a page or a drawer: no sorting, no selection. Lists are `DataTable`. */
export function PlainTable(props: PlainTableProps) {
  const { label, fields = false, flush = false, stacks = false, maxHeight, rows = 0, children } = props;
  const texts = useUiTexts();
  const [whole, setWhole] = useState(false);
  const begun = rows > firstRows && !whole;
  return (
    <div className={classes.place}>
      <ScrollBox label={label} {...(maxHeight !== undefined && { maxHeight })}>
        <table
          className={classes.table}
          data-fields={fields}
          data-flush={flush}
          data-stacks={stacks}
          data-begun={begun}
          aria-label={label}
        >
          {children}
        </table>
      </ScrollBox>
      {begun && (
        <Button variant="subtle" size="compact-sm" mt={8} ml={flush ? 8 : -8} onClick={() => setWhole(true)}>
          {fill(texts.showAllRows, { n: rows })}
        </Button>
      )}
    </div>
  );
}

/** As many as `plain-table.module.css` leaves. */
const firstRows = 10;
