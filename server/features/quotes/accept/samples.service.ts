import type { z } from 'zod';
import { quoteCan } from '#contract/quote-rules.ts';
import type { quoteSampleSchema } from '#contract/quote-schemas.ts';
import { audit } from '#server/db/audit.ts';
import { type MerchantCtx, notFound } from '#server/db/context.ts';
import { AppError, appError } from '#server/lib/app-error.ts';
import type { Phrase } from '#server/lib/refusal-texts.ts';
import { findVersions, type VersionRow } from '../records/detail.db.ts';
import * as rows from '../records/samples.db.ts';
import { noteEntry } from '../messages/messages.service.ts';
import { detailOf, announce, requireCurrent, lockOwn } from '../records/quotes.service.ts';
import { sampleUntil, placeSample } from '#server/features/orders/index.ts';

type Asked = z.output<typeof quoteSampleSchema>;

/**
 * Orders a sample of quoted goods at the prices of the version that the merchant saw, also where the price list has none:
 * an order like any other, linked with the quote. Throws when the quote has ended, or the goods do not go there.
 */
export async function orderSample(ctx: MerchantCtx, id: string, asked: Asked) {
  const quote = await lockOwn(ctx, id, quoteCan.sample);
  const current_version = await rows.findSampleVersion(ctx, id);
  requireCurrent({ ...quote, current_version }, asked.version);
  const until = await sampleUntil(ctx, { id, version: asked.version });
  if (!until || until <= ctx.now) throw appError('quote_not_open', { text: 'quotes.expired' });
  const offered = (await findVersions(ctx, id)).find((known) => known.version === asked.version);
  if (!offered) throw notFound('quote');
  requireFreight(offered, asked);
  const number = `Q-${quote.number}`;
  const placed = await placeSample(ctx, {
    store_id: quote.store_id,
    name: `${number}-S${(await rows.findSamples(ctx, id)).length + 1}`,
    recipient: asked.recipient,
    lines: linesOf(offered, asked),
    channel_id: asked.channel_id,
    quote: { id, version: asked.version, number },
  });
  if (asked.remember) await rows.saveSampleAddress(ctx, asked.recipient);
  await noteEntry(ctx, id, {
    kind: 'sample',
    side: 'client',
    version: asked.version,
    body: placed.name,
    data: { order_id: placed.id },
  });
  await audit(ctx, { action: 'quotes.sample', entity: 'quotes', entity_id: id, details: { order: placed.name } });
  await announce(ctx, id);
  return { ...(await detailOf(ctx, id)), order_id: placed.id };
}

function linesOf({ lines }: VersionRow, asked: Asked) {
  return asked.lines.map(({ line, quantity }) => {
    const known = lines.find((one) => one.line === line);
    if (!known) throw appError('quote_incomplete', { text: 'quotes.not_offered' }, 'lines');
    return { variant_id: null, sku_id: known.sku.id, quantity };
  });
}

function requireFreight({ freight }: VersionRow, { recipient, channel_id }: Asked): void {
  const there = freight.filter((row) => row.destination === recipient.country?.trim().toUpperCase());
  if (there.length === 0) {
    const destinations = [...new Set(freight.map((row) => row.destination))];
    const sentence: Phrase = { text: 'quotes.no_freight_to', params: { destinations } };
    throw new AppError('quote_incomplete', sentence, { fields: { 'recipient.country': [sentence] } });
  }
  if (channel_id !== null && !there.some((row) => row.channel.id === channel_id))
    throw appError('quote_incomplete', { text: 'quotes.channel_not_offered' }, 'channel_id');
}

/** Where the account has its samples sent; null until one was remembered. */
export const sampleAddress = async (ctx: MerchantCtx) => ({
  recipient: await rows.findSampleAddress(ctx),
});
