import { mappingFileRows, selfFulfilledEntries } from '#contract/mapping-file-rules.ts';
import { readCountry } from '#server/connectors/file/country-names.ts';
import { FileProblem } from '#server/connectors/file/file-problem.ts';
import { isShortenedId } from '#server/connectors/file/order-ids.ts';
import { type SentFile, tableRows } from '#server/connectors/file/table-rows.ts';
import { type Column, findPlaces } from './mapping-file-columns.ts';
import type { Note } from './mapping-file-texts.ts';

/** A row as it was written, and what can be told without the database. */
export type FileRow = {
  row: number;
  cells: Partial<Record<Column, string>>;
  store: string;
  variant_id: string;
  store_sku: string;
  /** The item's code in capitals; empty when none is named. */
  sku: string;
  not_ours: boolean;
  quantity: number;
  /** Sorted codes; none for everywhere. */
  countries: string[];
  note: Note | null;
};

const head = 1;

/** Reads a mapping file. Throws `FileProblem` when it is none, or longer than one may be. */
export async function readMappingRows(file: SentFile): Promise<FileRow[]> {
  let places: ReturnType<typeof findPlaces> | undefined;
  const rows: FileRow[] = [];
  for await (const { row, cells } of tableRows(file)) {
    if (!places) {
      places = findPlaces(cells);
      continue;
    }
    if (rows.length === mappingFileRows)
      throw new FileProblem({
        text: 'mapping-files.too_many_rows',
        params: { most: mappingFileRows.toLocaleString('en') },
      });
    const entries = Object.entries(places) as [Column, number][]; // `Places` has columns as keys
    rows.push(readRow(row, Object.fromEntries(entries.map(([column, place]) => [column, textAt(cells, place)]))));
  }
  if (!places || rows.length === 0) throw new FileProblem({ text: 'mapping-files.empty', params: { row: head } });
  return rows;
}

/** A text that a spreadsheet would compute is written with an apostrophe in front. */
const textAt = (cells: readonly string[], place: number) => (cells[place] ?? '').replace(/^'/, '').trim();

function readRow(row: number, cells: Partial<Record<Column, string>>): FileRow {
  const { store = '', variant_id = '', store_sku = '', sku = '' } = cells;
  const quantity = quantityOf(cells.quantity ?? '');
  const countries = countriesOf(cells.countries ?? '');
  const written = { row, cells, store, variant_id: variant_id.replace(/^.*\//, ''), store_sku };
  const not_ours = selfFulfilledEntries.includes(sku.toLowerCase());
  const note = sku === '' ? null : (variantNote(written) ?? quantity.note ?? countries.note);
  return {
    ...written,
    sku: not_ours ? '' : sku.toUpperCase(),
    not_ours,
    quantity: quantity.value,
    countries: countries.value,
    note,
  };
}

function variantNote({ variant_id, store_sku }: Pick<FileRow, 'variant_id' | 'store_sku'>): Note | null {
  if (isShortenedId(variant_id)) return { code: 'id_shortened', about: variant_id };
  return variant_id === '' && store_sku === '' ? { code: 'no_variant' } : null;
}

type Value<T> = { value: T; note: Note | null };

function quantityOf(text: string): Value<number> {
  const plain = text === '' ? '1' : text.replace(/[.,]0+$/, '');
  const value = /^\d{1,3}$/.test(plain) ? Number(plain) : 0;
  return value > 0 ? { value, note: null } : { value: 0, note: { code: 'quantity', about: text } };
}

function countriesOf(text: string): Value<string[]> {
  const found = new Set<string>();
  for (const part of text.split(/[,;|、，；/]+/).map((one) => one.trim())) {
    if (part === '') continue;
    const read = readCountry(part);
    if ('problem' in read) return { value: [], note: { code: 'country', about: part } };
    found.add(read.value);
  }
  return { value: [...found].sort(), note: null };
}
