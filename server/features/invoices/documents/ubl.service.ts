import { type AccountCtx, type Entry, type MerchantActor, notFound } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import { keepWritten, linkTo } from '#server/features/files/index.ts';
import { asIssued, findCreditNote } from './documents.db.ts';
import { paperContent, readerOf } from './documents.service.ts';
import { creditNoteUbl, invoiceUbl, missingOf } from './ubl.ts';
import * as rows from '../records/invoices.db.ts';

const day = 86_400_000;
/** An invoice that is none (any more) is no electronic one either. */
const closed: readonly rows.InvoiceRow['status'][] = ['draft', 'expired', 'void'];

type Written = { name: string; xml: string };

/** A link to an invoice that the member may see, as an electronic one. */
export const linkInvoiceUbl = (entry: Entry<MerchantActor>, id: string) =>
  linkWritten(entry, async (ctx) => {
    const invoice = await requireWhole(ctx, id);
    const reader = await readerOf(ctx, asIssued(id));
    const xml = invoiceUbl({ ...(await paperContent(ctx, invoice)), invoice }, reader);
    return { name: `INV-${invoice.number}.xml`, xml };
  });

/** The same of a credit note. */
export const linkCreditNoteUbl = (entry: Entry<MerchantActor>, id: string) =>
  linkWritten(entry, async (ctx) => {
    const note = await findCreditNote(ctx, id);
    if (!note) throw notFound('invoice');
    const invoice = await requireWhole(ctx, note.invoice_id);
    const reader = await readerOf(ctx, asIssued(invoice.id, id));
    return { name: `CN-${note.number}.xml`, xml: creditNoteUbl(invoice, note, reader) };
  });

/**
 * An invoice with everything that an electronic one must say. What the sides did not say of themselves when it was issued is
 * taken from what they say now; what they said stays. A note on taxes is as it was: it says why the invoice has none.
 */
async function requireWhole(ctx: AccountCtx, id: string): Promise<rows.InvoiceRow> {
  const found = await rows.findInvoice(ctx, id);
  if (!found) throw notFound('invoice');
  if (closed.includes(found.status)) throw appError('conflict', { text: 'invoices.ubl_not_valid' });
  const { billing } = await rows.findBilledTo(ctx);
  const now = billing as Record<string, unknown>; // an object by its default
  const { tax_note: _, ...seller } = ctx.app.seller;
  const invoice = {
    ...found,
    seller: { ...seller, ...found.seller },
    billed_to: { ...now, ...found.billed_to },
  };
  const missing = missingOf(invoice);
  if (missing.includes('buyer_country')) throw appError('conflict', { text: 'invoices.ubl_buyer' });
  if (missing.length > 0) throw appError('conflict', { text: 'invoices.ubl_seller' });
  return invoice;
}

async function linkWritten(
  entry: Entry<MerchantActor>,
  write: (ctx: AccountCtx<MerchantActor>) => Promise<Written>,
): Promise<{ url: string }> {
  const { account_id, user_id } = entry.actor;
  const { name, xml } = await entry.run({ account_id }, write);
  const stored = await entry.app.blobs.put(Buffer.from(xml, 'utf8'));
  return entry.run({ account_id }, async (ctx) => {
    const expires_at = new Date(ctx.now.getTime() + day);
    const owner = { account_id, created_by: user_id };
    const file = await keepWritten(ctx, owner, { ...stored, name, mime: 'application/xml', expires_at });
    return linkTo(ctx, file.id);
  });
}
