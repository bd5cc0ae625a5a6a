import type { Phrase } from '#server/lib/refusal-texts.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { orders } from '#contract/orders.ts';
import { refusalInState } from '#contract/order-refusals.ts';
import { type AccountCtx, requireStore, type MerchantCtx, notFound } from '#server/db/context.ts';
import { tryOut } from '#server/db/savepoint.ts';
import { appError } from '#server/lib/app-error.ts';
import { shownTo } from '../rules/buyers.ts';
import { termsOf } from '../rules/search-terms.ts';
import { lockFor, lockWithFacts } from '../review/actions.service.ts';
import { saveTerms } from '../records/write.db.ts';
import { lockOrders } from '../records/facts.db.ts';
import * as rows from './move-units.db.ts';
import { requireTotal, moveUnits, noteMoved, outlookNow, totalOf } from './move-units.service.ts';

type Merge = ParsedOf<typeof orders.merge>['body'];
type Others = Merge['orders'];
const refuse = (sentence: Phrase) => appError('order_not_editable', sentence, 'orders');

/** Unpaid orders of the same store, buyer and address, placed within a day of this one. */
export async function mergeCandidates(ctx: MerchantCtx, id: string) {
  const place = await rows.findPlace(ctx, id);
  if (!place) throw notFound('order');
  requireStore(ctx.actor, place.store_id);
  const found = await rows.findCandidates(ctx, id);
  return found.map((row) => ({ ...shownTo(ctx.actor, row), placed_at: row.placed_at.toISOString() }));
}

/** Takes the units of other orders in, to be paid and sent as one. */
export async function mergeOrders(ctx: MerchantCtx, id: string, body: Merge): Promise<void> {
  const { into, others } = await lockAll(ctx, id, body);
  const { after, units } = await merge(ctx, id, others);
  requireTotal(after, body.expected_total);
  const terms = await rows.findSkus(ctx, id);
  const words = termsOf([...terms, ...others.map(({ name }) => name)]);
  await saveTerms(
    ctx,
    words.map((term) => ({ order_id: id, term })),
  );
  const names = others.map(({ name }) => name).join(', ');
  await noteMoved(ctx, 'merge', id, [
    { order_id: id, kind: 'merged', data: { units, names } },
    ...others.map((one) => ({ order_id: one.id, kind: 'merged_into' as const, data: { name: into.name } })),
  ]);
}

/** What the orders would cost as one, beside what each costs by itself; changes nothing. */
export async function mergePreview(ctx: MerchantCtx, id: string, body: { orders: Others; version: number }) {
  const { others } = await lockAll(ctx, id, body);
  const ids = [id, ...others.map((one) => one.id)];
  return tryOut(ctx, async () => {
    const before = await outlookNow(ctx, ids);
    const { after } = await merge(ctx, id, others);
    return { before, after, total: totalOf(after) };
  });
}

/** All of them under lock, in the sequence of their ids, if the table of actions and their address let them be one. */
async function lockAll(ctx: MerchantCtx, id: string, body: { orders: Others; version: number }) {
  const ids = [...new Set(body.orders.map((one) => one.id))];
  if (ids.length < body.orders.length || ids.includes(id)) throw refuse({ text: 'orders.merge_twice' });
  await lockOrders(ctx, [id, ...ids]);
  const into = await lockFor(ctx, id, 'merge', body.version);
  const others: Awaited<ReturnType<typeof lockFor>>[] = [];
  for (const other of body.orders) others.push(await lockFor(ctx, other.id, 'merge', other.version));
  const known = new Set((await rows.findCandidates(ctx, id)).map((one) => one.id));
  const stranger = others.find((one) => !known.has(one.id));
  if (stranger) throw refuse({ text: 'orders.merge_differs', params: { name: stranger.name } });
  return { into, others };
}

async function merge(ctx: AccountCtx, id: string, others: readonly { id: string }[]) {
  const lines = await rows.findMovable(
    ctx,
    others.map((one) => one.id),
  );
  const wanted = lines.map((line) => ({ line, units: line.wanted, to: id }));
  const after = await moveUnits(ctx, wanted);
  return { after, units: wanted.reduce((sum, one) => sum + one.units, 0) };
}

/** Sends units that came from other orders back to them. */
export async function putBack(ctx: MerchantCtx, id: string, version: number): Promise<void> {
  const homes = (await rows.findMovable(ctx, [id])).flatMap((line) => (line.own ? [] : [line.home]));
  await lockOrders(ctx, [id, ...homes]);
  const order = await lockFor(ctx, id, 'put_back', version);
  const lines = (await rows.findMovable(ctx, [id])).filter((line) => !line.own);
  for (const home of new Set(lines.map((line) => line.home))) await requireTakes(ctx, home);
  const wanted = lines.map((line) => ({ line, units: line.wanted, to: line.home }));
  const after = await moveUnits(ctx, wanted);
  const back = after.filter((one) => one.id !== id);
  const units = wanted.reduce((sum, one) => sum + one.units, 0);
  await noteMoved(ctx, 'put_back', id, [
    { order_id: id, kind: 'put_back', data: { units, names: back.map(({ name }) => name).join(', ') } },
    ...back.map((one) => ({ order_id: one.id, kind: 'came_back' as const, data: { name: order.name } })),
  ]);
}

/** Units go home only to an order that is not paid, held or on its way: what it costs would change behind its back. */
async function requireTakes(ctx: MerchantCtx, home: string): Promise<void> {
  const { name, facts } = await lockWithFacts(ctx, home);
  if (facts.stage === 'merged') return;
  const reason = refusalInState('merge', { ...facts, movable: 1 });
  if (reason !== null)
    throw refuse({
      text: 'orders.put_back_refused',
      params: { name, reason: { text: `order-reasons.${reason}` } },
    });
}
