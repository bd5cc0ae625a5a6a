import { chargeableWeight, freightOf } from '#contract/freight.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { stockOrders } from '#contract/stock-orders.ts';
import { staffSeesMoney } from '#contract/rights.ts';
import { type StockOrderStatus, staffStockOrderTabs } from '#contract/stock-order-rules.ts';
import type { ListQuery } from '#contract/shared.ts';
import { noteAccess } from '#server/db/audit.ts';
import {
  type AccountCtx,
  type Ctx,
  type MerchantCtx,
  notFound,
  readerLanguage,
  type StaffActor,
  type StaffCtx,
} from '#server/db/context.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { keptSentence } from '#server/lib/refusal-texts.ts';
import * as rows from './stock-orders.db.ts';
import { invoicesOf } from '#server/features/invoices/index.ts';

const tabs = {
  all: null,
  /** Waits for the merchant. */
  to_do: ['quoted', 'open'],
  to_accept: ['quoted'],
  under_way: ['requested', 'partly_paid', 'producing', 'inbound', 'receiving'],
  closed: ['stocked', 'closed', 'cancelled'],
} as const satisfies Record<string, readonly StockOrderStatus[] | null>;

async function countsOf(
  ctx: Ctx,
  accountId: string | null,
  known: Record<string, readonly StockOrderStatus[] | null>,
  q: string | undefined,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [tab, statuses] of Object.entries(known))
    counts[tab] = await rows.countMatching(ctx, accountId, { statuses, q });
  return counts;
}

/** The account's stock orders, newest first. */
export async function listOrders(ctx: MerchantCtx, query: ParsedOf<typeof stockOrders.list>['query']) {
  const data = await rows.findPage(ctx, ctx.account, { statuses: tabs[query.tab], q: query.q }, pageOf(query));
  const counts = await countsOf(ctx, ctx.account, tabs, query.q);
  return { data, meta: metaOf(query, counts[query.tab] ?? 0, counts) };
}

/** Stock orders of all clients; each client shown leaves an access row. */
export async function listForStaff(ctx: StaffCtx, query: ParsedOf<typeof stockOrders.staffList>['query']) {
  const data = await rows.findPage(ctx, null, { statuses: staffStockOrderTabs[query.tab], q: query.q }, pageOf(query));
  const counts = await countsOf(ctx, null, staffStockOrderTabs, query.q);
  await looked(
    ctx,
    'stockOrders.staffList',
    data.map((order) => order.account_id),
  );
  const shown = staffSeesMoney(ctx.actor.roles) ? data : data.map((order) => ({ ...order, total: null, paid: null }));
  return { data: shown, meta: metaOf(query, counts[query.tab] ?? 0, counts) };
}

function looked(ctx: StaffCtx, route: string, accounts: string[], entity_id?: string): Promise<void> {
  const { user_id: staff_user_id } = ctx.actor;
  return noteAccess(ctx, { feature: 'stock', route, accounts, staff_user_id, ...(entity_id && { entity_id }) });
}

type Priced = { weight_g: number; volume_mm3: number; prices: rows.PriceRow[] };

/** The lowest price and freight at which one piece is bought today, when its order is paid. */
export function boughtToday({ weight_g, volume_mm3, prices }: Priced): { unit_price: number; freight: number } | null {
  const costs = prices.map(({ unit_price, formula, ...weighing }) => ({
    unit_price,
    freight: freightOf(formula, chargeableWeight({ weight_g, volume_mm3 }, weighing)),
  }));
  return costs.sort((a, b) => a.unit_price + a.freight - (b.unit_price + b.freight))[0] ?? null;
}

/** All there is to know of an order. */
export async function detailOf(ctx: AccountCtx, id: string) {
  const order = await rows.findOrder(ctx, id);
  if (!order) throw notFound('stock_order');
  const lines = await rows.findLines(ctx, id);
  return {
    ...order,
    items: lines.map(({ prices, volume_mm3, ...line }) => ({
      ...line,
      today: boughtToday({ weight_g: line.weight_g, volume_mm3, prices }),
    })),
    invoices: await invoicesOf(ctx, id),
    events: (await rows.findEvents(ctx, id)).map((event) => ({
      ...event,
      note: keptSentence(readerLanguage(ctx), event.note),
    })),
    receipts: await rows.findReceipts(ctx, id),
  };
}

/** What came short or damaged, at the price of its line, and was not given back yet; nothing before all was counted. */
function owedOf({ status, items, invoices }: Awaited<ReturnType<typeof detailOf>>): number {
  if (status !== 'stocked') return 0;
  const worth = items.reduce((sum, { quantity, received, damaged, unit_price }) => {
    const missing = Math.max(0, quantity - (received - damaged));
    return sum + missing * (unit_price ?? 0);
  }, 0);
  return Math.max(0, worth - invoices.reduce((sum, { credited }) => sum + credited, 0));
}

/** The same for staff; the warehouse sees units, and nothing of what they cost. */
export async function staffDetailOf(ctx: AccountCtx<StaffActor>, id: string) {
  const detail = await detailOf(ctx, id);
  return staffSeesMoney(ctx.actor.roles) ? { ...detail, owed: owedOf(detail) } : withoutMoney(detail);
}

const unpriced = { unit_price: null, delivery_piece: null, today: null };

function withoutMoney(detail: Awaited<ReturnType<typeof detailOf>>) {
  const costs = { total: null, paid: null, owed: null, goods: null, freight: null, fees: null };
  const terms = { deposit_percent: null, freight_kg: null, branding_fee: null, invoices: [] };
  const items = detail.items.map((item) => ({ ...item, ...unpriced, breaks: [] }));
  // a refund's note names its amount
  return { ...detail, ...costs, ...terms, items, events: detail.events.map((event) => ({ ...event, note: '' })) };
}

/** A client's order, for staff; leaves an access row. */
export async function getForStaff(ctx: AccountCtx<StaffActor>, id: string) {
  const detail = await staffDetailOf(ctx, id);
  await looked(ctx, 'stockOrders.staffGet', [ctx.account], id);
  return detail;
}

/** What the account may have stocked, best sellers first. */
export async function listSkus(ctx: MerchantCtx, query: ListQuery) {
  const found = await rows.findStockable(ctx, query.q, pageOf(query));
  return found.map(({ prices, volume_mm3, ...sku }) => ({
    ...sku,
    today: boughtToday({ weight_g: sku.weight_g, volume_mm3, prices }),
  }));
}

/** Pieces on their way, the soonest first. */
export async function listIncoming(ctx: MerchantCtx, query: ListQuery) {
  const data = await rows.findIncoming(ctx, query.q, pageOf(query));
  return { data, meta: metaOf(query, await rows.countIncoming(ctx, query.q)) };
}
