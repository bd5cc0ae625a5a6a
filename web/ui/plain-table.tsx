import type { ReactNode } from 'react';
import classes from './plain-table.module.css';

export type PlainTableProps = {
  /** Name of the table for readers of the screen, where no heading says it. */
  label?: string;
  /** `thead`, `tbody` and their rows; `data-align="end"` on the cells of numbers, `data-ended="true"` on rows that are over. */
  children: ReactNode;
};

/** A short table inside of a page or a drawer: no sorting, no selection. Lists are `DataTable`. */
export function PlainTable({ label, children }: PlainTableProps) {
  return (
    <table className={classes.table} {...(label !== undefined && { 'aria-label': label })}>
      {children}
    </table>
  );
}
