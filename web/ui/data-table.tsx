import './app-styles.ts';
import type { ReactNode } from 'react';
import { BulkBar } from './bulk-bar.tsx';
import type { Column, RowAction, Sort } from './column.ts';
import classes from './data-table.module.css';
import { CardList } from './data-table-cards.tsx';
import { TableFooter } from './data-table-footer.tsx';
import { TableGrid } from './data-table-grid.tsx';
import { EmptyState, type EmptyStateProps } from './empty-state.tsx';
import { ErrorBox } from './error-box.tsx';
import { ThinBar } from './progress.tsx';
import type { Selection } from './selection.ts';
import { useTableModel } from './table-model.ts';
import { useMobile } from './use-mobile.ts';

export type TableMeta = { page: number; per_page: number; total: number; total_is_exact: boolean };

/** What the table needs of a query; the result of a query hook over a list call fits. */
export type TableQuery<Row> = {
  data: { data: readonly Row[]; meta: TableMeta } | undefined;
  isFetching: boolean;
  error: unknown;
  refetch: () => unknown;
};

export type DataTableProps<Row extends object> = {
  /** Name of the list for readers of the screen. */
  label: string;
  query: TableQuery<Row>;
  /** Stable list (module level, or a memo over the texts). */
  columns: readonly Column<Row>[];
  /** Ids of columns that the user hid. */
  hidden?: readonly string[];
  /** Stable (module level). */
  rowId: (row: Row) => string;
  /** The row's name in words, for the labels of its controls: "order #1042". */
  rowName: (row: Row) => string;
  /** What to say without rows: nothing yet, nothing that fits the filters, or nothing left to do. */
  empty: EmptyStateProps;
  /** Opens the detail: the whole row takes the click, its main cell takes the keys. */
  onOpen?: (row: Row) => void;
  /** Id of the row whose detail is open. */
  openId?: string | undefined;
  selection?: Selection<Row>;
  /** Whether a row may be ticked. */
  selectable?: (row: Row) => boolean;
  /** Bulk actions and the sum, in the bar at the bottom while rows are ticked. */
  bulk?: (rows: readonly Row[]) => ReactNode;
  actions?: (row: Row) => RowAction[];
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  onPage: (page: number) => void;
  onPerPage: (perPage: number) => void;
};

/** A list: sticky head, selection with a bulk bar, footer with pages, cards on a phone (look: page anatomy). */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { query, selection, bulk } = props;
  const mobile = useMobile();
  const table = useTableModel(props);
  const ready = query.data !== undefined;

  if (!ready && query.error !== null && query.error !== undefined && !query.isFetching) {
    return (
      <div className={classes.failed}>
        <ErrorBox error={query.error} onRetry={() => void query.refetch()} />
      </div>
    );
  }
  const Body = mobile ? CardList : TableGrid;
  return (
    <div className={classes.table} aria-busy={query.isFetching}>
      <ThinBar active={query.isFetching && ready} />
      {query.data?.data.length === 0 ? <EmptyState {...props.empty} /> : <Body {...props} table={table} />}
      {query.data !== undefined && query.data.meta.total > 0 && (
        <TableFooter meta={query.data.meta} onPage={props.onPage} onPerPage={props.onPerPage} />
      )}
      {selection !== undefined && bulk !== undefined && selection.ids.length > 0 && (
        <BulkBar count={selection.ids.length} onClear={selection.clear}>
          {bulk(selection.rows)}
        </BulkBar>
      )}
    </div>
  );
}
