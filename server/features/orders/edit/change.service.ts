import { v7 as uuid } from 'uuid';
import type { ParsedOf } from '#contract/endpoint.ts';
import { refusalInState } from '#contract/order-refusals.ts';
import type { orders } from '#contract/orders.ts';
import { audit } from '#server/db/audit.ts';
import { type AccountCtx, requireStore, type MerchantCtx, notFound } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { AppError, appError } from '#server/lib/app-error.ts';
import type { Phrase } from '#server/lib/refusal-texts.ts';
import { moneyText } from '#server/lib/money-text.ts';
import { linesAsPaid } from '../rules/addition.ts';
import { changedFields } from '../rules/parcel-blocks.ts';
import { findAddress, rememberSame, saveAddress, type StoredAddress } from '../records/address.db.ts';
import { linesOfChange, madeUpAlike, type PricedShipping, priceShipping, type Sums, sumsOf } from '../rules/change.ts';
import { openQuantity } from '../rules/units.ts';
import { factsFor, lockFor } from '../review/actions.service.ts';
import { requireDeliverable, fromShop, shopPart, tidy, type Written } from './address.service.ts';
import * as rows from './edits.db.ts';
import * as facts from '../records/facts.db.ts';
import { recipeKey } from '../rules/rows.ts';
import { freezePromises } from '../records/paid.db.ts';
import { evaluateAll, noteEvents, reviewOrders } from '../review/review.service.ts';
import * as ledger from '#server/features/ledger/index.ts';
import { unitsCancelled } from '../review/refunds.events.ts';
import type { PricedLine, CostLine } from '#server/features/shipping/index.ts';
import { ownUnits } from '#server/features/stock/index.ts';
import { findBilledTo, issuePaid } from '#server/features/invoices/index.ts';
import { creditOrder } from '../pay/pay.service.ts';

type Way = ParsedOf<typeof orders.previewChange>['body'];
type Commit = ParsedOf<typeof orders.change>['body'];
type Plan = {
  was: rows.PaidShipping;
  shipping: PricedShipping;
  country: string;
  becomes: Sums;
  difference: number;
  address: Written | null;
  stored: StoredAddress;
  lines: { line_id: string; unit_cost: number; rule: number }[];
};

const refuse = (sentence: Phrase) => appError('order_not_editable', sentence);

/** What another shipping method or destination would cost a paid order and what would become of the difference; changes nothing. */
export async function previewChange(ctx: MerchantCtx, id: string, body: Way) {
  const order = await factsFor(ctx, id);
  requireStore(ctx.actor, order.store_id);
  const reason = refusalInState('change_channel', order.facts);
  if (reason !== null) throw appError('order_action_refused', { text: `order-reasons.${reason}` });
  const { was, shipping, country, becomes, difference } = await planOf(ctx, order, body);
  const { available } = await ledger.balances(ctx);
  const { channel_id, channel, days } = shipping.cost;
  return {
    was: { country: was.country, channel: was.channel, cost: costOf(was) },
    becomes: { country, channel_id, channel, days, cost: becomes },
    difference,
    currency: was.currency,
    available,
    missing: Math.max(0, difference - available),
  };
}

const costOf = ({ goods, freight, fees, total }: Sums): Sums => ({ goods, freight, fees, total });

/**
 * Changes the shipping method or destination of a paid order that is not packed: what costs more is paid, what costs less is refunded, and all
 * of it is one transaction. Throws `price_changed` unless the difference is the one that was shown.
 */
export async function changeShipping(ctx: MerchantCtx, id: string, body: Commit): Promise<void> {
  const order = await lockFor(ctx, id, 'change_channel', body.version);
  const plan = await planOf(ctx, order, body);
  requireShown(plan, body.expected_difference);
  const { was, shipping, country, becomes, difference } = plan;
  const { channel, channel_id, weight_g, days } = shipping.cost;
  await applyCostChange(ctx, {
    id: uuid(),
    order_id: id,
    order_name: order.name,
    order_version: order.version,
    channel_id,
    weight_g,
    was,
    became: { ...becomes, country, channel },
    difference,
    currency: was.currency,
    lines: linesOfChange(shipping.cost, was),
  });
  const alike = await saveAddressOf(ctx, id, plan, body);
  await rows.saveShipping(ctx, id, {
    ...becomes,
    channel_id,
    country,
    weight_g,
    days,
    lines: plan.lines,
  });
  await freezePromises(ctx, [id]);
  const data = { from: was.channel, to: channel, from_country: was.country, to_country: country };
  await noteEvents(ctx, [
    {
      order_id: id,
      kind: 'way_changed',
      data: { ...data, was: was.total, now: becomes.total, difference, currency: was.currency },
    },
  ]);
  await reviewOrders(ctx, { orderIds: [id, ...alike] });
  await unitsCancelled.emit(ctx, { accountId: ctx.account, orderIds: [id] });
  await audit(ctx, { action: 'orders.change', entity: 'orders', entity_id: id, details: { ...data, difference } });
  publish(ctx, { account_id: ctx.account, kind: 'orders.changed', id });
  publish(ctx, { account_id: null, kind: 'orders.changed', id });
}

type Known = Awaited<ReturnType<typeof factsFor>>;

/** The requested shipping, its price, and what of it differs from what was paid. */
async function planOf(ctx: MerchantCtx, order: Known, body: Way): Promise<Plan> {
  const { id, payment } = order;
  if (payment === 'none') throw refuse({ text: 'orders.unpaid_change' });
  if (order.facts.removed > 0) throw refuse({ text: 'order-reasons.removed_first' });
  const was = await rows.findPaidShipping(ctx, id);
  const stored = await findAddress(ctx, id);
  if (!was || !stored) throw notFound('order');
  if (stored.redacted && (body.address || body.shop_address)) throw refuse({ text: 'orders.address_erased' });
  const address = addressOf(body, stored);
  const country = address ? address.country : was.country;
  if (country === null) throw refuse({ text: 'orders.country_missing' });
  const { priced, rules, wanted } = await linesThere(ctx, order, country, body);
  const prices = await facts.findPrices(
    ctx,
    skusOf(priced).map((sku_id) => ({ sku_id, country })),
  );
  const shipping = priceShipping(wanted, priced, prices, await ownUnits(ctx, id));
  if ('text' in shipping) throw refuse(shipping);
  if (shipping.cost.currency !== was.currency) throw refuse({ text: 'orders.other_currency' });
  if (!stored.redacted) requireDeliverable(address ?? stored, shipping.carrier);
  const becomes = sumsOf(shipping.cost, was.fees);
  const lines = priced.map(({ line_id }) => ({
    line_id,
    unit_cost: shipping.cost.unit_costs.get(line_id) ?? 0,
    rule: rules.get(line_id) ?? 0,
  }));
  return { was, shipping, country, becomes, difference: becomes.total - was.total, address, stored, lines };
}

const skusOf = (lines: readonly PricedLine[]) => [
  ...new Set(lines.flatMap((line) => line.components.map((part) => part.sku_id))),
];

function addressOf(body: Way, stored: StoredAddress): Written | null {
  if (body.address) return tidy(body.address, stored);
  if (!body.shop_address) return null;
  const shop = stored.later ?? stored.original;
  if (!shop) throw refuse({ text: 'orders.address_is_stores' });
  return fromShop(shop, stored);
}

/** The units that were paid and have not left, made up as they were paid: in another country that must be the same. */
async function linesThere(ctx: AccountCtx, order: Known, country: string, { channel_id, address, shop_address }: Way) {
  const { evaluated, book } = await evaluateAll(ctx, [order.id], false);
  const found = evaluated[0];
  if (!found) throw notFound('order');
  const priced = linesAsPaid(found.lines, book.components, openQuantity);
  if (priced.length === 0) throw refuse({ text: 'order-reasons.nothing_open' });
  const ruled = await rows.findRulesFor(ctx, order.id, country);
  const recipes = await facts.findComponents(ctx, ruled);
  const rules = new Map(ruled.map((line) => [line.line_id, line.rule]));
  for (const line of priced) {
    const rule = ruled.find(({ line_id }) => line_id === line.line_id);
    const there = recipes.filter((part) => rule && recipeKey(part) === recipeKey(rule));
    const here = found.lines.find(({ id }) => id === line.line_id);
    const now = here
      ? (book.components.get(
          recipeKey({
            variant_id: here.variant_id,
            version: here.line_mapping_version,
            rule: here.line_mapping_rule,
          }),
        ) ?? [])
      : [];
    if (now.length === 0 || !madeUpAlike(now, there))
      throw refuse({ text: 'orders.made_up_differently', params: { title: line.title } });
  }
  const settings = book.rules.get(order.store_id);
  const moves = address !== undefined || shop_address === true;
  const wanted = {
    country,
    named: channel_id,
    keep: moves ? found.row.channel_id : null,
    ofStore: settings?.default_channels[country],
  };
  return { priced, rules, wanted };
}

function requireShown({ difference, was }: Plan, expected: number): void {
  if (difference === expected) return;
  const say = (amount: number) => moneyText(amount, was.currency);
  const params = { now: say(difference), was: say(expected) };
  const sentence: Phrase = { text: 'orders.difference_changed', params };
  throw new AppError('price_changed', sentence, { fields: { expected_difference: [sentence] } });
}

/** Writes where it goes now; answers orders that may be waiting because of the two addresses. */
async function saveAddressOf(ctx: MerchantCtx, id: string, { address, stored }: Plan, body: Way): Promise<string[]> {
  if (!address) return [];
  const shop = stored.later ?? stored.original;
  const kept = body.shop_address
    ? { original: null, later: null }
    : { original: shop ?? shopPart(stored), later: null };
  await saveAddress(ctx, id, address, kept);
  const kind = body.shop_address ? 'address_taken' : 'address_edited';
  await noteEvents(ctx, [{ order_id: id, kind, data: { fields: changedFields(stored, address) } }]);
  return rememberSame(ctx, [id]);
}

/** A change of what a paid order costs; amounts in minor units of `currency`. */
type CostChange = {
  id: string;
  order_id: string;
  order_name: string;
  order_version: number;
  channel_id: string;
  weight_g: number;
  was: Sums & { country: string | null; channel: string | null };
  became: Sums & { country: string; channel: string };
  difference: number;
  currency: string;
  lines: CostLine[];
};

/** Pays the difference from the wallet or gives it back, and keeps what was and what became. Throws `stale_version` for a change seen twice. */
async function applyCostChange(ctx: MerchantCtx, change: CostChange): Promise<void> {
  const { id, order_id, order_name, order_version, was, became, difference, currency, lines } = change;
  const invoice = difference > 0 ? await billDifference(ctx, change) : null;
  if (difference < 0) {
    const reason = {
      text: 'ledger.order_changed' as const,
      params: { name: order_name, channel: became.channel, country: became.country },
    };
    const cause = `order_changes:${id}`;
    await creditOrder(ctx, order_id, { amount: -difference, reason, cause, as: 'credit_note' });
  }
  const kept = { id, order_id, order_version, was, became, difference, currency, lines };
  await rows.insertChange(ctx, { ...kept, invoice_id: invoice?.id ?? null }).catch((error: unknown) => {
    // the last word against changing what was seen twice; throwing rolls everything back
    throw isKnown(error) ? appError('stale_version', { text: 'invoices.order_changed' }) : error;
  });
}

async function billDifference(ctx: MerchantCtx, change: CostChange) {
  const { order_id, order_name: name, channel_id, weight_g, was, became, lines } = change;
  const goods = became.goods - was.goods;
  const freight = became.freight - was.freight;
  const fees = became.fees - was.fees;
  const part = { goods, freight, fees, total: goods + freight + fees, lines };
  const order = { order_id, name, addition: true, channel_id, weight_g, ...part };
  const billed = await findBilledTo(ctx);
  return issuePaid(ctx, { account_id: ctx.account, billed, orders: [order], paid_by: ctx.actor.user_id });
}

function isKnown(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'order_changes_version_key';
}
