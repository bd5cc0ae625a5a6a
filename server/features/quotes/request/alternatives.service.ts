import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import { quoteCan, type UnavailableReason } from '#contract/quote-rules.ts';
import type { quoteAlternativeSchema } from '#contract/quote-schemas.ts';
import { audit } from '#server/db/audit.ts';
import { accountOf, type Ctx, type MerchantCtx, notFound, type StaffCtx } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import * as rows from '../records/alternatives.db.ts';
import { findItems, findVersions } from '../records/detail.db.ts';
import { noteEntry } from '../messages/messages.service.ts';
import * as acts from '../records/write.db.ts';
import { announce } from '../records/announce.ts';
import { lockOwn, variantsOf } from '../records/own-quote.ts';
import { detailOf, refuseActing } from '../records/quotes.service.ts';
import { skusFor } from '#server/features/catalog/index.ts';
import { reviewOrders } from '#server/features/orders/index.ts';
import { ratesTo } from '#server/features/shipping/index.ts';
import { resolveNotifications, notify } from '#server/features/notifications/index.ts';

const day = 86_400_000;
const validDays = 14;
const lockDays = 30;

/** Offers other goods that would do. They need freight: of the current answer, or of the provider's tables. */
export async function addAlternative(
  ctx: StaffCtx,
  accountId: string,
  id: string,
  offer: z.output<typeof quoteAlternativeSchema>,
) {
  const quote = await acts.lockQuote(ctx, accountId, id);
  if (!quote) throw notFound('quote');
  if (!quoteCan.offerAlternative(quote.status)) {
    throw appError('quote_not_open', { text: 'quotes.closed_for_alternatives' });
  }
  const [sku] = await skusFor(ctx, accountId, [offer.catalog_sku_id]);
  if (!sku || sku.status === 'discontinued') {
    throw appError('quote_incomplete', { text: 'quotes.sku_not_offered' }, 'catalog_sku_id');
  }
  if ((await freightFor(ctx, accountId, quote)).length === 0) {
    throw appError('quote_incomplete', { text: 'quotes.no_channel_for_client' });
  }
  await rows.insertAlternative(ctx, {
    account_id: accountId,
    quote_id: id,
    id: uuid(),
    ...offer,
    created_by: ctx.actor.user_id,
  });
  await noteEntry(ctx, accountId, id, {
    kind: 'alternative',
    side: 'desk',
    body: offer.note,
    data: { kind: offer.kind },
  });
  await audit(ctx, {
    action: 'quotes.addAlternative',
    entity: 'quotes',
    entity_id: id,
    account_id: accountId,
    details: offer,
  });
  await announce(ctx, accountId, id);
  return detailOf(ctx, accountId, id, 'desk');
}

/** Takes back an alternative that the client has not taken. */
export async function removeAlternative(ctx: StaffCtx, accountId: string, id: string, alternativeId: string) {
  if (!(await acts.lockQuote(ctx, accountId, id))) throw notFound('quote');
  const key = { account_id: accountId, quote_id: id, id: alternativeId };
  if (!(await rows.changeAlternative(ctx, key, { removed_at: ctx.now }))) throw notFound('alternative');
  await audit(ctx, { action: 'quotes.removeAlternative', entity: 'quotes', entity_id: id, account_id: accountId });
  await announce(ctx, accountId, id);
  return detailOf(ctx, accountId, id, 'desk');
}

/** Makes an alternative the quote's next version, with the freight of the current one or of the provider's tables. */
export async function takeAlternative(ctx: MerchantCtx, id: string, alternativeId: string) {
  refuseActing(ctx, 'alternative');
  const accountId = accountOf(ctx);
  const quote = await lockOwn(ctx, id, quoteCan.takeAlternative);
  const taken = (await rows.findAlternatives(ctx, accountId, id)).find((known) => known.id === alternativeId);
  if (!taken) throw notFound('alternative');
  const version = quote.current_version + 1;
  const key = { account_id: accountId, quote_id: id, id: alternativeId };
  if (!(await rows.changeAlternative(ctx, key, { taken_version: version }))) {
    throw appError('quote_not_open', { text: 'quotes.alternative_accepted' });
  }
  await refuseSecondOpen(ctx, accountId, quote);
  const freight = await freightFor(ctx, accountId, quote);
  if (freight.length === 0) throw appError('quote_incomplete', { text: 'quotes.no_channel' });
  const items = await findItems(ctx, accountId, id);
  const { unit_price, lead_days, moq, note, sku } = taken;
  await acts.insertVersion(ctx, accountId, id, {
    version,
    note,
    valid_until: new Date(ctx.now.getTime() + validDays * day),
    price_lock_days: lockDays,
    created_by: ctx.actor.user_id,
    due_at: null,
    lines: items.map(({ line, variant_id }) => {
      return { line, variant_id, catalog_sku_id: sku.id, unit_price, weight_g: sku.weight_g, lead_days, moq };
    }),
    freight,
  });
  await acts.markQuoted(ctx, accountId, id, { current_version: version, assignee: null });
  await noteEntry(ctx, accountId, id, {
    kind: 'alternative_taken',
    side: 'client',
    version,
    data: { kind: taken.kind },
  });
  await reviewOrders(ctx, accountId, { variantIds: await variantsOf(ctx, accountId, quote) });
  await audit(ctx, { action: 'quotes.takeAlternative', entity: 'quotes', entity_id: id, details: { version } });
  await announce(ctx, accountId, id);
  return detailOf(ctx, accountId, id);
}

/** A quote that could not be had opens again, unless the same was asked for anew meanwhile. */
async function refuseSecondOpen(ctx: Ctx, accountId: string, quote: acts.LockedQuote): Promise<void> {
  if (quote.status !== 'unavailable' || quote.product_id === null) return;
  const open = await acts.findOpen(ctx, accountId, { product_id: quote.product_id, url: null });
  if (open) throw appError('quote_open_already', { text: 'quotes.requested_again', params: { number: open.number } });
}

async function freightFor(ctx: Ctx, accountId: string, quote: acts.LockedQuote): Promise<acts.NewVersion['freight']> {
  const versions = await findVersions(ctx, accountId, quote.id);
  const current = versions.find((known) => known.version === quote.current_version);
  if (current) {
    return current.freight.map(({ destination, channel, formula, days_min, days_max, tax_mode }) => {
      return { destination, channel_id: channel.id, formula, days_min, days_max, tax_mode };
    });
  }
  const found: acts.NewVersion['freight'] = [];
  for (const destination of quote.destinations) {
    for (const rate of await ratesTo(ctx, destination)) {
      if (rate.currency !== quote.currency) continue;
      const { channel, formula, days_p50, days_p90, tax_mode } = rate;
      found.push({ destination, channel_id: channel.id, formula, days_min: days_p50, days_max: days_p90, tax_mode });
    }
  }
  return found;
}

/** Says that the goods cannot be had. The client may take an alternative, or ask for something else. */
export async function refuseQuote(
  ctx: StaffCtx,
  accountId: string,
  id: string,
  why: { reason: UnavailableReason; note: string },
) {
  const quote = await acts.lockQuote(ctx, accountId, id);
  if (!quote) throw notFound('quote');
  if (!quoteCan.unavailable(quote.status)) {
    throw appError('quote_not_open', { text: 'quotes.not_refusable' });
  }
  await acts.markClosed(ctx, accountId, id, { status: 'unavailable', unavailable_reason: why.reason });
  await noteEntry(ctx, accountId, id, {
    kind: 'unavailable',
    side: 'desk',
    body: why.note,
    data: { reason: why.reason },
  });
  await resolveNotifications(ctx, accountId, id, [
    'quote_question',
    'desk_quote_asked',
    'desk_quote_countered',
    'desk_quote_message',
  ]);
  await notify(ctx, {
    event: 'quote_unavailable',
    account_id: accountId,
    subject: id,
    store_id: quote.store_id,
    asked_by: quote.created_by,
    params: { number: `Q-${quote.number}`, title: quote.title },
    link: `/quote/index?quote=${id}`,
  });
  await reviewOrders(ctx, accountId, { variantIds: await variantsOf(ctx, accountId, quote) });
  await audit(ctx, {
    action: 'quotes.unavailable',
    entity: 'quotes',
    entity_id: id,
    account_id: accountId,
    details: why,
  });
  await announce(ctx, accountId, id);
  return detailOf(ctx, accountId, id, 'desk');
}
