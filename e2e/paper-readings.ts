import { setTimeout as sleep } from 'node:timers/promises';
import { pdfPages } from '#testing/pdf-tools.ts';
import type { InvoiceRow, Reader, StatementRow } from './money-readings.ts';
import { onPaper } from './money-readings.ts';
import { amountIn, amountsIn, type ShownFigures } from './shown-figures.ts';

type Api = Pick<Reader, 'post' | 'get' | 'file'>;
const mostNotes = 3;
/** Billed orders that are put together without a job. */
const mostOrders = 10;

/** The newest credit notes on paper: each gave to the wallet what it says. */
export async function readCreditNotes(
  shown: ShownFigures,
  { get, post, file }: Api,
  transactions: readonly StatementRow[],
): Promise<void> {
  const notes = await get<{ id: string; number: string }[]>(`/api/credit_notes?per_page=${mostNotes}`);
  for (const { id, number } of notes) {
    const { url } = await post<{ url: string }>(`/api/credit_notes/${id}/pdf`);
    const text = pdfPages(await file(url)).join('\n');
    const refunded = shown.note(`${number} on paper`, -onPaper(text, 'Refund'));
    const moved = transactions.filter(({ reference }) => reference === number).map((row) => row.moved.in);
    shown.equal(refunded, ...moved);
  }
}

/** The invoice of a period on paper: a line for each paid invoice and credit note, and what they come to. */
export async function readPeriodInvoice(
  shown: ShownFigures,
  { post, file }: Api,
  invoices: readonly InvoiceRow[],
): Promise<void> {
  const { url } = await post<{ url: string }>('/api/invoices/summary/pdf', { from: '2020-01-01', to: '2029-12-31' });
  const text = pdfPages(await file(url)).join('\n');
  const lines = text.split('\n');
  const totals = new Map(invoices.map(({ number, total }) => [number, total]));
  for (const line of lines) {
    const [number = ''] = /INV-\d+/.exec(line) ?? [];
    const total = totals.get(number);
    const amounts = amountsIn(line);
    if (total === undefined || amounts.length < 2 || !/^ *\d{4}-\d\d-\d\d/.test(line)) continue;
    shown.equal(shown.note(`period invoice: ${number}`, amounts.at(-1) ?? 0), total);
  }
  const of = (label: string) => shown.note(`period invoice: ${label}`, onPaper(text, label));
  shown.equal(of('Total'), 'summary: total after refunds');
  const billed = of('Invoices');
  shown.equal(billed, 'invoices: paid');
  shown.equal(billed, of('Products'), of('Shipping'), of('Fees'));
  shown.equal(of('Credit notes'), { less: 'credit notes' });
}

/** Each order of an invoice on a paper of its own: together they are the invoice. */
export async function readOrderPapers(
  shown: ShownFigures,
  { get, post, file }: Api,
  invoices: readonly InvoiceRow[],
): Promise<void> {
  const listed = await get<{ id: string; number: string; orders_count: number }[]>('/api/invoices?per_page=200');
  for (const { id, number } of listed) {
    const invoice = invoices.find((one) => one.number === number && one.status === 'Paid');
    if (!invoice) continue;
    const orders = await get<{ id: string }[]>(`/api/invoice_orders?invoice_id=${id}&per_page=${mostOrders + 1}`);
    if (orders.length === 0 || orders.length > mostOrders) continue;
    const body = { ids: orders.map((order) => order.id), of: 'invoice_orders', as: 'pdf' };
    let job = await post<{ id: string; state: string; result: { file_id: string } | null }>(
      '/api/invoices/print',
      body,
    );
    while (job.state === 'queued' || job.state === 'running') {
      await sleep(200);
      job = await get(`/api/jobs/${job.id}`);
    }
    const { url } = await post<{ url: string }>(`/api/files/${job.result?.file_id}/link`);
    const text = pdfPages(await file(url)).join('\n');
    const totals = [...text.matchAll(/^ *Total {2,}(.*)$/gm)].map(([, words = ''], place) =>
      shown.note(`${number}, order ${place} on paper`, amountIn(words)),
    );
    shown.equal(invoice.total, ...totals);
    return;
  }
}
