import { sql } from 'kysely';
import { type AccountCtx, forAccount } from '#server/db/context.ts';
import { applyShopOrders } from '#server/features/orders/intake/apply.service.ts';
import { recordDeliveries, recordParcels } from '#server/features/orders/ship/past-parcels.service.ts';
import { findLink, updateStore } from '#server/features/stores/records/stores.db.ts';
import { changeStatus } from '#server/features/stores/records/states.service.ts';
import { keepSentence } from '#server/lib/refusal-texts.ts';
import { correctAddress } from './seed-addresses.ts';
import { claimSteps } from './seed-claims.ts';
import { deliverySteps } from './seed-deliveries.ts';
import { type Invoicing, invoiceSteps } from './seed-invoices.ts';
import { splitOne } from './seed-parts.ts';
import type { Account, Context, Recorded, Step } from './seed-merchant.ts';
import { quoteTalkSteps } from './seed-quote-talk.ts';
import { quoteSteps } from './seed-quotes.ts';
import { type Purse, openPurse } from './seed-wallet.ts';
import { hasMoved, seenOrder } from './shop-records.ts';
import type { Order, Parcel } from './world.ts';
import { holdOrder } from '#server/features/orders/edit/hold.service.ts';
import { payInvoice } from '#server/features/invoices/invoices-pay.service.ts';
import { payOrders } from '#server/features/checkout/checkout.service.ts';

const day = 86_400_000;
/** Parcels of so many days are recorded at once, each at its own moment: a call for each would take most of the fill. */
const roundDays = 3;

/** What the portal calls an order of the world, and its lines in the world's order. */
type Known = { id: string; lines: string[] };

/** Lets the sixty days pass for one merchant: orders come, prices are asked for, money comes and goes, parcels leave. */
export async function seedHistory(context: Context, account: Account): Promise<void> {
  const { thread, world } = context;
  const orders = account.stores.flatMap(({ store }) => store.orders);
  const known = await findKnown(context, account);
  const purse = openPurse(context, account);
  const parcels: Recorded[] = [];
  const invoiced = await invoiceSteps(context, account, orders, (order) => known.get(order.id)?.id);
  const steps: Step[] = [
    ...quoteSteps(context, account),
    ...quoteTalkSteps(context, account),
    ...invoiced.steps,
    ...paySteps({ context, account, orders, known, purse, paying: invoiced.paying }),
    ...shipSteps(context, account, orders, known, parcels),
    ...claimSteps(context, account, orders, parcels),
    ...deliverySteps(context, account, purse),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
  for (const step of steps) {
    await purse.until(step.at);
    thread.clock.set(step.at);
    await step.do();
  }
  await purse.until(world.now);
  thread.clock.set(world.now);
  await purse.leaveOpen();
  await thread.allAccounts((ctx) =>
    recordDeliveries(
      forAccount(ctx, account.account_id),
      parcels.flatMap(({ id, parcel, arrived }) =>
        parcel.delivered_at && !arrived ? [{ id, at: parcel.delivered_at }] : [],
      ),
    ),
  );
  await holdOrders(context, account, orders, known);
  await correctAddress(context, account);
  if (account.merchant.key === 'harbour') await splitOne(context, account);
  await catchUp(context, account);
}

/** All orders as they were placed; their own moments are set when the history is told. */
export async function importOrders({ thread, world }: Context, { account_id, stores }: Account): Promise<void> {
  thread.clock.set(new Date(world.now.getTime() - 60 * day));
  for (const { store, id, place } of stores) {
    const seen = store.orders.map((order) => seenOrder(store, order, place, 'placed'));
    await thread.allAccounts((ctx) => applyShopOrders(ctx, { account_id, id }, seen, place ? 'api' : 'file'));
  }
}

async function findKnown({ thread }: Context, { account_id }: Account): Promise<Map<string, Known>> {
  const rows = await thread.allAccounts((ctx) =>
    ctx.db
      .selectFrom('order_lines as l')
      .innerJoin('orders as o', (join) =>
        join.onRef('o.account_id', '=', 'l.account_id').onRef('o.id', '=', 'l.order_id'),
      )
      .select(['o.external_id', 'o.id as order_id', 'l.id'])
      .where('l.account_id', '=', account_id)
      .orderBy('l.order_id')
      .orderBy('l.position')
      .execute(),
  );
  const known = new Map<string, Known>();
  for (const row of rows) {
    const order = known.get(row.external_id) ?? { id: row.order_id, lines: [] };
    order.lines.push(row.id);
    known.set(row.external_id, order);
  }
  return known;
}

function grouped<T>(items: readonly T[], timeOf: (item: T) => Date | null): [Date, T[]][] {
  const groups = new Map<number, T[]>();
  for (const item of items) {
    const at = timeOf(item)?.getTime();
    if (at === undefined) continue;
    const group = groups.get(at);
    if (group) group.push(item);
    else groups.set(at, [item]);
  }
  return [...groups].map(([at, group]) => [new Date(at), group]);
}

type Paid = {
  context: Context;
  account: Account;
  orders: readonly Order[];
  known: ReadonlyMap<string, Known>;
  purse: Purse;
  paying: Invoicing['paying'];
};

function paySteps({ context, account, orders, known, purse, paying }: Paid): Step[] {
  const { thread } = context;
  const entry = thread.as(account.owner);
  const scope = { account_id: account.account_id };
  return grouped(orders, (order) => order.paid_at).map(([at, group]) => ({
    at,
    async do() {
      const ids = group.flatMap((order) => known.get(order.id)?.id ?? []);
      const total = await entry.run(scope, (ctx) => costOf(ctx, ids));
      await purse.cover(total);
      thread.clock.set(at);
      const invoice = paying?.at.getTime() === at.getTime() ? paying.take() : undefined;
      if (invoice) await entry.run(scope, (ctx) => payInvoice(ctx, invoice.id, { expected_total: invoice.total }));
      const rest = invoice ? await entry.run(scope, (ctx) => unpaidOf(ctx, ids)) : { ids, total };
      if (rest.ids.length > 0)
        await entry.run(scope, (ctx) => payOrders(ctx, { order_ids: rest.ids, expected_total: rest.total }));
    },
  }));
}

/** Those of the orders that are on no invoice, and what they cost. */
async function unpaidOf(ctx: AccountCtx, ids: readonly string[]): Promise<{ ids: string[]; total: number }> {
  const found = await ctx.db
    .selectFrom('orders')
    .select('id')
    .where('account_id', '=', ctx.account)
    .where('id', 'in', ids)
    .where('payment', '=', 'none')
    .execute();
  const rest = found.map(({ id }) => id);
  return { ids: rest, total: rest.length > 0 ? await costOf(ctx, rest) : 0 };
}

/** What the orders cost as their list shows it; the payment checks it again. */
async function costOf(ctx: AccountCtx, ids: readonly string[]): Promise<number> {
  const { total } = await ctx.db
    .selectFrom('orders')
    .select(sql<number>`sum(cost_total)::bigint`.as('total'))
    .where('account_id', '=', ctx.account)
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow();
  return total;
}

type Sent = { order: Order; parcel: Parcel };

/** Parcels in the order of their moments, those of some days together: each order once, and long before any arrives. */
function inRounds(parcels: readonly Sent[]): Sent[][] {
  const rounds: Sent[][] = [];
  const seen = new Set<string>();
  let first = 0;
  for (const sent of [...parcels].sort((a, b) => a.parcel.at.getTime() - b.parcel.at.getTime())) {
    const at = sent.parcel.at.getTime();
    const round = rounds.at(-1);
    if (round && at - first < roundDays * day && !seen.has(sent.order.id)) round.push(sent);
    else {
      rounds.push([sent]);
      seen.clear();
      first = at;
    }
    seen.add(sent.order.id);
  }
  return rounds;
}

function shipSteps(
  context: Context,
  account: Account,
  orders: readonly Order[],
  known: ReadonlyMap<string, Known>,
  done: Recorded[],
): Step[] {
  const { thread, house } = context;
  const [worker] = house.staff.warehouse;
  if (!worker) throw new Error('nobody works in the warehouse');
  const shopOf = new Map(
    account.stores.flatMap(({ store, shop }) => store.orders.map((order) => [order.id, shop] as const)),
  );
  const parcels = orders.flatMap((order) => order.parcels.map((parcel) => ({ order, parcel })));
  return inRounds(parcels).map((group) => ({
    at: group.at(-1)?.parcel.at ?? thread.clock.now(),
    async do() {
      const rows = group.map(({ order, parcel }) => {
        const target = known.get(order.id);
        return {
          order_id: target?.id ?? '',
          channel_id: house.channels.get(parcel.channel) ?? '',
          tracking_number: parcel.tracking,
          at: parcel.at,
          lines: Object.entries(parcel.quantities).map(([index, quantity]) => ({
            line_id: target?.lines[Number(index)] ?? '',
            quantity,
          })),
          known: shopOf.get(order.id)?.fulfillments.get(parcel.tracking) ?? null,
        };
      });
      const ids = await thread
        .as(worker)
        .run('all_accounts', (ctx) => recordParcels(forAccount(ctx, account.account_id), rows));
      done.push(
        ...group.map(({ parcel }, index) => ({
          id: ids[index] ?? '',
          order_id: rows[index]?.order_id ?? '',
          lines: rows[index]?.lines ?? [],
          parcel,
          arrived: false,
        })),
      );
    },
  }));
}

async function holdOrders(
  { thread }: Context,
  account: Account,
  orders: readonly Order[],
  known: ReadonlyMap<string, Known>,
): Promise<void> {
  const entry = thread.as(account.owner);
  for (const order of orders.filter(({ held }) => held !== null)) {
    await entry.run({ account_id: account.account_id }, async (ctx) => {
      const id = known.get(order.id)?.id ?? '';
      const { version } = await ctx.db
        .selectFrom('orders')
        .select('version')
        .where('account_id', '=', account.account_id)
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await holdOrder(ctx, id, { held: true, reason: order.held ?? undefined, version });
    });
  }
}

/** The shops as they are now: what webhooks told after each push and each action of the merchant at the shop. */
async function catchUp({ thread, world }: Context, { account_id, stores }: Account): Promise<void> {
  for (const { store, id, place } of stores) {
    const ref = { account_id, id };
    const moved = place ? store.orders.filter(hasMoved).map((order) => seenOrder(store, order, place, 'now')) : [];
    await thread.allAccounts((ctx) => applyShopOrders(ctx, ref, moved, 'api'));
    await thread.allAccounts(async (ctx) => {
      if (store.state === 'paused') await updateStore(ctx, ref, { paused: true });
      if (!place) return;
      const last = new Date(Math.max(...store.orders.map((order) => order.updated_at.getTime())));
      await updateStore(ctx, ref, {
        orders_watermark: last,
        products_watermark: world.now,
        last_event_at: last,
        last_reconciled_at: world.now,
      });
      const link = store.state === 'needs_reauth' ? await findLink(forAccount(ctx, account_id), id) : undefined;
      if (!link) return;
      thread.clock.set(last);
      await changeStatus(
        { ...ctx, now: last },
        ref,
        {
          status: 'needs_reauth',
          status_reason: keepSentence({
            text: 'stores.scopes_missing',
            params: { scopes: ['write_merchant_managed_fulfillment_orders'] },
          }),
        },
        ['connected'],
      );
    });
  }
}
