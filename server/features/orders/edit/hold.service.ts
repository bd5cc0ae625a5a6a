import type { ParsedOf } from '#contract/endpoint.ts';
import type { orders } from '#contract/orders.ts';
import { audit, auditAll } from '#server/db/audit.ts';
import { type AccountCtx, type Ctx, type Entry, forAccount, type MerchantCtx } from '#server/db/context.ts';
import { eachAlone } from '#server/db/each-alone.ts';
import { publish } from '#server/db/queue.ts';
import type { Outcome } from '#server/http/list-actions.ts';
import { appError } from '#server/lib/app-error.ts';
import { lockFor, lockForActions, refusalFor } from '../review/actions.service.ts';
import * as rows from './edits.db.ts';
import { noteEvents, reviewOrders } from '../review/review.service.ts';
import { readOrder } from '../review/orders.service.ts';

type Hold = Omit<ParsedOf<typeof orders.hold>['body'], 'version'> & { version?: number };

const longest = 90; // days
const atOnce = 500;

/** Holds an order back, for a reason and until a moment where they are named, or lets it go on. */
export async function setHeld(ctx: MerchantCtx, id: string, body: Hold): Promise<void> {
  await lockFor(ctx, id, body.held ? 'hold' : 'release', body.version);
  const hold = body.held ? { reason: body.reason || null, until: untilOf(ctx, body.until) } : null;
  await write(ctx, [id], hold);
  await audit(ctx, traceOf(body.held, id));
  publish(ctx, { account_id: ctx.account, kind: 'orders.changed', id });
}

/** Holds many orders back, or lets them go on; those that cannot stay as they are. */
export async function setHeldOfMany(
  ctx: MerchantCtx,
  ids: readonly string[],
  { held, reason }: Hold,
): Promise<Outcome[]> {
  const found = await lockForActions(ctx, ids);
  const outcomes = found.map(({ id, facts }) => ({ id, refusal: refusalFor(held ? 'hold' : 'release', facts) }));
  const able = outcomes.flatMap(({ id, refusal }) => (refusal ? [] : [id]));
  if (able.length === 0) return outcomes;
  await write(ctx, able, held ? { reason: reason || null, until: null } : null);
  await auditAll(
    ctx,
    able.map((id) => traceOf(held, id)),
  );
  return outcomes;
}

const traceOf = (held: boolean, id: string) => ({
  action: held ? 'orders.hold' : 'orders.release',
  entity: 'orders',
  entity_id: id,
  fields: ['held', 'hold_reason', 'hold_until'],
});

function untilOf(ctx: Ctx, until: string | undefined): Date | null {
  if (until === undefined) return null;
  const at = new Date(until);
  if (at <= ctx.now) throw appError('invalid_input', { text: 'orders.hold_passed' }, 'until');
  if (at.getTime() - ctx.now.getTime() > longest * 86_400_000)
    throw appError('invalid_input', { text: 'orders.hold_too_long', params: { days: longest } }, 'until');
  return at;
}

async function write(
  ctx: AccountCtx,
  ids: readonly string[],
  hold: { reason: string | null; until: Date | null } | null,
): Promise<void> {
  await rows.setHold(ctx, ids, hold);
  const data = hold
    ? { ...(hold.reason && { reason: hold.reason }), ...(hold.until && { until: hold.until.toISOString() }) }
    : {};
  const kind = hold ? 'held' : 'released';
  await noteEvents(
    ctx,
    ids.map((id) => ({ order_id: id, kind, data })),
  );
  await reviewOrders(ctx, { orderIds: ids }); // notifies open pages of the account
  publish(ctx, { account_id: null, kind: 'orders.changed', ...(ids.length === 1 && ids[0] && { id: ids[0] }) });
}

/** Orders whose hold is over go on, each in a transaction of its own. */
export async function releaseDue(entry: Entry): Promise<void> {
  const due = await entry.run('all_accounts', (ctx) => rows.findHoldsDue(ctx, atOnce));
  await eachAlone(entry, due, 'an order could not be released', ({ account_id, id }) =>
    entry.run('all_accounts', async (ctx) => {
      if (await rows.lockHoldDue(forAccount(ctx, account_id), id)) await write(forAccount(ctx, account_id), [id], null);
    }),
  );
}

/** Holds an order back, or lets it go on; answers it as it is then. */
export async function holdOrder(ctx: MerchantCtx, id: string, body: ParsedOf<typeof orders.hold>['body']) {
  await setHeld(ctx, id, body);
  return readOrder(ctx, id);
}
