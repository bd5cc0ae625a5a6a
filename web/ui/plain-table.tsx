import type { ReactNode } from 'react';
import classes from './plain-table.module.css';
import { ScrollBox } from './scroll-box.tsx';

export type PlainTableProps = {
  /** Name of the table for readers of the screen, and of the place where keys scroll it. */
  label: string;
  /** Fields stand in its cells: they keep the height of their line. */
  fields?: boolean;
  /** Height in px, or as CSS has it, from which it scrolls down. */
  maxHeight?: number | string;
  /** `thead`, `tbody` and their rows; `data-align="end"` on the cells of numbers, `data-spare` on those that a phone leaves out, `data-ended="true"` on rows that are over. */
  children: ReactNode;
};

/** A short table inside of a page or a drawer: no sorting, no selection. Lists are `DataTable`. */
export function PlainTable({ label, fields = false, maxHeight, children }: PlainTableProps) {
  return (
    <ScrollBox label={label} {...(maxHeight !== undefined && { maxHeight })}>
      <table className={classes.table} data-fields={fields} aria-label={label}>
        {children}
      </table>
    </ScrollBox>
  );
}
