import { countsOf, type QcVerdict } from '#contract/stock-order-rules.ts';
import type { StockOrderDetail } from './stock-orders-types.ts';

export type Count = { line: number; code: string; good_qty: number | string; damaged_qty: number | string };
type Line = Pick<StockOrderDetail['items'][number], 'line' | 'quantity' | 'received' | 'damaged'>;

/** How many units are counted now, good and damaged. */
export function countedNow(counts: readonly Count[]): { good: number; damaged: number } {
  const sum = (of: 'good_qty' | 'damaged_qty') => counts.reduce((all, count) => all + Number(count[of]), 0);
  return { good: sum('good_qty'), damaged: sum('damaged_qty') };
}

/** What the counts say by themselves, until somebody says otherwise. */
export function verdictOf(counts: readonly Count[]): QcVerdict {
  const { good, damaged } = countedNow(counts);
  if (damaged === 0) return 'passed';
  return good === 0 ? 'failed' : 'partly';
}

/** Units that were ordered and are still missing once these are counted. */
export function missingAfter(lines: readonly Line[], counts: readonly Count[]): number {
  return lines.reduce((all, line) => {
    const { good, damaged } = countedNow(counts.filter((count) => count.line === line.line));
    return all + countsOf({ ...line, received: line.received + good + damaged }).short;
  }, 0);
}
