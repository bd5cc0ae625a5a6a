import { PassThrough } from 'node:stream';
import yazl from 'yazl';
import { z } from 'zod';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { invoices } from '#contract/invoices.ts';
import type { Job } from '#contract/jobs.ts';
import { exportDays } from '#contract/list-rules.ts';
import { id as idSchema } from '#contract/shared.ts';
import { audit, noteAccess } from '#server/db/audit.ts';
import { demand, type Entry, type MerchantActor, type MerchantCtx, notFound } from '#server/db/context.ts';
import { fileDay } from '#server/db/file-day.ts';
import { enqueue } from '#server/db/queue.ts';
import { entryOfAsker } from '#server/http/actor.ts';
import { AppError, appError } from '#server/lib/app-error.ts';
import { makePdf } from '#server/lib/pdf/make-pdf.ts';
import { accountLanguage } from '#server/features/account/index.ts';
import { keepExport, keepWritten, linkTo, readFile } from '#server/features/files/index.ts';
import { createJob, failJob, finishJob, getJob, jobInput, progressJob, startJob } from '#server/features/jobs/index.ts';
import * as documents from './documents.db.ts';
import { describe, type Described, madeDocument, newestOf, paperOrders, readerOf } from './documents.service.ts';
import * as billed from '../records/billed.db.ts';
import * as rows from '../records/invoices.db.ts';
import { orderPaper, paperDay, receiptPaper } from './paper.ts';

export const printTask = 'invoice_print';
/** So many documents are put together while the caller waits; more are a job. */
const atOnce = 10;
const day = 86_400_000;

type Asked = ParsedOf<typeof invoices.createPrint>['body'];
type JobRef = { account_id: string; id: string };

const printInput = z.object({
  ids: z.array(idSchema),
  of: z.enum(['invoices', 'invoice_orders']),
  as: z.enum(['pdf', 'zip']),
  day: z.string(),
  acting: z.boolean(),
});

/** Puts the PDFs of invoices or billed orders together, as one file or as a ZIP. */
export async function createPrint(entry: Entry<MerchantActor>, asked: Asked): Promise<Job> {
  const { account_id } = entry.actor;
  const now = asked.ids.length <= atOnce;
  const job = await entry.run({ account_id }, (ctx) => startPrint(ctx, asked, now));
  if (!now) return job;
  await runPrint(entry, { account_id, id: job.id });
  return entry.run({ account_id }, (ctx) => getJob(ctx, job.id));
}

async function startPrint(ctx: MerchantCtx, { ids, of, as }: Asked, now: boolean): Promise<Job> {
  const unique = [...new Set(ids)];
  const input = { ids: unique, of, as, day: await fileDay(ctx), acting: ctx.actor.acting !== null };
  const job = await createJob(ctx, { account_id: ctx.account, kind: 'invoice_print', input });
  const ref = { account_id: ctx.account, id: job.id };
  await startJob(ctx, ref, unique.length);
  if (!now) await enqueue(ctx, printTask, ref, { key: `${printTask}:${job.id}`, attempts: 5 });
  await audit(ctx, { action: 'invoices.print', entity: of, details: { documents: unique.length, as } });
  return getJob(ctx, job.id);
}

/** Does the work of a print job; a second time after a crash it begins again. */
export async function runPrint(system: Entry, job: JobRef): Promise<void> {
  const scope = { account_id: job.account_id };
  const found = await system.run(scope, (ctx) => jobInput(ctx, job));
  if (!found || found.state === 'done' || found.state === 'failed') return;
  const asked = printInput.parse(found.input);
  try {
    const who = { account_id: job.account_id, user_id: found.created_by ?? '', acting: asked.acting };
    const entry = await entryOfAsker(system, who);
    if (!entry) throw appError('forbidden', { text: 'exports.no_access' });
    demand(entry.actor, 'invoices', 'view');
    await writePrint(entry, job, asked, found.created_at);
  } catch (error) {
    if (!(error instanceof AppError)) throw error; // the queue tries again
    await system.run(scope, (ctx) => failJob(ctx, job, error.sentence));
  }
}

type Print = z.output<typeof printInput>;

async function writePrint(entry: Entry<MerchantActor>, job: JobRef, asked: Print, since: Date): Promise<void> {
  const scope = { account_id: job.account_id };
  const { found, write } = asked.as === 'pdf' ? merged(entry, job) : zipped(entry, job);
  for (const [index, one] of asked.ids.entries()) {
    await (asked.of === 'invoices' ? found.invoice(one) : found.order(one));
    if (index % 10 === 9) await entry.run(scope, (ctx) => progressJob(ctx, job, index + 1));
  }
  const { stored, count } = await write();
  const name = `${asked.of === 'invoices' ? 'invoices' : 'order_invoices'}_${asked.day}.${asked.as}`;
  const mime = asked.as === 'pdf' ? 'application/pdf' : 'application/zip';
  const expires_at = new Date(since.getTime() + exportDays * day);
  await entry.run(scope, async (ctx) => {
    const file = await keepExport(ctx, { ...stored, name, mime, expires_at });
    const result = { file_id: file.id, name, size: stored.size, documents: count, missing: asked.ids.length - count };
    await progressJob(ctx, job, asked.ids.length);
    await finishJob(ctx, job, result, file.id);
  });
}

/** Takes documents one by one and writes what they make together. */
type Collector = {
  found: { invoice(id: string): Promise<void>; order(id: string): Promise<void> };
  write(): Promise<{ stored: { sha256: string; size: number }; count: number }>;
};

const nothingFound = () => appError('not_found', { text: 'invoices.nothing_to_print' });

/** One file with the pages of all. */
function merged(entry: Entry<MerchantActor>, { account_id }: JobRef): Collector {
  const papers: Described['paper'][] = [];
  const take = (one: Described | null) => {
    if (one !== null) papers.push(one.paper);
  };
  return {
    found: {
      invoice: async (id) => take(await entry.run({ account_id }, (ctx) => describedInvoice(ctx, id))),
      order: async (id) => take(await entry.run({ account_id }, (ctx) => describedOrder(ctx, id))),
    },
    async write() {
      if (papers.length === 0) throw nothingFound();
      const { bytes } = await makePdf(papers, { owner: account_id });
      return { stored: await entry.app.blobs.put(bytes), count: papers.length };
    },
  };
}

/** A ZIP with a file of each: of invoices the one that was kept when it was issued, or when it ended unpaid. */
function zipped(entry: Entry<MerchantActor>, { account_id }: JobRef): Collector {
  const zip = new yazl.ZipFile();
  const scope = { account_id };
  let count = 0;
  const add = (bytes: Buffer, name: string, created: string) => {
    // PDFs are packed already
    zip.addBuffer(bytes, name, { compress: false, mtime: new Date(created) });
    count += 1;
  };
  return {
    found: {
      async invoice(id) {
        const one = await entry.run(scope, (ctx) => describedInvoice(ctx, id));
        if (one === null) return;
        const fileId = await madeDocument(entry, account_id, one.subject);
        const file = await entry.run(scope, (ctx) => readFile(ctx, fileId, 'invoice_pdf'));
        add(await file.bytes(), file.file.name, one.paper.created);
      },
      async order(id) {
        const one = await entry.run(scope, (ctx) => describedOrder(ctx, id));
        if (one !== null) add((await makePdf([one.paper], { owner: account_id })).bytes, one.name, one.paper.created);
      },
    },
    async write() {
      if (count === 0) throw nothingFound();
      zip.end();
      return { stored: await entry.app.blobs.put(zip.outputStream.pipe(new PassThrough())), count };
    },
  };
}

/** A link to the PDF of a billed order. */
export async function linkOrder(entry: Entry<MerchantActor>, id: string): Promise<{ url: string }> {
  const one = await entry.run({ account_id: entry.actor.account_id }, (ctx) => describedOrder(ctx, id));
  if (one === null) throw notFound('invoice_order');
  return linkMade(entry, one);
}

/** A link to the receipt of a paid invoice: made of what was recorded at the payment, so its bytes are the same each time in one language. */
export async function linkReceipt(entry: Entry<MerchantActor>, id: string): Promise<{ url: string }> {
  return linkMade(
    entry,
    await entry.run({ account_id: entry.actor.account_id }, async (ctx) => {
      const invoice = await rows.findInvoice(ctx, id);
      if (!invoice) throw notFound('invoice');
      const { paid_at, ledger_seq } = invoice;
      if (paid_at === null || ledger_seq === null) throw appError('conflict', { text: 'invoices.not_paid_yet' });
      const reader = await readerNow(ctx, id);
      const paper = receiptPaper(invoice, { paid_at, ledger_seq }, reader);
      return { paper, name: `${paper.number}_receipt_${paperDay(paid_at, reader)}.pdf` };
    }),
  );
}

/** A link to a document that is made now and kept for a day. */
async function linkMade(entry: Entry<MerchantActor>, one: Described): Promise<{ url: string }> {
  const { account_id, user_id } = entry.actor;
  const { bytes } = await makePdf([one.paper], { owner: account_id });
  const stored = await entry.app.blobs.put(bytes);
  return entry.run({ account_id }, async (ctx) => {
    const expires_at = new Date(ctx.now.getTime() + day);
    const owner = { account_id, created_by: user_id };
    const file = await keepWritten(ctx, owner, { ...stored, name: one.name, mime: 'application/pdf', expires_at });
    return linkTo(ctx, file.id);
  });
}

/**
 * The PDF of a billed order with its buyer's address. It is made for this answer and lies in no file, so that there is no copy
 * that an erasure would have to find; who had it is kept.
 */
export async function orderWithAddress(
  entry: Entry<MerchantActor>,
  id: string,
): Promise<{ name: string; content: string }> {
  const { account_id } = entry.actor;
  const { paper, name } = await entry.run({ account_id }, async (ctx) => {
    const one = await describedOrder(ctx, id, true);
    if (one === null) throw notFound('invoice_order');
    demand(ctx.actor, 'customers', 'view');
    const route = 'invoices.orderPdfWithAddress';
    await audit(ctx, { action: route, entity: 'invoice_orders', entity_id: id, fields: ['address'] });
    const staff_user_id = ctx.actor.acting?.staff_user_id;
    if (staff_user_id) await noteAccess(ctx, { feature: 'invoices', route, accounts: [account_id], staff_user_id });
    return one;
  });
  const { bytes } = await makePdf([paper], { owner: account_id });
  return { name, content: bytes.toString('base64') };
}

async function describedInvoice(
  ctx: MerchantCtx,
  invoice_id: string,
): Promise<(Described & { subject: documents.Subject }) | null> {
  const invoice = await rows.findInvoice(ctx, invoice_id);
  if (!invoice) return null;
  const subject = newestOf(invoice);
  return { ...(await describe(ctx, await readerOf(ctx, subject))), subject };
}

/** In whose words and on whose clock a paper about an invoice is written that is not kept: in those of the account now. */
async function readerNow(ctx: MerchantCtx, invoice_id: string) {
  const { time_zone } = await readerOf(ctx, documents.asIssued(invoice_id));
  return { language: await accountLanguage(ctx), time_zone };
}

async function describedOrder(ctx: MerchantCtx, id: string, withBuyer = false): Promise<Described | null> {
  const order = await billed.findInvoiceOrder(ctx, id);
  const invoice = order && (await rows.findInvoice(ctx, order.invoice_id));
  if (!order || !invoice) return null;
  const reader = await readerNow(ctx, invoice.id);
  const [paperOrder] = await paperOrders(ctx, [order]);
  if (!paperOrder) return null;
  const buyer = withBuyer ? await documents.findBuyer(ctx, order.order_id) : undefined;
  const paper = orderPaper(invoice, paperOrder, reader, buyer);
  return { paper, name: `${paper.number}_${paperDay(invoice.issued_at, reader)}.pdf` };
}
