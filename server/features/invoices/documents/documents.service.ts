import { type AccountCtx, type Entry, type MerchantActor, notFound } from '#server/db/context.ts';
import { enqueue } from '#server/db/queue.ts';
import { makePdf } from '#server/lib/pdf/make-pdf.ts';
import type { PdfDocument } from '#server/lib/pdf/pdf-document.ts';
import { keepDocument, linkTo } from '#server/features/files/index.ts';
import * as documents from './documents.db.ts';
import * as billed from '../records/billed.db.ts';
import * as issue from '../records/issue.db.ts';
import * as rows from '../records/invoices.db.ts';
import { creditPaper, invoicePaper, paperDay } from './paper.ts';
import type { PaperOrder } from './paper-lines.ts';

export const documentsTask = 'invoice_documents';
/** So many documents are looked for at once. */
const batch = 20;

/** Has the document of an invoice or a credit note made after the transaction in which it is issued. */
export async function issueDocument(ctx: AccountCtx, subject: documents.Subject): Promise<void> {
  const account_id = ctx.account;
  await documents.insertDocument(ctx, subject);
  await enqueue(ctx, documentsTask, { account_id }, { key: `${documentsTask}:${account_id}`, queue: documentsTask });
}

/** Makes what waits of an account, one after the other. */
export async function makeDocuments(entry: Entry, account_id: string): Promise<void> {
  for (;;) {
    const waiting = await entry.run({ account_id }, (ctx) => documents.findWaiting(ctx, batch));
    for (const subject of waiting) await madeDocument(entry, account_id, subject);
    if (waiting.length < batch) return;
  }
}

/** A described document, and the name of its file. */
export type Described = { paper: PdfDocument; name: string };

/** The file of a document that was noted; made now where it is not yet, once whoever asks. */
export async function madeDocument(entry: Entry, account_id: string, subject: documents.Subject): Promise<string> {
  const scope = { account_id };
  const found = await entry.run(scope, async (ctx) => {
    const row = await documents.findDocument(ctx, subject);
    if (!row) throw notFound('invoice');
    return { row, described: row.file_id === null ? await describe(ctx, row) : null };
  });
  if (found.row.file_id !== null || found.described === null) return found.row.file_id ?? '';
  const { paper, name } = found.described;
  const { bytes, unknown } = await makePdf([paper], { owner: account_id });
  const stored = await entry.app.blobs.put(bytes);
  return entry.run(scope, async (ctx) => {
    const row = await documents.findDocument(ctx, subject, true);
    if (!row) throw notFound('invoice');
    if (row.file_id !== null) return row.file_id; // another one was faster; its bytes are the same
    const file = await keepDocument(ctx, { ...stored, name });
    await documents.markMade(ctx, row.id, { file_id: file.id, sha256: stored.sha256, unknown });
    return file.id;
  });
}

/** In whose words and on whose clock a document is written. */
export async function readerOf(ctx: AccountCtx, subject: documents.Subject): Promise<documents.DocumentRow> {
  await documents.insertDocument(ctx, subject); // what was issued before documents were kept
  const row = await documents.findDocument(ctx, subject);
  if (!row) throw notFound('invoice');
  return row;
}

/** What the paper of a document says. */
export async function describe(ctx: AccountCtx, row: documents.DocumentRow): Promise<Described> {
  const invoice = await rows.findInvoice(ctx, row.invoice_id);
  if (!invoice) throw notFound('invoice');
  if (row.credit_note_id === null) {
    const paper = invoicePaper({ invoice, ...(await paperContent(ctx, invoice)) }, row, row.stage);
    const ended = row.stage === 'issued' ? '' : `_${row.stage}`;
    return { paper, name: `${paper.number}_${paperDay(invoice.issued_at, row)}${ended}.pdf` };
  }
  const note = await documents.findCreditNote(ctx, row.credit_note_id);
  if (!note) throw notFound('invoice');
  const paper = creditPaper(invoice, note, row);
  return { paper, name: `${paper.number}_${paperDay(note.issued_at, row)}.pdf` };
}

/** What an invoice bills: its orders with their lines, or the items of one that is not about orders. */
export async function paperContent(ctx: AccountCtx, { id, kind }: Pick<rows.InvoiceRow, 'id' | 'kind'>) {
  const orders = await paperOrders(ctx, await billed.findOrdersOf(ctx, id));
  const items = kind === 'orders' ? [] : await issue.findItems(ctx, id);
  return { orders, items: items.map(withInputs) };
}

const withInputs = <T extends { inputs: unknown }>(line: T) => ({
  ...line,
  inputs: line.inputs as Record<string, unknown>, // written as an object
});

/** Billed orders with their lines, as paper says them. */
export async function paperOrders(ctx: AccountCtx, orders: readonly billed.InvoiceOrderRow[]): Promise<PaperOrder[]> {
  const lines = await rows.findLines(
    ctx,
    orders.map((order) => order.id),
  );
  const byOrder = new Map(orders.map((order) => [order.id, [] as typeof lines]));
  for (const line of lines) byOrder.get(line.invoice_order_id)?.push(line);
  return orders.map((order) => ({
    ...order,
    number: `IO-${order.number}`,
    order: { name: order.order_name, store: order.store_name },
    lines: (byOrder.get(order.id) ?? []).map(withInputs),
  }));
}

/** The newest document of an invoice: as it was issued, or the copy that says that it ended unpaid. */
export const newestOf = (invoice: Pick<rows.InvoiceRow, 'id' | 'status'>): documents.Subject => ({
  ...documents.asIssued(invoice.id),
  stage: documents.stageOf(invoice),
});

/** A link to the PDF of an invoice that the member may see: the newest, or the one that was issued. */
export async function linkInvoice(
  entry: Entry<MerchantActor>,
  id: string,
  { issued = false } = {},
): Promise<{ url: string }> {
  return linkSubject(entry, async (ctx) => {
    const invoice = await rows.findInvoice(ctx, id);
    if (!invoice) throw notFound('invoice');
    return issued ? documents.asIssued(id) : newestOf(invoice);
  });
}

/** The same of a credit note. */
export async function linkCreditNote(entry: Entry<MerchantActor>, id: string): Promise<{ url: string }> {
  return linkSubject(entry, async (ctx) => {
    const note = await documents.findCreditNote(ctx, id);
    if (!note || !(await rows.findInvoice(ctx, note.invoice_id))) throw notFound('invoice');
    return documents.asIssued(note.invoice_id, id);
  });
}

async function linkSubject(
  entry: Entry<MerchantActor>,
  find: (ctx: AccountCtx<MerchantActor>) => Promise<documents.Subject>,
): Promise<{ url: string }> {
  const { account_id } = entry.actor;
  const subject = await entry.run({ account_id }, async (ctx) => {
    const found = await find(ctx);
    await documents.insertDocument(ctx, found); // what was issued before documents were kept
    return found;
  });
  const fileId = await madeDocument(entry, account_id, subject);
  return entry.run({ account_id }, (ctx) => linkTo(ctx, fileId));
}
