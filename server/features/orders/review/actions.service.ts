import type { ActionFacts, OrderAction, Who } from '#contract/order-actions.ts';
import { actionsFor, refusalInState } from '#contract/order-refusals.ts';
import { type AccountCtx, type Actor, type Ctx, requireStore, notFound, type MerchantCtx } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import { type Calendar, shanghaiDay } from '#server/lib/business-time.ts';
import type { Refusal } from '#server/http/list-actions.ts';
import { groupBy } from '#server/lib/group-by.ts';
import { nextAction } from '../rules/next-step.ts';
import { isOwn } from '../rules/state.ts';
import { addedQuantity, type LineUnits, openQuantity, removedQuantity, type AddableUnits } from '../rules/units.ts';
import * as rows from '../records/actions.db.ts';
import { findHeadOf, findLines, lockOrder } from '../records/detail.db.ts';
import { findBlocks } from '../records/orders.db.ts';
import { lockOrders } from '../records/facts.db.ts';

const day = 86_400_000;
const lookBack = 10; // days before an order's last step that its next action may count from
const lookAhead = 60; // the longest run of holidays that anybody marks at once

/** The provider's days around this moment and that one. */
export async function daysAround(ctx: Ctx, since: Date): Promise<Calendar> {
  const from = shanghaiDay(Math.min(since.getTime(), ctx.now.getTime()) - lookBack * day);
  const days = await rows.findDays(ctx, from, shanghaiDay(ctx.now.getTime() + lookAhead * day));
  return new Map(days.map(({ day: key, kind }) => [key, kind]));
}

type Line = LineUnits &
  AddableUnits & {
    requires_shipping: boolean;
    not_ours: boolean;
    /** Where its units came from, when that is another order. */
    from: object | string | null;
  };

/** What the guards of actions look at, from an order and its lines. */
export function factsOf(
  row: Pick<rows.ActionRow, 'stage' | 'held' | 'fulfilment_step' | 'cancel_due' | 'recallable'>,
  lines: readonly Line[],
  blocks: readonly string[],
  payment: string,
): ActionFacts {
  const sum = (count: (line: Line) => number) => lines.reduce((all, line) => all + count(line), 0);
  const ours = (line: Line) =>
    isOwn({ requires_shipping: line.requires_shipping, mapping: line.not_ours ? 'not_ours' : null });
  return {
    stage: row.stage,
    held: row.held,
    fulfilment_step: row.fulfilment_step,
    invoiced: payment === 'invoiced',
    cancel_asked: row.cancel_due !== null,
    open: sum(openQuantity),
    shipped: sum((line) => line.shipped_quantity),
    added: payment !== 'none' ? sum((line) => (ours(line) ? addedQuantity(line) : 0)) : 0,
    added_payable: false,
    removed: sum(removedQuantity),
    movable: sum((line) => (ours(line) ? line.current_quantity : 0)),
    gathered: sum((line) => (line.from === null ? 0 : line.current_quantity)),
    replaced: sum((line) => line.replaced_quantity),
    recallable: row.recallable,
    blocks,
  };
}

/** How this reader's actions are decided; jobs do what they do without buttons. */
function whoOf(actor: Actor): Who | null {
  if (actor.kind === 'merchant') return { kind: 'merchant', rights: actor.rights };
  return actor.kind === 'staff' ? { kind: 'staff', roles: actor.roles } : null;
}

type Row = { id: string; payment: string; blocks: readonly { code: string; detail: Record<string, unknown> }[] };

/** What the reader may do with an order, and what happens next with it. */
export async function actionsOf(ctx: AccountCtx, order: Row, lines: readonly Line[]) {
  const row = await rows.findActionRow(ctx, order.id);
  if (!row) throw notFound('order');
  const blocks = order.blocks.map(({ code }) => code);
  const who = whoOf(ctx.actor);
  const calendar = await daysAround(ctx, row.paid_at ?? row.stage_since);
  const part = order.blocks.find(({ code }) => code === 'CHANGED_AFTER_PAYMENT')?.detail;
  const facts = {
    ...factsOf(row, lines, blocks, order.payment),
    added_payable: part?.payable === true,
  };
  const next = nextAction({ ...row, blocks, open: facts.open, calendar }, ctx.now);
  return {
    actions: who ? actionsFor(facts, who) : [],
    fulfilment_step: row.fulfilment_step,
    hold: row.held ? { reason: row.hold_reason, until: row.hold_until?.toISOString() ?? null } : null,
    next: next && { ...next, at: next.at?.toISOString() ?? null },
  };
}

/** An order with what the guards of actions look at. */
export async function factsFor(ctx: AccountCtx, id: string) {
  const order = await findHeadOf(ctx, id);
  const row = order && (await rows.findActionRow(ctx, id));
  if (!row) throw notFound('order');
  const lines = await findLines(ctx, id);
  const blocks = await findBlocks(ctx, id);
  return { ...order, ...row, lines, facts: factsOf(row, lines, blocks, order.payment) };
}

/** The order with all that its actions depend on, locked until the transaction ends; throws 404 when the actor may not see it. */
export async function lockWithFacts(ctx: AccountCtx, id: string) {
  const order = await lockOrder(ctx, id);
  if (!order) throw notFound('order');
  requireStore(ctx.actor, order.store_id);
  return factsFor(ctx, id);
}

/**
 * The same if its state lets this action happen: the action of a person names the version that he saw. Throws a sentence otherwise.
 */
export async function lockFor(ctx: AccountCtx, id: string, action: OrderAction, version?: number) {
  const order = await lockWithFacts(ctx, id);
  if (version !== undefined && order.version !== version) throw staleOrder();
  const reason = refusalInState(action, order.facts);
  if (reason !== null) throw appError('order_action_refused', { text: `order-reasons.${reason}` });
  return order;
}

/** An order with what decides about actions on it. */
export type ManyOrder = rows.ManyRow & { facts: ActionFacts };

/** The reader's orders among these, with what the table of actions looks at; the same as for one, in two statements for all. */
export async function findForActions(ctx: MerchantCtx, ids: readonly string[]): Promise<ManyOrder[]> {
  const found = await rows.findActionRows(ctx, ids, ctx.actor.stores);
  const lines = await rows.findUnits(
    ctx,
    found.map((row) => row.id),
  );
  const byOrder = groupBy(lines, (line) => line.order_id);
  return found.map((row) => ({
    ...row,
    facts: factsOf(row, byOrder.get(row.id) ?? [], row.blocks, row.payment),
  }));
}

/** The same, locked in the sequence that every action keeps until the transaction ends. */
export async function lockForActions(ctx: MerchantCtx, ids: readonly string[]): Promise<ManyOrder[]> {
  await lockOrders(ctx, ids);
  return findForActions(ctx, ids);
}

/** Why the table of actions refuses an order, as a row of a run says it. */
export function refusalFor(action: OrderAction, facts: ActionFacts): Refusal | null {
  const reason = refusalInState(action, facts);
  return reason && { code: 'order_action_refused', reason: { text: `order-reasons.${reason}` } };
}

/** The order is not as the reader saw it when he decided. */
export const staleOrder = () => appError('stale_version', { text: 'orders.changed' });
