import { describe, expect, it } from 'vitest';
import { hasPdfTools, pdfFaults, pdfPages } from '#testing/pdf-tools.ts';
import { pdfCode, pdfModules } from '#testing/pdf-code.ts';
import { makePdf } from './make-pdf.ts';
import type { PdfDocument, PdfRow } from './pdf-document.ts';
import { qrModules } from './qr-modules.ts';

const longTitle = 'Handmade linen cushion cover with hidden zipper and very long name '.repeat(3);
const rowsOf = (count: number): PdfRow[] => [
  { kind: 'group', cells: ['#1001 · North Lane · 亚麻店铺', '', '', '65.00 USD'] },
  ...Array.from({ length: count }, (_, index) => ({
    cells: [{ text: `${longTitle}№${index}`, below: ['CUSHION-RED-L', '亚麻抱枕套 首重 100 g'] }, '2', '6.50', '13.00'],
  })),
];
const documentOf = (number: string, rows: PdfRow[]): PdfDocument => ({
  kind: 'Invoice',
  number,
  created: '2026-11-24T10:00:00.000Z',
  language: 'en',
  facts: [
    ['Issued', '2026-11-24'],
    ['Wallet transaction', '12'],
  ],
  footer: 'Tradewind',
  pages: 'Page {{page}} of {{pages}}',
  parts: [
    {
      part: 'parties',
      parties: [{ label: 'Billed to', lines: ['Žluťoučký kůň s.r.o.', 'Ελληνική οδός 1', '北京市朝阳区'] }],
    },
    {
      part: 'table',
      columns: [
        { title: 'Item', width: 'rest' },
        { title: 'Quantity', width: 60, end: true },
        { title: 'Unit price', width: 70, end: true },
        { title: 'Amount', width: 80, end: true },
      ],
      rows,
    },
    { part: 'sums', rows: [{ label: 'Total', value: '1,234.56 USD', strong: true }] },
    { part: 'note', text: 'Amounts are in USD.' },
  ],
});
const write = (...documents: PdfDocument[]) => makePdf(documents, { owner: null });

describe('PDFs', () => {
  it('have the same bytes for the same document, and others for another', async () => {
    const [first, again, other] = await Promise.all([
      write(documentOf('INV-1', rowsOf(3))),
      write(documentOf('INV-1', rowsOf(3))),
      write(documentOf('INV-2', rowsOf(3))),
    ]);
    expect(first.bytes.equals(again.bytes)).toBe(true);
    expect(first.bytes.equals(other.bytes)).toBe(false);
  });

  it.skipIf(!hasPdfTools)('repeat the head of a table on each page, number the pages, and are clean', async () => {
    const { bytes, unknown } = await write(documentOf('INV-1', rowsOf(40)));
    expect(pdfFaults(bytes)).toBe('');
    const pages = pdfPages(bytes);
    expect(pages).toHaveLength(6);
    pages.forEach((page, index) => {
      expect(page).toMatch(/Item +Quantity +Unit price +Amount/);
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    });
    expect(pages[1]).toContain('Invoice INV-1');
    const all = pages.join('\n');
    for (const text of ['Žluťoučký kůň s.r.o.', 'Ελληνική οδός 1', '北京市朝阳区', '1,234.56 USD', '№39', '亚麻抱枕套'])
      expect(all).toContain(text);
    expect(unknown).toBe(0);
  });

  const withCode = (code: string, rows: PdfRow[]): PdfDocument => {
    const plain = documentOf('INV-1', rows);
    return { ...plain, parts: plain.parts.map((part) => (part.part === 'sums' ? { ...part, code } : part)) };
  };

  it.each([
    'https://portal.example.com/clientInvoice?id=01900000-0000-7000-8000-000000000000',
    `https://${'long.'.repeat(30)}example.com/clientInvoice?id=01900000-0000-7000-8000-000000000000`,
  ])('draw a code that is read as its address: %s', async (address) => {
    const [{ bytes }, again] = await Promise.all([
      write(withCode(address, rowsOf(3))),
      write(withCode(address, rowsOf(3))),
    ]);
    expect(pdfModules(bytes)).toEqual(qrModules(address));
    expect(pdfCode(bytes)).toBe(address);
    expect(again.bytes.equals(bytes)).toBe(true);
    expect(bytes.includes('/Subtype /Image')).toBe(false);
    expect(pdfCode((await write(documentOf('INV-1', rowsOf(3)))).bytes)).toBeNull();
  });

  it.skipIf(!hasPdfTools)('have the same text with a code as without, on however full a page', async () => {
    for (const count of [3, 8, 9, 10, 11, 12]) {
      const coded = await write(withCode('https://portal.example.com/clientInvoice?id=1', rowsOf(count)));
      const plain = await write(documentOf('INV-1', rowsOf(count)));
      expect(pdfFaults(coded.bytes)).toBe('');
      const words = ({ bytes }: { bytes: Buffer }) => pdfPages(bytes).join('\n').split(/\s+/);
      expect(words(coded).filter((word) => word.includes('№'))).toHaveLength(count);
      if (pdfPages(coded.bytes).length === pdfPages(plain.bytes).length) expect(words(coded)).toEqual(words(plain));
    }
  });

  it.skipIf(!hasPdfTools)('number the pages of each document by itself where several are one file', async () => {
    const { bytes } = await write(documentOf('INV-1', rowsOf(2)), documentOf('INV-2', rowsOf(30)));
    const [one = '', two = '', ...rest] = pdfPages(bytes);
    expect(one).toContain('Page 1 of 1');
    expect(rest.length).toBeGreaterThan(0);
    expect(two).toContain(`Page 1 of ${rest.length + 1}`);
  });

  it.skipIf(!hasPdfTools)('write what no face has in plain letters, or as □ and count it', async () => {
    const strange = '𝐁old ① 👩‍👩‍👧 한국\u202e\u0000 end';
    const { bytes, unknown } = await write(documentOf('INV-1', [{ cells: [strange, '1', '1', '1'] }]));
    expect(pdfFaults(bytes)).toBe('');
    expect(pdfPages(bytes).join('')).toContain('Bold ①');
    expect(pdfPages(bytes).join('')).toMatch(/□ □□ +end/);
    expect(unknown).toBe(3);
  });

  it.skipIf(!hasPdfTools)(
    'hold a cell that is longer than a page, and one word that is longer than a line',
    async () => {
      const cell = `${'word '.repeat(900)}${'x'.repeat(400)} last-of-cell`;
      const { bytes } = await write(documentOf('INV-1', [{ cells: [cell, '1', '1', '1'] }]));
      expect(pdfFaults(bytes)).toBe('');
      expect(pdfPages(bytes).join('\n')).toContain('last-of-cell');
      expect(
        pdfPages(bytes)
          .join('')
          .match(/\bword\b/g),
      ).toHaveLength(900);
    },
  );

  it.skipIf(!hasPdfTools)('keep the name of a time zone on one line', async () => {
    const zones = ['America/New_York', '(Europe/London)', 'America/Port-au-Prince'];
    const rows = Array.from({ length: 30 }, (_, index) => ({
      cells: [`${'x'.repeat(index * 2)} ${zones.join(' ')}`, '1', '1', '1'],
    }));
    const pages = pdfPages((await write(documentOf('INV-1', rows))).bytes).join('\n');
    for (const zone of zones) expect([zone, pages.split(zone).length - 1]).toEqual([zone, rows.length]);
  });
});
