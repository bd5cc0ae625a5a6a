import { type ClockParts, dayText, type FileCell } from '../lib/file-cells.ts';
import type { Words } from '../lib/file-words.ts';
import { currencyDigits, decimalText } from '../lib/money-text.ts';
import type { Cell, FileColumn } from './list-actions.ts';

/** The languages of a file's head and of the words of its states. */
export type Locale = 'en' | 'zh';

/** The columns that were asked for, by their own id or by that of the list's column; all when none fits. */
export function chosenColumns(columns: readonly FileColumn[], asked: readonly string[] | undefined): number[] {
  const all = columns.map((_, place) => place);
  const chosen = all.filter((place) => {
    const column = columns[place];
    return column && (asked?.includes(column.id) || (column.of !== undefined && asked?.includes(column.of)));
  });
  return chosen.length > 0 ? chosen : all;
}

/** Titles of the file's columns: money has its currency beside it, times name their zone. */
export function headerOf(columns: readonly FileColumn[], locale: Locale, zone: string): string[] {
  return columns.flatMap(({ header, kind }) => {
    const title = header[locale];
    if (kind === 'money') return [title, locale === 'zh' ? `${title}货币` : `${title} currency`];
    return [kind === 'date' ? `${title} (${zone})` : title];
  });
}

type Clock = (time: Date) => ClockParts;

/** One row of cells as the file holds them. */
export function cellsOf(row: readonly Cell[], columns: readonly FileColumn[], locale: Locale, clock: Clock) {
  return row.flatMap((cell, at): FileCell[] => {
    const column = columns[at];
    return column?.kind === 'state' ? [stateCell(cell, column.words, locale)] : cellOf(cell, column?.kind, clock);
  });
}

/** The words of a state's codes; a code without one stays. */
function stateCell(cell: Cell, words: Words, locale: Locale): FileCell {
  const codes = [cell].flat().filter((code) => typeof code === 'string');
  return codes.length === 0
    ? null
    : { kind: 'text', text: codes.map((code) => words[code]?.[locale] ?? code).join(', ') };
}

const isList = (cell: Cell): cell is readonly string[] => Array.isArray(cell);

function cellOf(cell: Cell, kind: FileColumn['kind'] | undefined, clock: Clock): FileCell[] {
  if (cell === null) return kind === 'money' ? [null, null] : [null];
  if (typeof cell === 'number' && kind === 'hundredths')
    return [{ kind: 'decimal', text: (cell / 100).toFixed(2), digits: 2 }];
  if (typeof cell === 'number') return [{ kind: 'int', value: cell }];
  if (typeof cell === 'string') return [{ kind: 'text', text: cell }];
  if (isList(cell)) return [{ kind: 'text', text: cell.join(', ') }];
  if (cell instanceof Date)
    return [kind === 'day' ? { kind: 'text', text: dayText(clock(cell)) } : { kind: 'date', parts: clock(cell) }];
  const { amount, currency } = cell;
  const decimal = { kind: 'decimal', text: decimalText(amount, currency), digits: currencyDigits(currency) } as const;
  return kind === 'amount' ? [decimal] : [decimal, { kind: 'text', text: currency }];
}
