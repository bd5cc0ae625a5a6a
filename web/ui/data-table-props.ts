import type { Column, RowAction, Sort } from './column.ts';
import type { EmptyStateProps } from './empty-state.tsx';
import type { Selection } from './selection.ts';
import type { ReactNode } from 'react';

export type TableMeta = { page: number; per_page: number; total: number; total_is_exact: boolean };

export type DataTableProps<Row extends object> = {
  /** Name of the list for readers of the screen. */
  label: string;
  query: TableQuery<Row>;
  /** Stable list (module level, or a memo over the texts). */
  columns: readonly Column<Row>[];
  /** Ids of columns that the table leaves out. */
  hidden?: readonly string[];
  /** Stable (module level). */
  rowId: (row: Row) => string;
  /** The row's name in words, for the labels of its controls: "order #1042". */
  rowName: (row: Row) => string;
  /** What to say without rows: nothing yet, nothing that fits the filters, or nothing left to do. */
  empty: EmptyStateProps;
  /** Opens the detail: the whole row takes the click, its main cell takes the keys. */
  onOpen?: (row: Row) => void;
  /** What opening a row does, where it leads elsewhere than to its detail: "View invoices of North Lane". */
  openText?: (row: Row) => string;
  /** Id of the row whose detail is open. */
  openId?: string | undefined;
  selection?: Selection<Row>;
  /** Whether a row may be ticked. */
  selectable?: (row: Row) => boolean;
  /** Whether a bulk action may mean all rows that match, also those of other pages. */
  matchable?: boolean;
  /** Bulk actions and the sum, in the bar at the bottom while rows are ticked. */
  bulk?: (rows: readonly Row[]) => ReactNode;
  actions?: (row: Row) => RowAction[];
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  onPage: (page: number) => void;
  onPerPage: (perPage: number) => void;
};

/** What the table needs of a query; the result of a query hook over a list call fits. */
export type TableQuery<Row> = {
  data: { data: readonly Row[]; meta: TableMeta } | undefined;
  isFetching: boolean;
  /** The rows are those of the question before. */
  isPlaceholderData?: boolean;
  error: unknown;
  refetch: () => unknown;
};
