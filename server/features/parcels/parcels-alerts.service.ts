import { type MonitoredOrder, alertsOf, promiseRules } from '#contract/parcel-alerts.ts';
import type { AccountCtx, Entry, Ctx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { groupBy } from '#server/lib/group-by.ts';
import * as rows from './parcels-alerts.db.ts';
import { resolveNotifications, notify } from '#server/features/notifications/index.ts';
import { findReturnable } from '#server/features/stock/index.ts';
import { promisesSoon, setWatched } from '#server/features/orders/index.ts';
import { anyCounted, countDeliveries, measureWindows } from './parcels.db.ts';

const batch = 500;
const most = 20_000;
const ended: ReadonlySet<string> = new Set(['delivered', 'closed', 'cancelled']);
/** Up to so many orders are reported one by one; more are reported together. */
const singly = 3;

const timeOf = (text: string | null) => (text === null ? null : Date.parse(text));

function monitoredOrder(row: rows.FactsRow, paid_at: Date): MonitoredOrder {
  return {
    paid_at: paid_at.getTime(),
    ended: ended.has(row.stage),
    held: row.held,
    claimed: row.claimed,
    open: row.open,
    promised_by: row.promised_by?.getTime() ?? null,
    parcels: row.parcels.map(({ labelled_at, handed_over_at, last_event_at, ...parcel }) => ({
      ...parcel,
      labelled_at: Date.parse(labelled_at),
      handed_over_at: timeOf(handed_over_at),
      last_event_at: timeOf(last_event_at),
    })),
  };
}

/** Looks at orders whose time has come. Answers how many it looked at. */
export async function checkDueOrders(entry: Entry): Promise<number> {
  let looked = 0;
  while (looked < most) {
    const due = await entry.run('all_accounts', (ctx) => rows.findDue(ctx, batch));
    for (const [account_id, orders] of groupBy(due, (row) => row.account_id)) {
      const ids = orders.map((row) => row.order_id);
      await entry.run({ account_id }, (ctx) => lookAgain(ctx, ids));
    }
    looked += due.length;
    if (due.length < batch) break;
  }
  return looked;
}

/** Decides again why these orders are watched, reports what is new once, and remembers when to look again. */
export async function lookAgain(ctx: AccountCtx, orderIds: readonly string[]): Promise<void> {
  const facts = await rows.findFacts(ctx, orderIds);
  const now = ctx.now.getTime();
  const looks = facts.map((row) => ({
    row,
    ...(row.paid_at ? alertsOf(monitoredOrder(row, row.paid_at), now) : { alerts: [], next: null }),
  }));
  const wanted = looks.flatMap(({ row, alerts }) =>
    alerts.map((alert) => ({ ...alert, order_id: row.id, since: new Date(alert.since) })),
  );
  const ids = facts.map((row) => row.id);
  const fresh = await rows.saveAlerts(ctx, ids, wanted);
  const on = looks.filter(({ row, alerts }) => alerts.length > 0 && !row.watched).map(({ row }) => row.id);
  const off = looks.filter(({ row, alerts }) => alerts.length === 0 && row.watched).map(({ row }) => row.id);
  const back = wanted.filter(({ rule }) => rule === 'returned').map(({ order_id }) => order_id);
  await settleReturned(ctx, back);
  await setWatched(ctx, on, true);
  await setWatched(ctx, off, false);
  await rows.saveTimes(
    ctx,
    looks.map(({ row, next }) => ({ order_id: row.id, due_at: next === null ? null : new Date(next) })),
  );
  await notifyOf(ctx, facts, fresh);
  for (const id of off) await resolveNotifications(ctx, id, ['order_watched']);
  if (on.length + off.length === 0) return;
  for (const to of [ctx.account, null]) publish(ctx, { account_id: to, kind: 'orders.changed' });
}

/**
 * A parcel that came back is done with for staff once all its units are in stock again; for its client the reason stays, as long as it
 * can be claimed.
 */
export async function settleReturned(ctx: AccountCtx, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  const parcels = groupBy(await findReturnable(ctx, orderIds), ({ parcel_id }) => parcel_id);
  const settled = [...parcels].filter(([, goods]) => goods.every(({ left }) => left === 0)).map(([id]) => id);
  await rows.setSettled(ctx, orderIds, settled);
}

/** Each reason is reported once: when it begins. */
async function notifyOf(
  ctx: AccountCtx,
  facts: readonly rows.FactsRow[],
  fresh: readonly rows.AlertRow[],
): Promise<void> {
  const byOrder = groupBy(fresh, (row) => row.order_id);
  const orders = facts.filter((row) => byOrder.has(row.id));
  if (orders.length > singly) {
    const params = {
      count: orders.length,
      names: orders
        .slice(0, singly)
        .map((row) => row.name)
        .join(', '),
    };
    const link = '/order/index?tab=watch';
    await notify(ctx, { event: 'orders_watched', account_id: ctx.account, subject: ctx.account, params, link });
    return;
  }
  for (const { id, name, store_id } of orders) {
    const params = { order: name, rule: byOrder.get(id)?.[0]?.rule ?? '' };
    const link = `/order/index?tab=watch&order=${id}`;
    await notify(ctx, { event: 'order_watched', account_id: ctx.account, subject: id, store_id, params, link });
  }
}

const day = 86_400_000;
/** Deliveries are reported so many days late at the most. */
const lateDays = 14;

const dayBefore = (ctx: Ctx, days: number) => new Date(ctx.now.getTime() - days * day).toISOString().slice(0, 10);

/** Nightly: how long deliveries took lately, per channel and country; unpaid orders are promised what follows from it. */
export async function measureTransit(entry: Entry): Promise<void> {
  await entry.run('all_accounts', async (ctx) => {
    const days = (await anyCounted(ctx)) ? lateDays : promiseRules.historyDays;
    const counted = await countDeliveries(ctx, dayBefore(ctx, days));
    const moved = await measureWindows(ctx, dayBefore(ctx, promiseRules.historyDays), promiseRules.enough);
    await promisesSoon(ctx, moved);
    ctx.log.info({ deliveries: counted }, 'transit windows measured');
  });
}
