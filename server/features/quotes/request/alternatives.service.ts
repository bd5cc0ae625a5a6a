import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import { quoteCan, type UnavailableReason } from '#contract/quote-rules.ts';
import type { quoteAlternativeSchema } from '#contract/quote-schemas.ts';
import { audit } from '#server/db/audit.ts';
import { type AccountCtx, type MerchantCtx, notFound, type StaffActor } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import * as rows from '../records/alternatives.db.ts';
import { findItems, findVersions } from '../records/detail.db.ts';
import { noteEntry } from '../messages/messages.service.ts';
import { markAllRead } from '../records/messages.db.ts';
import * as actions from '../records/write.db.ts';
import {
  announce,
  answeredEvents,
  assertNotActing,
  detailOf,
  lockOwn,
  tableFreight,
  variantsOf,
} from '../records/quotes.service.ts';
import { skusFor } from '#server/features/catalog/index.ts';
import { reviewOrders } from '#server/features/orders/index.ts';
import { resolveNotifications, notify } from '#server/features/notifications/index.ts';

const day = 86_400_000;
const validDays = 14;
const lockDays = 30;

/** Offers other goods that would do, which the client may take at once. They need freight: of the current answer, or of the provider's tables. */
export async function addAlternative(
  ctx: AccountCtx<StaffActor>,
  id: string,
  offer: z.output<typeof quoteAlternativeSchema>,
) {
  const quote = await actions.lockQuote(ctx, id);
  if (!quote) throw notFound('quote');
  if (!quoteCan.alternative(quote.status)) {
    throw appError('quote_not_open', { text: 'quotes.closed_for_alternatives' });
  }
  const [sku] = await skusFor(ctx, [offer.catalog_sku_id]);
  if (!sku || sku.status === 'discontinued') {
    throw appError('quote_incomplete', { text: 'quotes.sku_not_offered' }, 'catalog_sku_id');
  }
  if ((await freightFor(ctx, quote)).length === 0) {
    throw appError('quote_incomplete', { text: 'quotes.no_channel_for_client' });
  }
  await rows.insertAlternative(ctx, {
    account_id: ctx.account,
    quote_id: id,
    id: uuid(),
    ...offer,
    created_by: ctx.actor.user_id,
  });
  await noteEntry(ctx, id, {
    kind: 'alternative',
    side: 'staff',
    body: offer.note,
    data: { kind: offer.kind },
  });
  await notify(ctx, {
    event: 'quote_alternative',
    account_id: ctx.account,
    subject: id,
    store_id: quote.store_id,
    asked_by: quote.created_by,
    params: { number: `Q-${quote.number}`, title: quote.title },
    link: `/quote/index?quote=${id}`,
  });
  await audit(ctx, {
    action: 'quotes.addAlternative',
    entity: 'quotes',
    entity_id: id,
    account_id: ctx.account,
    details: offer,
  });
  await announce(ctx, id);
  return detailOf(ctx, id, 'staff');
}

/** Takes back an alternative that the client has not taken. */
export async function removeAlternative(ctx: AccountCtx<StaffActor>, id: string, alternativeId: string) {
  if (!(await actions.lockQuote(ctx, id))) throw notFound('quote');
  const key = { account_id: ctx.account, quote_id: id, id: alternativeId };
  if (!(await rows.changeAlternative(ctx, key, { removed_at: ctx.now }))) throw notFound('alternative');
  await audit(ctx, { action: 'quotes.removeAlternative', entity: 'quotes', entity_id: id, account_id: ctx.account });
  await announce(ctx, id);
  return detailOf(ctx, id, 'staff');
}

/** Makes an alternative the quote's next version, with the freight of the current one or of the provider's tables. */
export async function takeAlternative(ctx: MerchantCtx, id: string, alternativeId: string) {
  assertNotActing(ctx, 'alternative');
  const quote = await lockOwn(ctx, id, quoteCan.alternative);
  const taken = (await rows.findAlternatives(ctx, id)).find((known) => known.id === alternativeId);
  if (!taken) throw notFound('alternative');
  const version = quote.current_version + 1;
  const key = { account_id: ctx.account, quote_id: id, id: alternativeId };
  if (!(await rows.changeAlternative(ctx, key, { taken_version: version }))) {
    throw appError('quote_not_open', { text: 'quotes.alternative_accepted' });
  }
  await assertNoneOpen(ctx, quote);
  const freight = await freightFor(ctx, quote);
  if (freight.length === 0) throw appError('quote_incomplete', { text: 'quotes.no_channel' });
  const items = await findItems(ctx, id);
  const { unit_price, lead_days, moq, note, sku } = taken;
  await actions.insertVersion(ctx, id, {
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
  await actions.markQuoted(ctx, id, { current_version: version, assignee: null });
  await resolveNotifications(ctx, id, answeredEvents);
  await noteEntry(ctx, id, {
    kind: 'alternative_taken',
    side: 'client',
    version,
    data: { kind: taken.kind },
  });
  await reviewOrders(ctx, { variantIds: await variantsOf(ctx, quote) });
  await audit(ctx, { action: 'quotes.takeAlternative', entity: 'quotes', entity_id: id, details: { version } });
  await announce(ctx, id);
  return detailOf(ctx, id);
}

/** A quote that could not be had opens again, unless the same was asked for again meanwhile. */
async function assertNoneOpen(ctx: AccountCtx, quote: actions.LockedQuote): Promise<void> {
  if (quote.status !== 'unavailable' || quote.product_id === null) return;
  const open = await actions.findOpen(ctx, { product_id: quote.product_id, url: null });
  if (open) throw appError('quote_open_already', { text: 'quotes.requested_again', params: { number: open.number } });
}

/** Of the current version. Countries that wait for an answer, all without a version, go by the provider's tables. */
async function freightFor(ctx: AccountCtx, quote: actions.LockedQuote): Promise<actions.NewVersion['freight']> {
  const versions = await findVersions(ctx, quote.id);
  const current = versions.find((known) => known.version === quote.current_version);
  const served = new Set(current?.freight.map(({ destination }) => destination));
  const waiting = quote.status === 'quoted' ? [] : quote.destinations.filter((country) => !served.has(country));
  const tables = await tableFreight(ctx, { destinations: waiting, currency: quote.currency });
  return [...(current?.freight ?? []), ...tables].map(
    ({ destination, channel, formula, days_min, days_max, tax_mode }) => {
      return { destination, channel_id: channel.id, formula, days_min, days_max, tax_mode };
    },
  );
}

/** Says that the goods cannot be had. The client may take an alternative, or ask for something else. */
export async function refuseQuote(
  ctx: AccountCtx<StaffActor>,
  id: string,
  why: { reason: UnavailableReason; note: string },
) {
  const quote = await actions.lockQuote(ctx, id);
  if (!quote) throw notFound('quote');
  if (!quoteCan.unavailable(quote.status)) {
    throw appError('quote_not_open', { text: 'quotes.not_refusable' });
  }
  await actions.markClosed(ctx, id, { status: 'unavailable', unavailable_reason: why.reason });
  await noteEntry(ctx, id, {
    kind: 'unavailable',
    side: 'staff',
    body: why.note,
    data: { reason: why.reason },
  });
  await markAllRead(ctx, { account_id: ctx.account, id });
  await resolveNotifications(ctx, id, [
    'quote_question',
    'staff_quote_asked',
    'staff_quote_countered',
    'staff_quote_message',
  ]);
  await notify(ctx, {
    event: 'quote_unavailable',
    account_id: ctx.account,
    subject: id,
    store_id: quote.store_id,
    asked_by: quote.created_by,
    params: { number: `Q-${quote.number}`, title: quote.title },
    link: `/quote/index?quote=${id}`,
  });
  await reviewOrders(ctx, { variantIds: await variantsOf(ctx, quote) });
  await audit(ctx, {
    action: 'quotes.unavailable',
    entity: 'quotes',
    entity_id: id,
    account_id: ctx.account,
    details: why,
  });
  await announce(ctx, id);
  return detailOf(ctx, id, 'staff');
}
