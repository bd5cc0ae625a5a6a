import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { readSheet } from 'read-excel-file/node';
import { expect, it } from 'vitest';
import { bySize } from '#testing/size.ts';
import { csvFile } from './csv-file.ts';
import { type FileCell, zoneClock } from './file-cells.ts';
import { xlsxFile } from './xlsx-file.ts';

async function* once<T>(batch: T): AsyncGenerator<T> {
  yield await Promise.resolve(batch);
}
const text = (value: string): FileCell => ({ kind: 'text', text: value });
const csvOf = async (rows: FileCell[][]) =>
  (await buffer(Readable.from(csvFile(['Head'], once(rows))))).toString('utf8').slice('\uFEFFHead\r\n'.length);

it('writes no cell into CSV or a sheet that a spreadsheet would compute, and loses no letter of it', {
  tags: ['D8-07'],
}, async () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r'])
    expect((await csvOf([[text(`${start}1+1`)]])).replace(/^"/, '')).toMatch(/^'/);
  // Signs of full width, and what stands behind blanks that a spreadsheet skips (security review L8).
  for (const start of ['＝', '＋', '－', '＠', ' =', '\u3000＝', '\u00a0=', '\uFEFF=', '\u200b=', '\n='])
    expect((await csvOf([[text(`${start}1+1`)]])).replace(/^"/, ''), JSON.stringify(start)).toMatch(/^'/);
  for (const plain of ['a=1', ' a', '1-2', '＃1']) expect(await csvOf([[text(plain)]])).not.toMatch(/^"?'/);
  expect(
    await csvOf([
      [
        { kind: 'decimal', text: '-12.50', digits: 2 },
        { kind: 'int', value: -3 },
      ],
    ]),
  ).toBe('-12.50,-3\r\n');
  const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("x")'];
  const sheet = await buffer(xlsxFile(['Head'], once(formulas.map((one) => [text(one)])), formulas.length));
  expect((await readSheet(sheet)).slice(1).map(([cell]) => cell)).toEqual(formulas); // a formula would have no text
  expect(await csvOf([[text('a,"b"\nc'), null, text(' x ')]])).toBe('"a,""b""\nc",," x "\r\n');
});

it('writes any text into a sheet so that it comes back as it was', async () => {
  const anyText = fc.string({ unit: 'binary', minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(fc.array(anyText, { minLength: 1, maxLength: 20 }), async (words) => {
      const bytes = await buffer(xlsxFile(['Head'], once(words.map((word) => [text(word)])), words.length));
      const read = (await readSheet(bytes, { trim: false })).slice(1).map(([cell]) => cell ?? '');
      // XML has no place for control characters; everything else survives
      const kept = words.map((word) => word.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')); // oxlint-disable-line no-control-regex -- these are the ones
      while (kept.at(-1) === '') kept.pop(); // readers leave out what is empty at the end
      expect(read.slice(0, kept.length)).toEqual(kept);
    }),
    { numRuns: bySize(15, 300) },
  );
});

it('keeps decimals exact, dates on the clock of their zone, and the head in sight', async () => {
  const parts = zoneClock('America/New_York')(new Date('2026-03-08T07:00:00Z')); // the hour that is left out in spring
  const row: FileCell[] = [
    { kind: 'decimal', text: '1234.50', digits: 2 },
    { kind: 'decimal', text: '-7.125', digits: 3 },
    { kind: 'int', value: 41 },
    { kind: 'date', parts },
    null,
    text('=HYPERLINK("x")'),
  ];
  const bytes = await buffer(xlsxFile(['A', 'B', 'C', 'D', 'E', 'F'], once([row]), 1));
  expect((await readSheet(bytes))[1]).toEqual([
    1234.5,
    -7.125,
    41,
    new Date('2026-03-08T03:00:00Z'),
    null,
    '=HYPERLINK("x")',
  ]);
});

it('ends with the error of its source instead of a file that looks whole', async () => {
  async function* broken(): AsyncGenerator<FileCell[][]> {
    yield [[text('a')]];
    await Promise.resolve();
    throw new Error('the database went away');
  }
  await expect(buffer(xlsxFile(['Head'], broken(), 1))).rejects.toThrow('went away');
});

it('needs no more memory for more rows', async () => {
  const measure = async (rows: number) => {
    let most = 0;
    async function* batches(): AsyncGenerator<FileCell[][]> {
      for (let at = 0; at < rows; at += 500) {
        if (at % 5_000 === 0) {
          globalThis.gc?.();
          most = Math.max(most, process.memoryUsage().heapUsed);
        }
        yield await Promise.resolve(
          Array.from({ length: 500 }, (_, n) => [text(`#${at + n}`), text('A lamp for the desk'), null]),
        );
      }
    }
    let bytes = 0;
    for await (const chunk of xlsxFile(['A', 'B', 'C'], batches(), rows)) bytes += (chunk as Buffer).length;
    return { most, bytes };
  };
  const [small, large] = [await measure(5_000), await measure(50_000)];
  expect(large.bytes).toBeGreaterThan(small.bytes * 5);
  expect(large.most - small.most).toBeLessThan(24 * 1024 * 1024);
});
