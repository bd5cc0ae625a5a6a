import {
  columnVisibilityFeature,
  type ReactTable,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { DataTableProps } from './data-table.tsx';

const features = tableFeatures({ rowSelectionFeature, columnVisibilityFeature });

/** Which rows and columns show and what is ticked, as the parts of the table see it. */
export type TableModel<Row extends object> = ReactTable<typeof features, Row>;

/** Turns the props of a `DataTable` into the model. */
export function useTableModel<Row extends object>(props: DataTableProps<Row>): TableModel<Row> {
  const { columns, hidden, query, rowId, selection, selectable } = props;
  const data = useMemo(() => [...(query.data?.data ?? [])], [query.data]);
  const definitions = useMemo(() => columns.map((column) => ({ id: column.id })), [columns]);
  const columnVisibility = useMemo(() => Object.fromEntries((hidden ?? []).map((id) => [id, false])), [hidden]);
  const rowSelection = useMemo(
    () => Object.fromEntries((selection?.ids ?? []).map((id) => [id, true] as const)),
    [selection],
  );
  return useTable({
    features,
    columns: definitions,
    data,
    getRowId: (row: Row) => rowId(row),
    enableRowSelection: (row) => selection !== undefined && (selectable?.(row.original) ?? true),
    state: { rowSelection, columnVisibility },
    onRowSelectionChange: (change) => {
      const next = typeof change === 'function' ? change(rowSelection) : change;
      selection?.update(data, (id) => next[id] === true);
    },
  });
}

/** Ticks the rows between two places, as the row at the second one becomes; a single row is turned over. */
export function tickRange<Row extends object>(table: TableModel<Row>, from: number, to: number): void {
  const rows = table.getRowModel().rows;
  const ticked = rows[to]?.getIsSelected() !== true;
  const between = new Set(
    rows.slice(Math.min(from, to), Math.max(from, to) + 1).flatMap((row) => (row.getCanSelect() ? [row.id] : [])),
  );
  table.setRowSelection((before) =>
    Object.fromEntries([
      ...Object.entries(before).filter(([id]) => !between.has(id)),
      ...(ticked ? [...between].map((id) => [id, true] as const) : []),
    ]),
  );
}
