import { expect, it } from 'vitest';
import type { DataTableProps } from './data-table-props.ts';
import { pageSelection } from './page-selection.ts';

type Row = { id: string; open: boolean };

const ticksOf = (rows: readonly Row[] | undefined) =>
  pageSelection({
    query: { data: rows && { data: rows } },
    rowId: (row: Row) => row.id,
    selection: { has: () => false },
    selectable: (row: Row) => row.open,
  } as unknown as DataTableProps<Row>);

it('has no row to tick before rows have come, nor where none may be ticked', () => {
  expect(ticksOf(undefined).none).toBe(true);
  expect(ticksOf([{ id: '1', open: false }]).none).toBe(true);
  expect(ticksOf([{ id: '1', open: true }]).none).toBe(false);
});
