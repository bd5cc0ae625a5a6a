import type { Cell, FileColumn } from '#server/http/list-acts.ts';
import { type ClockParts, type FileCell } from '#server/lib/file-cells.ts';
import { currencyDigits, decimalText } from '#server/lib/money-text.ts';

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

/** One row of cells as the file holds them. */
export function cellsOf(row: readonly Cell[], columns: readonly FileColumn[], clock: (time: Date) => ClockParts) {
  return row.flatMap((cell, at): FileCell[] => cellOf(cell, columns[at]?.kind === 'money', clock));
}

function cellOf(cell: Cell, money: boolean, clock: (time: Date) => ClockParts): FileCell[] {
  if (cell === null) return money ? [null, null] : [null];
  if (typeof cell === 'number') return [{ kind: 'int', value: cell }];
  if (typeof cell === 'string') return [{ kind: 'text', text: cell }];
  if (cell instanceof Date) return [{ kind: 'date', parts: clock(cell) }];
  const { amount, currency } = cell;
  return [
    { kind: 'decimal', text: decimalText(amount, currency), digits: currencyDigits(currency) },
    { kind: 'text', text: currency },
  ];
}
