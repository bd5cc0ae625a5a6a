import type { z } from 'zod';
import { quoteCan } from '#contract/quote-rules.ts';
import type { quoteAcceptSchema } from '#contract/quote-schemas.ts';
import type { OrderEffect } from '#contract/order-effect.ts';
import { audit } from '#server/db/audit.ts';
import { type Ctx, type MerchantCtx, notFound } from '#server/db/context.ts';
import { inSavepoint, tryOut } from '#server/db/savepoint.ts';
import type { Outcome, Shown } from '#server/http/list-actions.ts';
import { AppError, appError } from '#server/lib/app-error.ts';
import { effectOf } from './effect.service.ts';
import { findVersions, type VersionRow } from '../records/detail.db.ts';
import { noteEntry } from '../messages/messages.service.ts';
import * as actions from '../records/write.db.ts';
import { detailOf, assertNotActing, announce, requireCurrent, lockOwn, variantsOf } from '../records/quotes.service.ts';
import type { PriceRow } from '../records/quote-types.ts';
import { writePrices } from '#server/features/prices/index.ts';
import { resolveNotifications } from '#server/features/notifications/index.ts';
import { reviewOrders } from '#server/features/orders/index.ts';
import { mapVariants } from '#server/features/products/index.ts';

const day = 86_400_000;

type Choice = z.output<typeof quoteAcceptSchema>;
/** The same, where the version that counts now is meant when none is named. */
type Chosen = Omit<Choice, 'version'> & { version?: number };

/**
 * Accepts the version that the merchant saw, or the chosen lines and channels of it: writes their prices, maps the
 * variants if wanted, closes the quote and moves waiting orders on, all or nothing. Answers how many orders became
 * payable. Two calls at once: one accepts, one is refused.
 */
export async function acceptQuote(ctx: MerchantCtx, id: string, choice: Choice) {
  assertNotActing(ctx, 'accept');
  const orders_moved = await moveOrders(ctx, [await takeQuote(ctx, id, choice)]);
  return { ...(await detailOf(ctx, id)), orders_moved };
}

/** What accepting this would do to the orders that wait for it, found out by doing it and taking it back. */
export function previewAccept(ctx: MerchantCtx, id: string, choice: Choice): Promise<OrderEffect> {
  return tryOut(ctx, async () => {
    await moveOrders(ctx, [await takeQuote(ctx, id, choice)]);
    return effectOf(ctx, [id]);
  });
}

/**
 * Accepts each of these quotes as a whole, in the sequence of their ids: the version that was shown, or the current one where
 * nothing was. Those that cannot be accepted, as when they have a new price since, are left as they are and say why. Waiting
 * orders are looked at once, after all.
 */
export async function acceptMany(ctx: MerchantCtx, ids: readonly string[], shown?: Shown): Promise<Outcome[]> {
  assertNotActing(ctx, 'accept');
  const versions = new Map(shown?.map(({ id, version }) => [id, version]));
  const taken: Taken[] = [];
  const outcomes: Outcome[] = [];
  for (const id of [...new Set(ids)].sort()) {
    try {
      const version = versions.get(id);
      taken.push(await inSavepoint(ctx, () => takeQuote(ctx, id, { map: true, ...(version && { version }) })));
      outcomes.push({ id, refusal: null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      outcomes.push({ id, refusal: { code: error.code, reason: error.sentence } });
    }
  }
  if (taken.length > 0) await moveOrders(ctx, taken);
  return outcomes;
}

/** What was accepted of a quote, and which variants and SKUs its orders have. */
type Taken = {
  quote_id: string;
  details: { version: number; lines: number; channels: number; map: boolean };
  variantIds: readonly string[];
  skuIds: readonly string[];
};

/** Writes prices and mappings of a quote and closes it; its orders are not looked at yet. */
async function takeQuote(ctx: MerchantCtx, id: string, choice: Chosen): Promise<Taken> {
  const quote = await lockOwn(ctx, id, quoteCan.accept);
  const { version = quote.current_version, map } = choice;
  requireCurrent(quote, version);
  const offered = (await findVersions(ctx, id)).find((known) => known.version === version);
  if (!offered) throw notFound('quote');
  if (offered.valid_until.getTime() < ctx.now.getTime()) {
    throw appError('quote_not_open', { text: 'quotes.expired' });
  }
  const part = partOf(offered, choice);
  await writePrices(ctx, pricesOf(ctx, quote, part));
  if (map) await mapLines(ctx, quote, part);
  await actions.markClosed(ctx, id, { status: 'accepted', accepted_version: version });
  const data = { lines: part.lines.length, channels: part.freight.length, map };
  await noteEntry(ctx, id, { kind: 'accepted', side: 'client', version, data });
  await resolveNotifications(ctx, id, ['quote_quoted', 'quote_ending']);
  const skuIds = [...new Set(part.lines.map((line) => line.sku.id))];
  return { quote_id: id, details: { version, ...data }, variantIds: await variantsOf(ctx, quote), skuIds };
}

/** Looks at the orders that waited for what was accepted; answers how many became payable. */
async function moveOrders(ctx: MerchantCtx, taken: readonly Taken[]): Promise<number> {
  const orders_moved = await reviewOrders(ctx, {
    variantIds: taken.flatMap(({ variantIds }) => variantIds),
    skuIds: [...new Set(taken.flatMap(({ skuIds }) => skuIds))],
  });
  for (const { quote_id, details } of taken) {
    const row = { action: 'quotes.accept', entity: 'quotes', entity_id: quote_id };
    await audit(ctx, { ...row, details: { ...details, ...(taken.length === 1 && { orders_moved }) } });
    await announce(ctx, quote_id);
  }
  return orders_moved;
}

/** The chosen lines and channels; refuses what was not offered. */
function partOf(
  offered: VersionRow,
  { lines, freight }: Chosen,
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
  quote: actions.LockedQuote,
  { lines }: Pick<VersionRow, 'lines'>,
): Promise<void> {
  const shipped = quote.product_id ? await actions.findVariants(ctx, quote.product_id) : [];
  const live = new Set(shipped.map((variant) => variant.id));
  await mapVariants(
    ctx,
    lines.flatMap(({ variant_id, sku }) => {
      if (!variant_id || !live.has(variant_id)) return [];
      return [{ variant_id, source: 'quote' as const, components: [{ catalog_sku_id: sku.id, quantity: 1 }] }];
    }),
  );
}

function pricesOf(
  ctx: Ctx,
  quote: actions.LockedQuote,
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
