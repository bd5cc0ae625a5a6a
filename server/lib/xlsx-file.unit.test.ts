import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { xlsxBook } from './xlsx-file.ts';

it('listens once for the end of a workbook, however many sheets it has', () => {
  const name = (n: number) => `Sheet ${n}`;
  const sheets = Array.from({ length: 12 }, (_, n) => ({
    name: name(n),
    header: ['A'],
    batches: Readable.from([]),
    rows: 0,
  }));
  const book = xlsxBook(sheets);
  expect(book.listenerCount('close')).toBeLessThanOrEqual(10); // of more, Node warns
  book.destroy();
});
