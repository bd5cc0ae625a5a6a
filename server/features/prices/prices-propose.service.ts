import { v7 as uuid } from 'uuid';
import type { ParsedOf } from '#contract/endpoint.ts';
import {
  type Charged,
  changedPrice,
  deliveredCost,
  isFalling,
  isWithin,
  type Rise,
  riseOf,
} from '#contract/price-rules.ts';
import type { prices } from '#contract/prices.ts';
import { audit, noteAccess } from '#server/db/audit.ts';
import { type AccountCtx, forAccount, type StaffActor, type StaffCtx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import type { Phrase } from '#server/lib/refusal-texts.ts';
import { groupBy } from '#server/lib/group-by.ts';
import { insertProposal, type NewChange, findProposable, type ProposableRow } from './price-changes.db.ts';
import { lockPrices } from './prices.db.ts';
import { writePrices } from './prices.service.ts';
import { repriceSoon } from '#server/features/orders/index.ts';
import { notify } from '#server/features/notifications/index.ts';

type Propose = ParsedOf<typeof prices.propose>['body'];
type Outcome = 'at_once' | 'by_rule' | 'asked' | 'unchanged';
type Proposed = {
  row: ProposableRow;
  old: Charged & { delivered: number };
  new: Charged & { delivered: number };
  rise: Rise;
  effective_at: Date;
  locked: boolean;
  outcome: Outcome;
};

const hour = 3_600_000;
const day = 24 * hour;

/** The earliest moment at which an increase that is proposed now may take effect. */
const earliest = (ctx: StaffCtx) => new Date(ctx.now.getTime() + ctx.app.priceNoticeDays * day);

/** The full hour that forms offer as the earliest: still accepted an hour from now, so that there is time to fill in a form. */
export const earliestOffered = (ctx: StaffCtx) => new Date(Math.ceil((earliest(ctx).getTime() + hour) / hour) * hour);

/**
 * Proposes other prices: a fall counts at once, a rise within the client's rule is accepted for its day, everything else asks
 * the client. A rise never counts before the notice is over, nor before the end of the price's lock.
 */
export async function propose(ctx: StaffCtx, body: Propose) {
  const accounts = [...new Set(body.prices.map((price) => price.account_id))].sort();
  if (body.mode === 'commit') for (const account of accounts) await lockPrices(forAccount(ctx, account));
  const wanted = new Map(body.prices.map((price) => [`${price.account_id} ${price.id}`, price]));
  const found = await findProposable(ctx, [...wanted.values()]);
  assertNotStale(found, wanted.size);
  assertOneKind(found, body);
  const proposed = found.map((row) => proposedFor(row, body));
  requireNotice(ctx, proposed, body.effective_at);
  if (body.mode === 'commit') {
    if (proposed.every((one) => one.outcome === 'unchanged'))
      throw appError('price_change_invalid', { text: 'prices.nothing_changes' }, 'change');
    for (const [accountId, own] of groupBy(proposed, ({ row }) => row.account_id))
      await proposeTo(forAccount(ctx, accountId), own, body);
  }
  await noteAccess(ctx, { feature: 'quotes', route: 'prices.propose', accounts, staff_user_id: ctx.actor.user_id });
  return answerOf(proposed);
}

function assertNotStale(found: readonly ProposableRow[], wanted: number): void {
  const gone = wanted - found.length;
  if (gone > 0) throw appError('price_change_invalid', { text: 'prices.ended', params: { count: gone } });
  const pending = found.filter((row) => row.pending !== null);
  const [first] = pending;
  if (!first) return;
  const { sku, destination, client } = first;
  const params = { number: first.pending ?? '', code: sku.code, destination, client: client.name };
  const more = pending.length - 1;
  const sentence: Phrase =
    more > 0
      ? { text: 'prices.proposed_already_more', params: { ...params, more } }
      : { text: 'prices.proposed_already', params };
  throw appError('price_change_invalid', sentence, 'prices');
}

/** An amount means the same for all only in one currency. */
function assertOneKind(found: readonly ProposableRow[], { change }: Propose): void {
  const inAmounts = (change.goods !== null && change.goods.kind !== 'percent') || change.freight?.kind === 'formula';
  if (inAmounts && new Set(found.map((row) => row.currency)).size > 1)
    throw appError('price_change_invalid', { text: 'prices.several_currencies' }, 'change');
}

function proposedFor(row: ProposableRow, { change, effective_at }: Propose): Proposed {
  const before: Charged = { unit_price: row.unit_price, formula: row.formula };
  const after = changedPrice(before, change);
  const rise = riseOf(before, after, row.goods);
  const wanted = new Date(effective_at);
  const locked = row.locked_until !== null && row.locked_until > wanted;
  const same =
    before.unit_price === after.unit_price && JSON.stringify(before.formula) === JSON.stringify(after.formula);
  return {
    row,
    old: { ...before, delivered: deliveredCost(before, row.goods, 1) },
    new: { ...after, delivered: deliveredCost(after, row.goods, 1) },
    rise,
    effective_at: locked && row.locked_until ? row.locked_until : wanted,
    locked,
    outcome: same ? 'unchanged' : outcomeOf(row, rise),
  };
}

function outcomeOf(row: ProposableRow, rise: Rise): Outcome {
  if (isFalling(rise)) return 'at_once';
  return isWithin(row.rule, rise) ? 'by_rule' : 'asked';
}

function requireNotice(ctx: StaffCtx, proposed: readonly Proposed[], effective_at: string): void {
  const rises = proposed.some(({ outcome }) => outcome === 'asked' || outcome === 'by_rule');
  const first = earliest(ctx);
  if (!rises || new Date(effective_at) >= first) return;
  throw appError(
    'price_change_invalid',
    {
      text: 'prices.notice_too_short',
      params: { days: ctx.app.priceNoticeDays, earliest: first.toISOString().slice(0, 16).replace('T', ' ') },
    },
    'effective_at',
  );
}

const statusOf = { at_once: 'applied', by_rule: 'accepted', asked: 'open' } as const;
const howOf = { at_once: 'falling', by_rule: 'rule', asked: null } as const;

function changeOf(ctx: StaffCtx, proposed: Proposed, outcome: 'at_once' | 'by_rule' | 'asked'): NewChange {
  const { row, rise } = proposed;
  const atOnce = outcome === 'at_once';
  return {
    id: uuid(),
    price_id: row.id,
    catalog_sku_id: row.catalog_sku_id,
    destination: row.destination,
    channel_id: row.channel_id,
    currency: row.currency,
    old_unit_price: proposed.old.unit_price,
    new_unit_price: proposed.new.unit_price,
    old_formula: proposed.old.formula,
    new_formula: proposed.new.formula,
    old_delivered: proposed.old.delivered,
    new_delivered: proposed.new.delivered,
    rise: rise.amount,
    rise_bp: rise.bp,
    effective_at: atOnce ? ctx.now : proposed.effective_at,
    status: statusOf[outcome],
    decided_how: howOf[outcome],
    new_price_id: atOnce ? uuid() : null,
  };
}

async function proposeTo(
  ctx: AccountCtx<StaffActor>,
  proposed: readonly Proposed[],
  { reason, note }: Propose,
): Promise<void> {
  const changes = proposed.flatMap((one) =>
    one.outcome === 'unchanged' ? [] : [{ one, change: changeOf(ctx, one, one.outcome) }],
  );
  if (changes.length === 0) return;
  const id = uuid();
  const rows = changes.map(({ change }) => change);
  const number = await insertProposal(ctx, { id, reason, note }, rows);
  const falling = changes.filter(({ change }) => change.status === 'applied');
  await writePrices(
    ctx,
    falling.map(({ one, change }) => {
      const { unit_price, formula } = one.new;
      return { ...one.row, unit_price, formula, id: change.new_price_id ?? '' };
    }),
  );
  const skuIds = [...new Set(falling.map(({ change }) => change.catalog_sku_id))];
  if (skuIds.length > 0) await repriceSoon(ctx, { skuIds, cause: number });
  await notifyOf(ctx, { id, number, rows });
  await audit(ctx, {
    action: 'prices.propose',
    account_id: ctx.account,
    entity: 'price_proposals',
    entity_id: id,
    details: { number, reason, prices: rows.length, at_once: falling.length },
  });
  publish(ctx, { account_id: ctx.account, kind: 'quotes.changed', id });
  publish(ctx, { account_id: null, kind: 'quotes.changed', id });
}

/** What asks for a decision is told as such; what went by itself is told as news. */
async function notifyOf(
  ctx: AccountCtx<StaffActor>,
  { id, number, rows }: { id: string; number: string; rows: readonly NewChange[] },
): Promise<void> {
  const link = `/quote/index?tab=price_changes&proposal=${id}`;
  const count = (status: NewChange['status']) => rows.filter((row) => row.status === status).length;
  const asked = rows.filter((row) => row.status === 'open');
  const first = Math.min(...asked.map((row) => row.effective_at.getTime()));
  if (asked.length > 0)
    await notify(ctx, {
      event: 'price_proposed',
      account_id: ctx.account,
      subject: id,
      params: { number, prices: asked.length, day: new Date(first).toISOString().slice(0, 10) },
      link,
    });
  if (asked.length < rows.length)
    await notify(ctx, {
      event: 'price_moved',
      account_id: ctx.account,
      subject: id,
      params: { number, fell: count('applied'), accepted: count('accepted') },
      link: `${link}&state=all`,
    });
}

function answerOf(proposed: readonly Proposed[]) {
  const count = (outcome: Outcome) => proposed.filter((one) => one.outcome === outcome).length;
  return {
    rows: proposed.map(({ row, ...one }) => ({
      client: row.client,
      sku: row.sku,
      destination: row.destination,
      channel: row.channel,
      currency: row.currency,
      ...one,
    })),
    at_once: count('at_once'),
    by_rule: count('by_rule'),
    asked: count('asked'),
    unchanged: count('unchanged'),
  };
}
