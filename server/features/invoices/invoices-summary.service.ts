import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts';
import { maxSummarized } from '#contract/invoice-rules.ts';
import type { invoices } from '#contract/invoices.ts';
import { exportDays } from '#contract/list-rules.ts';
import { audit, noteAccess } from '#server/db/audit.ts';
import { type Entry, type MerchantActor, type MerchantCtx } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import { makePdf } from '#server/lib/pdf/make-pdf.ts';
import type { PdfDocument } from '#server/lib/pdf/pdf-document.ts';
import { accountLanguage } from '#server/features/account/index.ts';
import { keepExport, linkTo } from '#server/features/files/index.ts';
import { type BillFilter, findZone, listBills, sumBills } from './records/bills.db.ts';
import { summaryPaper } from './documents/paper.ts';
import { tabStatuses } from './invoices.service.ts';

type Period = ParsedOf<typeof invoices.summary>['query'];

/** Paid invoices and credit notes that were issued on these days. */
function filterOf({ from, to }: Period): BillFilter {
  if (from > to) throw appError('invalid_input', { text: 'invoices.summary_order' }, 'to');
  return { statuses: tabStatuses.paid, from, to };
}

/** What the paid invoices and the credit notes of a period come to: the page and the paper say these figures. */
export async function getSummary(ctx: MerchantCtx, period: Period): Promise<AnswerOf<typeof invoices.summary>> {
  return { ...period, ...(await sumBills(ctx, filterOf(period))) };
}

/** Writes the summary of a period as a PDF, kept as long as an export, and answers a link to it. */
export async function linkSummary(entry: Entry<MerchantActor>, period: Period): Promise<{ url: string }> {
  const { account_id } = entry.actor;
  const paper = await entry.run({ account_id }, (ctx) => describeSummary(ctx, period));
  const { bytes } = await makePdf([paper], { owner: account_id });
  const stored = await entry.app.blobs.put(bytes);
  return entry.run({ account_id }, async (ctx) => {
    const name = `invoices_${period.from}_${period.to}.pdf`;
    const expires_at = new Date(ctx.now.getTime() + exportDays * 86_400_000);
    const file = await keepExport(ctx, { ...stored, name, mime: 'application/pdf', expires_at });
    await audit(ctx, { action: 'invoices.summaryPdf', entity: 'invoices', details: { ...period } });
    if (ctx.actor.acting) {
      const { staff_user_id } = ctx.actor.acting;
      await noteAccess(ctx, {
        feature: 'invoices',
        route: 'invoices.summaryPdf',
        accounts: [account_id],
        staff_user_id,
      });
    }
    return linkTo(ctx, file.id);
  });
}

async function describeSummary(ctx: MerchantCtx, period: Period): Promise<PdfDocument> {
  const sums = await getSummary(ctx, period);
  const documents = sums.invoices + sums.credit_notes;
  if (documents === 0)
    throw appError('invalid_input', { text: 'invoices.summary_empty', params: { ...period } }, 'from');
  if (documents > maxSummarized)
    throw appError('invalid_input', { text: 'invoices.summary_too_long', params: { most: maxSummarized } }, 'from');
  const bills = await listBills(ctx, filterOf(period), { after: null, limit: maxSummarized });
  const reader = { language: await accountLanguage(ctx), time_zone: await findZone(ctx) };
  return summaryPaper(period, { bills, sums, created: ctx.now }, reader);
}
