import { looksLikeFormula } from '#server/lib/file-cells.ts';
import type { Read } from './cell-values.ts';
import type { Problem, RowProblem } from './file-problem.ts';
import type { Columns } from './order-columns.ts';
import type { AddressField, Field } from './order-fields.ts';
import type { TableRow } from './table-rows.ts';

const longest: Partial<Record<Field, number>> = {
  order_name: 50,
  order_id: 64,
  line_title: 255,
  line_sku: 100,
  name: 120,
  last_name: 120,
  address1: 200,
  address2: 200,
  city: 100,
  province: 100,
  zip: 20,
  phone: 40,
  email: 254,
};
/** Shopify writes an apostrophe before these, so that spreadsheets keep their zeros. Elsewhere it is part of a name. */
const withApostrophe: ReadonlySet<Field> = new Set<Field>(['zip', 'phone']);

/** What a sheet shows where a formula fails, in English and other languages, and where a column is too narrow. */
const formulaError = /^#(?:N\/[AD]|NV|#{2,}|[¡¿]?\p{Lu}[\p{Lu}/0_]*[!?])$/u;

/** Reads the cells of one row and collects what is wrong with them. */
export class RowReader {
  readonly problems: RowProblem[] = [];
  private readonly columns: Columns;
  private readonly row: TableRow;
  constructor(columns: Columns, row: TableRow) {
    this.columns = columns;
    this.row = row;
  }
  text(field: Field): string {
    const cell = this.cell(field, this.columns.at[field]);
    const limit = longest[field];
    if (limit && cell.length > limit) this.problem(field, { code: 'too_long', params: { limit } });
    if (formulaError.test(cell)) this.problem(field, { code: 'formula_error', params: { text: cell } });
    return cell;
  }
  /** The same field of the buyer's own address. */
  billing(field: AddressField): string {
    const cell = this.cell(field, this.columns.billing[field]);
    if (formulaError.test(cell)) this.problem(null, { code: 'formula_error', params: { text: cell } });
    return cell;
  }
  private cell(field: Field, at: number | undefined): string {
    const cell = at === undefined ? '' : (this.row.cells[at] ?? '');
    const protectedText = this.columns.corrected && cell.startsWith("'") && looksLikeFormula(cell.slice(1));
    return protectedText || withApostrophe.has(field) ? cell.replace(/^'/, '') : cell;
  }
  has(field: Field): boolean {
    return this.columns.at[field] !== undefined;
  }
  /** Notes what is wrong; of one column the first thing counts. */
  problem(field: Field | null, { code, params }: Problem): void {
    const column = field ? (this.columns.titles[field] ?? null) : null;
    if (column !== null && this.problems.some((known) => known.column === column)) return;
    this.problems.push({ row: this.row.row, column, code, params });
  }
  /** What the cell means; an empty one is `otherwise`, or the problem `missing`. Undefined after a problem. */
  read<T>(
    field: Field,
    as: (text: string) => Read<T>,
    empty: { otherwise: T } | { missing: Problem['code'] },
  ): T | undefined {
    const text = this.text(field);
    if (text === '') {
      if ('otherwise' in empty) return empty.otherwise;
      this.problem(field, { code: empty.missing, params: {} });
      return undefined;
    }
    const read = as(text);
    if ('value' in read) return read.value;
    this.problem(field, read.problem);
    return undefined;
  }
}
