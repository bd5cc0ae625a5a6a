import { describe, expect, it } from 'vitest';
import { workbookOf, xlsxOf, zipOf } from '#testing/xlsx.ts';
import { delimiterOf } from './csv-table.ts';
import { readTable } from './table.ts';
import { type TableRow, tableLimits } from './table-limits.ts';
import { packageLimits } from './xlsx-package.ts';

async function read(file: Buffer | string): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const batch of readTable(Buffer.from(file))) rows.push(...batch);
  return rows;
}
const cellsOf = async (file: Buffer | string) => (await read(file)).map(({ cells }) => cells);
const row = (number: number, ...cells: string[]) => `<row r="${number}">${cells.join('')}</row>`;
const text = (address: string, value: string) => `<c r="${address}" t="inlineStr"><is><t>${value}</t></is></c>`;

describe('rows of a workbook (C1)', () => {
  it('need no memory for cells that are not there: the farthest cell is refused, styled empty ones are nothing', async () => {
    await expect(read(workbookOf(row(1_048_576, text('XFD1048576', 'far'))))).rejects.toThrow(
      'Row 1,048,576 has a cell in column XFD, but a file can have up to 500 columns',
    );
    const sparse = workbookOf(
      row(1, text('A1', 'Name'), '<c r="XFD1" s="1"/>') + row(1_048_576, text('C1048576', 'last')),
    );
    expect(await read(sparse)).toEqual([
      { row: 1, cells: ['Name'] },
      { row: 1_048_576, cells: ['', '', 'last'] },
    ]);
  });

  it('are refused when rows or cells are out of sequence, and when the file is cut off or no workbook', async () => {
    for (const rows of [
      row(2, text('A2', 'x')) + row(2, text('A2', 'x')),
      row(1, text('B1', 'x'), text('A1', 'x')),
      row(1, text('1', 'x')),
    ])
      await expect(read(workbookOf(rows))).rejects.toThrow('This spreadsheet can’t be read.');
    await expect(read('PK\x03\x04 not a zip at all')).rejects.toThrow('isn’t an XLSX file');
    await expect(read(zipOf([['a.txt', Buffer.from('hi')]]))).rejects.toThrow('isn’t an XLSX file');
    await expect(read(xlsxOf([['a', 'b']]).subarray(0, -80))).rejects.toThrow('isn’t an XLSX file');
  });

  it('are not unpacked beyond the limits of size and ratio', async () => {
    const limits = { ...packageLimits };
    try {
      const bomb = workbookOf(' '.repeat(16 * 1024 * 1024));
      await expect(read(bomb)).rejects.toThrow('more than 200 times as large when unpacked');
      packageLimits.unpacked = 4 * 1024 * 1024;
      await expect(read(bomb)).rejects.toThrow('larger than 4 MB when unpacked');
    } finally {
      Object.assign(packageLimits, limits);
    }
  });

  it('hold text as it is shown: shared, formatted, dates, truth, prefixed names, escapes', async () => {
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
    const shared = `<sst xmlns="${main}"><si><t>one</t></si><si><r><t>two </t></r><r><t>runs</t></r><rPh><t>ni</t></rPh></si></sst>`;
    const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="[Red]0.00&quot; days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="22"/></cellXfs></styleSheet>`;
    const rows = `<x:row r="3"><x:c r="A3" t="s"><x:v>0</x:v></x:c><x:c t="s"><x:v>1</x:v></x:c><x:c r="D3"><x:v>6100000000301</x:v></x:c><x:c s="1"><x:v>46298.5</x:v></x:c><x:c s="2"><x:v>12.50</x:v></x:c><x:c s="3"><x:v>46298</x:v></x:c><x:c t="b"><x:v>1</x:v></x:c><x:c t="str"><x:f>A&amp;B</x:f><x:v>a &lt; b &#x41;</x:v></x:c><x:c t="e"><x:v>#N/A</x:v></x:c></x:row>`;
    const parts = [
      ['xl/sharedStrings.xml', shared],
      ['xl/styles.xml', styles],
    ] as const;
    expect(await read(workbookOf(rows, parts))).toEqual([
      {
        row: 3,
        cells: [
          'one',
          'two runs',
          '',
          '6100000000301',
          '2026-10-03T12:00:00.000Z',
          '12.5',
          '2026-10-03T00:00:00.000Z',
          'true',
          'a < b A',
          '#N/A',
        ],
      },
    ]);
  });
});

it('rows come from the first sheet that is not hidden, or from the first of hidden ones (round 1)', async () => {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006';
  const sheetsOf = (...states: string[]) =>
    states.map((state, at) => `<sheet name="${at}" state="${state}" r:id="rId${at + 1}"/>`).join('');
  const relation = (at: number) => `<Relationship Id="rId${at}" Type="x" Target="worksheets/sheet${at}.xml"/>`;
  const workbook = (...states: string[]) =>
    workbookOf(row(1, text('A1', 'first')), [
      [
        'xl/workbook.xml',
        `<workbook xmlns:r="${office}/relationships"><sheets>${sheetsOf(...states)}</sheets></workbook>`,
      ],
      ['xl/_rels/workbook.xml.rels', `<Relationships>${relation(1)}${relation(2)}</Relationships>`],
      ['xl/worksheets/sheet2.xml', `<worksheet><sheetData>${row(1, text('A1', 'second'))}</sheetData></worksheet>`],
    ]);
  expect(await cellsOf(workbook('hidden', 'visible'))).toEqual([['second']]);
  expect(await cellsOf(workbook('veryHidden', 'hidden'))).toEqual([['first']]);
  expect(await cellsOf(workbook('visible', 'hidden'))).toEqual([['first']]);
});

it('numbers of a workbook are read as its sheet shows them, and large ones are left as they are (round 1)', async () => {
  const written = ['19.989999999999998', '9.9900000000000002', '1001.0', '6.100000000301E12', '1E-2', '-0.5'];
  const left = ['6100000000301', '576460752303423488', '1.2345678901234E+18', '01067', '1.e', '.'];
  const cells = [...written, ...left].map((value) => `<c><v>${value}</v></c>`);
  expect(await cellsOf(workbookOf(row(1, ...cells)))).toEqual([
    ['19.99', '9.99', '1001', '6100000000301', '0.01', '-0.5', ...left],
  ]);
});

describe('rows of a text file (H2)', () => {
  it('end at every kind of line break, also where a file has several, and in quotes at none (round 1)', async () => {
    const rows = ['a,b', '1,"x\ny\r\nz"', '2,c', '3,d'];
    const parsed = rows.map((line) => (line.startsWith('1') ? ['1', 'x\ny\r\nz'] : line.split(',')));
    for (const [first, others] of ['\r\n', '\n', '\r'].flatMap((one) => ['\r\n', '\n', '\r'].map((two) => [one, two])))
      expect(await cellsOf(`${rows[0]}${first}${rows.slice(1).join(others)}`)).toEqual(parsed);
    const long = `${'x'.repeat(19_990)},y\r\n`.repeat(40); // line breaks on both sides of the pieces that are read
    for (const shift of ['', 'z', 'zz', 'zzz']) expect(await cellsOf(`${shift}${long}`)).toHaveLength(40);
  });

  it('leave out the line in which Excel names the separator, and count it (round 1)', async () => {
    for (const mark of [',', ';', '\t'])
      expect(await read(`\ufeffsep=${mark}\r\na${mark}b\r\n`)).toEqual([{ row: 2, cells: ['a', 'b'] }]);
  });

  it('are refused for their width while they are read', async () => {
    await expect(read(Buffer.alloc(9_000_000, ','))).rejects.toThrow('a file can have up to 500 columns');
    await expect(read(`a,b\n${'x,'.repeat(600)}`)).rejects.toThrow('Row 2 has a cell in column WC,');
    expect((await cellsOf(`${'x,'.repeat(499)}x\n${'"a,b",'.repeat(499)}c`))[1]).toHaveLength(500);
  });

  it('are refused with the limit and the place, never cut', async () => {
    await expect(read(`a,b\n1,${'x'.repeat(20_001)}`)).rejects.toThrow(
      'The cell in row 2, column B has more than 20,000 characters.',
    );
    expect((await cellsOf(`a,b\n1,${'x'.repeat(20_000)}`))[1]?.[1]).toHaveLength(20_000);
    await expect(read(`"a\n${'x'.repeat(1024 * 1024)}`)).rejects.toThrow('longer than 1 MB');
    const limits = { ...tableLimits };
    try {
      Object.assign(tableLimits, { rows: 2, cells: 9, text: 100 });
      expect(await cellsOf('h\n\n1\n\n2\n')).toEqual([['h'], ['1'], ['2']]);
      await expect(read('h\n1\n2\n3')).rejects.toThrow('more than 2 rows');
      await expect(read('1,2,3,4,5\n1,2,3,4,5')).rejects.toThrow('more than 9 cells');
      await expect(read('x'.repeat(101))).rejects.toThrow('more than 100 characters of text');
    } finally {
      Object.assign(tableLimits, limits);
    }
  });

  it('may have tabs with inches in titles, carriage returns alone, and a first column named PK', async () => {
    expect(await cellsOf('sku\ttitle\nA\tMug 5" tall\nB\tpot 3"')).toEqual([
      ['sku', 'title'],
      ['A', 'Mug 5" tall'],
      ['B', 'pot 3"'],
    ]);
    expect(await cellsOf('a,b\r1,2\r')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
    expect(await cellsOf('PK,b\n1,2\0\x07')).toEqual([
      ['PK', 'b'],
      ['1', '2'],
    ]);
    expect(delimiterOf('"a,b,c";d;e\n1,2,3,4,5')).toBe(';');
  });
});
