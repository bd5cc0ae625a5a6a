import type { DataTableProps } from './data-table-props.ts';

/** The ticks of the rows that a table shows now; ticks of other pages stay as they are. */
export type PageSelection<Row> = {
  /** Every row that may be ticked is; false without any. */
  all: boolean;
  /** Some rows are ticked. */
  some: boolean;
  /** There is no row to tick: none has come yet, or none of them may be. */
  none: boolean;
  has: (row: Row) => boolean;
  allowed: (row: Row) => boolean;
  toggle: (row: Row) => void;
  toggleAll: () => void;
  /** Ticks the rows between two places as the row at the second one becomes; a single row is toggled. */
  toggleRange: (from: number, to: number) => void;
};

/** What the ticks of a `DataTable` are, by its props. */
export function pageSelection<Row extends object>(props: DataTableProps<Row>): PageSelection<Row> {
  const { query, rowId, selection, selectable } = props;
  const rows = query.data?.data ?? [];
  const has = (row: Row) => selection?.has(rowId(row)) === true;
  const allowed = (row: Row) => selection !== undefined && (selectable?.(row) ?? true);
  const choosable = rows.filter(allowed);
  const all = choosable.length > 0 && choosable.every(has);
  const set = (changed: readonly Row[], ticked: boolean) => selection?.update(changed.filter(allowed), () => ticked);
  return {
    all,
    some: rows.some(has),
    none: choosable.length === 0,
    has,
    allowed,
    toggle: (row) => set([row], !has(row)),
    toggleAll: () => set(rows, !all),
    toggleRange: (from, to) => {
      const last = rows[to];
      if (last) set(rows.slice(Math.min(from, to), Math.max(from, to) + 1), !has(last));
    },
  };
}
