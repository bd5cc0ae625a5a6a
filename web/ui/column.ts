import type { ReactNode } from 'react';

/** A column of a `DataTable`; declare the list once at module level, or in a `useMemo` over the texts. */
export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** `end` for money and numbers. */
  align?: 'start' | 'end';
  /** Narrowest window, in px, that shows the column in the table; the detail shows its fact in any. */
  from?: 1280 | 1440 | 1680;
  /** CSS width, such as `120` or `'30%'`. */
  width?: number | string;
  /** Words of any length: two lines in the table, all of them on hover; `whole` takes as many lines as it needs. */
  wraps?: true | 'whole';
  /** The identity: first on a card, and the row's name for readers of the screen. At most one. */
  main?: boolean;
  /**
   * On a phone's card: shown as a fact with its label (at most four), as one of words that take the card's width, as a button below
   * the facts, or left out. The main column always shows.
   */
  card?: 'fact' | 'words' | 'action' | 'hidden';
  /** A fact that is words in this row, such as a state with the reason for it. */
  wordy?: (row: Row) => boolean;
  /** Shows only for who chose it. */
  optional?: boolean;
  /** What the tab is about: shows beside the main column, whatever columns are chosen. */
  fixed?: boolean;
  /** Whether a row says nothing here: a page of such rows leaves the column out, unless it was chosen. */
  blank?: (row: Row) => boolean;
  /** Name of the sort for the server; absent = not sortable. */
  sort?: string;
};

/** Whether a window of this width leaves the column out, as `data-table.module.css` does. */
export const lacksRoom = ({ from }: Pick<Column<never>, 'from'>, width: number): boolean =>
  from !== undefined && width < from;

/** Sort as it stands in the address: `name` or `-name`. */
export type Sort = string | undefined;

/** The sort after a click on a column: ascending, descending, none. */
export function nextSort(current: Sort, name: string): Sort {
  if (current === name) return `-${name}`;
  return current === `-${name}` ? undefined : name;
}

/** One entry of a row's action menu. */
export type RowAction = {
  label: string;
  onClick: () => void;
  disabled?: boolean;
  /** Stands apart, below a line. */
  destructive?: boolean;
};
