import type { ParsedOf } from '#contract/endpoint.ts';
import { refusalInState } from '#contract/order-acts.ts';
import { orderReasons } from '#contract/order-reasons.ts';
import type { orders } from '#contract/orders.ts';
import { audit } from '#server/db/audit.ts';
import { accountOf, type Ctx, type Entry, type MerchantCtx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import { type Stock, withoutStock } from './order-stock.ts';
import { lockFor } from './orders-acts.service.ts';
import * as rows from './orders-hold.db.ts';
import { noteEvents, reviewOrders } from './orders-review.service.ts';

type Hold = Omit<ParsedOf<typeof orders.hold>['body'], 'version'> & { version?: number };

const longest = 90; // days
const atOnce = 500;

/** Why an order cannot be held or released; what else it has in it does not matter to that. */
export function holdRefusal(act: 'hold' | 'release', row: Pick<rows.Holdable, 'stage' | 'held'>) {
  const rest = { work: null, cancel_asked: false, open: 0, shipped: 0, added: 0, added_payable: false, removed: 0 };
  const reason = refusalInState(act, { ...rest, stage: row.stage, held: row.held, blocks: [] });
  return reason && { code: 'order_act_refused', reason: orderReasons[reason] };
}

/** Holds an order back, for a reason and until a moment where they are named, or lets it go on. */
export async function setHeld(ctx: MerchantCtx, id: string, body: Hold, stock: Stock = withoutStock): Promise<void> {
  const accountId = accountOf(ctx);
  await lockFor(ctx, accountId, id, body.held ? 'hold' : 'release', body.version);
  const hold = body.held ? { reason: body.reason || null, until: untilOf(ctx, body.until) } : null;
  await write(ctx, accountId, id, hold, stock);
  await audit(ctx, {
    action: body.held ? 'orders.hold' : 'orders.release',
    entity: 'orders',
    entity_id: id,
    fields: ['held', 'hold_reason', 'hold_until'],
  });
}

function untilOf(ctx: Ctx, until: string | undefined): Date | null {
  if (until === undefined) return null;
  const at = new Date(until);
  if (at <= ctx.now) throw appError('invalid_input', 'That moment has passed. Choose one to come.', 'until');
  if (at.getTime() - ctx.now.getTime() > longest * 86_400_000)
    throw appError('invalid_input', `Hold it for at most ${longest} days, or without an end.`, 'until');
  return at;
}

async function write(
  ctx: Ctx,
  accountId: string,
  id: string,
  hold: { reason: string | null; until: Date | null } | null,
  stock: Stock,
): Promise<void> {
  await rows.setHold(ctx, accountId, id, hold);
  const data = hold
    ? { ...(hold.reason && { reason: hold.reason }), ...(hold.until && { until: hold.until.toISOString() }) }
    : {};
  await noteEvents(ctx, accountId, [{ order_id: id, kind: hold ? 'held' : 'released', data }]);
  await reviewOrders(ctx, accountId, { orderIds: [id] }, stock);
  await publish(ctx, { account_id: accountId, kind: 'orders.changed', id });
  await publish(ctx, { account_id: null, kind: 'orders.changed', id });
}

/** Orders whose hold is over go on, each in a transaction of its own. */
export async function releaseDue(entry: Entry, stock: Stock): Promise<void> {
  const due = await entry.run('desk', (ctx) => rows.findDue(ctx, atOnce));
  for (const { account_id, id } of due)
    await entry.run('desk', async (ctx) => {
      if (await rows.lockDue(ctx, account_id, id)) await write(ctx, account_id, id, null, stock);
    });
}
