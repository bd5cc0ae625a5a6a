import { readFileSync } from 'node:fs';
import type { PdfDocument, PdfRow } from '#server/lib/pdf/pdf-document.ts';
import { makePdf } from '#server/lib/pdf/make-pdf.ts';
import { parsing } from '#server/lib/parsing/parsing-pool.ts';
import type { Bench } from './main.ts';
import { oneByOne, percentile, timed } from './measure.ts';
import { ratio } from './table.ts';

/** Invoices as PDFs: one, one in both faces, and many as one file, beside the answer of the process that writes nothing. */
export const pdf: Bench = async ({ small }) => {
  const write = (documents: readonly PdfDocument[]) => makePdf(documents, { owner: null });
  const rounds = small ? 5 : 40;
  const many = small ? 50 : 500;
  try {
    const floor = percentile(
      await oneByOne({ rounds, action: () => parsing.run('pdfs.write', Buffer.from('[]'), { paper: 'A4' }) }),
      0.5,
    );
    const latin = await oneByOne({ rounds, action: () => write([invoice(1, 3, 'Linen cushion cover')]) });
    const both = await oneByOne({ rounds, action: () => write([invoice(1, 3, '亚麻抱枕套 Linen cushion cover')]) });
    const all = Array.from({ length: many }, (_, index) => invoice(index, 3, 'Linen cushion cover'));
    const together = await timed(() => write(all));
    const long = await timed(() => write([invoice(1, small ? 500 : 10_000, 'Linen cushion cover')]));
    const row = (name: string, ms: number, bytes: number) => [name, ms, ratio(ms, floor), Math.ceil(bytes / 1024)];
    const sizeOf = async (title: string) => (await write([invoice(1, 3, title)])).bytes.length;
    return [
      {
        title: 'Invoices as PDFs',
        columns: ['what', 'ms', 'of nothing written', 'KB'],
        rows: [
          row('one of three orders, p50', percentile(latin, 0.5), await sizeOf('Linen cushion cover')),
          row('one of three orders in both faces, p50', percentile(both, 0.5), await sizeOf('亚麻抱枕套')),
          row(`${many} as one file`, together.ms, together.answer.bytes.length),
          row(`one of ${small ? 500 : '10,000'} orders`, long.ms, long.answer.bytes.length),
        ],
        notes: [`Peak memory of the process that writes: ${peakMegabytes()} MB.`],
      },
    ];
  } finally {
    parsing.close();
  }
};

/** What the writing process held at most, as Linux tells it; – elsewhere. */
function peakMegabytes(): string {
  const [pid] = parsing.idlePids('pdfs');
  try {
    const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return peak === undefined ? '–' : String(Math.round(Number(peak) / 1024));
  } catch {
    return '–';
  }
}

/** An invoice of so many orders, two lines each. */
function invoice(index: number, orders: number, title: string): PdfDocument {
  const rows: PdfRow[] = Array.from({ length: orders }, (_, order) => [
    { kind: 'group' as const, cells: [`#${1000 + order} · North Lane · YunExpress · 420 g`, '', '', '21.00'] },
    { cells: [{ text: `${title} ${order}`, below: ['CUSHION-RED-L'] }, '2', '6.50', '13.00'] },
    { cells: [{ text: 'Shipping', below: ['Chargeable weight 420 g'] }, '1', '8.00', '8.00'] },
  ]).flat();
  return {
    kind: 'Invoice',
    number: `INV-${1000 + index}`,
    created: '2026-11-24T10:00:00.000Z',
    language: 'en',
    facts: [['Issued', '2026-11-24 10:00:00 UTC']],
    footer: 'Tradewind',
    pages: 'Page {{page}} of {{pages}}',
    parts: [
      {
        part: 'table',
        columns: [
          { title: 'Item', width: 'rest' },
          { title: 'Quantity', width: 60, end: true },
          { title: 'Unit price (USD)', width: 92, end: true },
          { title: 'Amount (USD)', width: 92, end: true },
        ],
        rows,
      },
      { part: 'sums', rows: [{ label: 'Total', value: `${orders * 21}.00 USD`, strong: true }] },
    ],
  };
}
