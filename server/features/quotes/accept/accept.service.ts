import type { z } from 'zod';
import { quoteCan } from '#contract/quote-rules.ts';
import type { quoteAcceptSchema } from '#contract/quote-schemas.ts';
import { audit } from '#server/db/audit.ts';
import { accountOf, type Ctx, type MerchantCtx, notFound } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import { findVersions, type VersionRow } from '../records/detail.db.ts';
import { noteEntry } from '../messages/messages.service.ts';
import * as acts from '../records/write.db.ts';
import { announce } from '../records/announce.ts';
import type { PriceRow } from '../records/quote-types.ts';
import { demandCurrent, lockOwn, variantsOf } from '../records/own-quote.ts';
import { detailOf, refuseActing } from '../records/quotes.service.ts';
import { writePrices } from '#server/features/prices/index.ts';
import { resolveNotifications } from '#server/features/notifications/index.ts';
import { reviewOrders } from '#server/features/orders/index.ts';
import { mapVariants } from '#server/features/products/index.ts';

const day = 86_400_000;

type Choice = z.output<typeof quoteAcceptSchema>;

/**
 * Accepts the version that the merchant saw, or the chosen lines and channels of it: writes their prices, maps the
 * variants if wanted, closes the quote and moves waiting orders on, all or nothing. Answers how many orders became
 * payable. Two calls at once: one accepts, one is refused.
 */
export async function acceptQuote(ctx: MerchantCtx, id: string, choice: Choice) {
  refuseActing(ctx, 'accept');
  const accountId = accountOf(ctx);
  const quote = await lockOwn(ctx, id, quoteCan.accept);
  demandCurrent(quote, choice.version);
  const offered = (await findVersions(ctx, accountId, id)).find((known) => known.version === choice.version);
  if (!offered) throw notFound('quote');
  if (offered.valid_until.getTime() < ctx.now.getTime()) {
    throw appError('quote_not_open', { text: 'quotes.expired' });
  }
  const taken = partOf(offered, choice);
  await writePrices(ctx, accountId, pricesOf(ctx, quote, taken));
  if (choice.map) await mapLines(ctx, quote, taken);
  await acts.markClosed(ctx, accountId, id, { status: 'accepted', accepted_version: choice.version });
  const data = { lines: taken.lines.length, channels: taken.freight.length, map: choice.map };
  await noteEntry(ctx, accountId, id, { kind: 'accepted', side: 'client', version: choice.version, data });
  await resolveNotifications(ctx, accountId, id, ['quote_quoted', 'quote_ending']);
  const orders_moved = await reviewOrders(ctx, accountId, {
    variantIds: await variantsOf(ctx, accountId, quote),
    skuIds: [...new Set(taken.lines.map((line) => line.sku.id))],
  });
  const details = { version: choice.version, orders_moved, ...data };
  await audit(ctx, { action: 'quotes.accept', entity: 'quotes', entity_id: id, details });
  await announce(ctx, accountId, id);
  return { ...(await detailOf(ctx, accountId, id)), orders_moved };
}

/** The chosen lines and channels; refuses what was not offered. */
function partOf(
  offered: VersionRow,
  { lines, freight }: Choice,
): Pick<VersionRow, 'version' | 'price_lock_days' | 'lines' | 'freight'> {
  const has = (line: number) => offered.lines.some((known) => known.line === line);
  const goes = (wanted: { destination: string; channel_id: string }) => (row: VersionRow['freight'][number]) =>
    row.destination === wanted.destination && row.channel.id === wanted.channel_id;
  if (lines?.some((line) => !has(line)) || freight?.some((wanted) => !offered.freight.some(goes(wanted)))) {
    throw appError('quote_incomplete', { text: 'quotes.not_offered' }, lines ? 'lines' : 'freight');
  }
  return {
    ...offered,
    lines: offered.lines.filter(({ line }) => lines?.includes(line) ?? true),
    freight: offered.freight.filter((row) => freight?.some((wanted) => goes(wanted)(row)) ?? true),
  };
}

/** Variants that are still in the shop are from now on shipped as what was quoted for them. */
async function mapLines(
  ctx: Ctx & MerchantCtx,
  quote: acts.LockedQuote,
  { lines }: Pick<VersionRow, 'lines'>,
): Promise<void> {
  const accountId = accountOf(ctx);
  const shipped = quote.product_id ? await acts.findVariants(ctx, accountId, quote.product_id) : [];
  const live = new Set(shipped.map((variant) => variant.id));
  await mapVariants(
    ctx,
    accountId,
    lines.flatMap(({ variant_id, sku }) => {
      if (!variant_id || !live.has(variant_id)) return [];
      return [{ variant_id, source: 'quote' as const, components: [{ catalog_sku_id: sku.id, quantity: 1 }] }];
    }),
  );
}

function pricesOf(
  ctx: Ctx,
  quote: acts.LockedQuote,
  taken: Pick<VersionRow, 'version' | 'price_lock_days' | 'lines' | 'freight'>,
): PriceRow[] {
  const locked_until = new Date(ctx.now.getTime() + taken.price_lock_days * day);
  const lines = [...new Map(taken.lines.map((line) => [line.sku.id, line])).values()];
  return lines.flatMap((line) =>
    taken.freight.map((row) => ({
      catalog_sku_id: line.sku.id,
      destination: row.destination,
      channel_id: row.channel.id,
      unit_price: line.unit_price,
      currency: quote.currency,
      formula: row.formula,
      days_min: row.days_min,
      days_max: row.days_max,
      tax_mode: row.tax_mode,
      ...row.weighing,
      locked_until,
      quote_id: quote.id,
      quote_version: taken.version,
    })),
  );
}
