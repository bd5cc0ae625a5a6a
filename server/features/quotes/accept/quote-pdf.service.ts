import type { Entry, MerchantActor } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import { makePdf } from '#server/lib/pdf/make-pdf.ts';
import { accountLanguage } from '#server/features/account/index.ts';
import { keepWritten, linkTo } from '#server/features/files/index.ts';
import { findAccount } from '../records/quotes.db.ts';
import { getQuote } from '../records/quotes.service.ts';
import { quotePaper } from './quote-paper.ts';

const day = 86_400_000;

/** A link to the PDF of a quote's current version; the same version in the same language is the same file. */
export async function linkQuotePdf(entry: Entry<MerchantActor>, id: string): Promise<{ url: string }> {
  const { account_id, user_id } = entry.actor;
  const scope = { account_id };
  const paper = await entry.run(scope, async (ctx) => {
    const quote = await getQuote(ctx, id);
    const version = quote.versions.find((one) => one.version === quote.current_version);
    if (!version) throw appError('quote_not_open', { text: 'quotes.nothing_to_print' });
    const { time_zone, name, number } = await findAccount(ctx);
    const client = { name, number };
    return quotePaper(quote, version, {
      language: await accountLanguage(ctx),
      time_zone,
      seller: ctx.app.seller,
      client,
    });
  });
  const { bytes } = await makePdf([paper], { owner: account_id });
  const stored = await entry.app.blobs.put(bytes);
  return entry.run(scope, async (ctx) => {
    const expires_at = new Date(ctx.now.getTime() + day);
    const owner = { account_id, created_by: user_id };
    const name = `${paper.number}.pdf`;
    const file = await keepWritten(ctx, owner, { ...stored, name, mime: 'application/pdf', expires_at });
    return linkTo(ctx, file.id);
  });
}
