import { v7 as uuid } from 'uuid';
import type { ChangeStatus } from '#contract/price-rules.ts';
import { audit } from '#server/db/audit.ts';
import {
  type AccountCtx,
  forAccount,
  type MerchantCtx,
  notFound,
  type StaffCtx,
  type Entry,
} from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import { groupBy } from '#server/lib/group-by.ts';
import * as changes from './price-changes.db.ts';
import { findClients } from './prices-list.db.ts';
import { lockPrices } from './prices.db.ts';
import { resolveProposals, writePrices } from './prices.service.ts';
import { agreePrices, repriceSoon } from '#server/features/orders/index.ts';
import { notify } from '#server/features/notifications/index.ts';
import { eachAlone } from '#server/db/each-alone.ts';

type Change = changes.LockedChange;

/** Until its day, a decision may be changed; after it, what nobody decided still waits. */
const decidable = ['open', 'accepted', 'rejected', 'due'] as const satisfies readonly ChangeStatus[];
type Decidable = (typeof decidable)[number];
const isDecidable = (status: ChangeStatus): status is Decidable => decidable.some((known) => known === status);

/** The changes, locked; throws when one is not the account's, or cannot be decided any more. */
async function lockDecidable(ctx: AccountCtx, ids: readonly string[]): Promise<Change[]> {
  await lockPrices(ctx);
  const found = await changes.lockChanges(ctx, ids);
  if (found.length < new Set(ids).size) throw notFound('price_change');
  for (const { status, code, destination, number } of found)
    if (!isDecidable(status))
      throw appError(
        'price_change_closed',
        { text: `prices.closed_${status}`, params: { code, destination, number } },
        'ids',
      );
  return found;
}

function assertNotActing(ctx: MerchantCtx): void {
  if (ctx.actor.acting) throw appError('not_allowed_while_acting', { text: 'prices.acting' });
}

const pricesOf = (found: readonly Change[], which: 'old' | 'new') =>
  found.map((change) => ({
    ...change,
    unit_price: change[`${which}_unit_price`],
    formula: change[`${which}_formula`],
    locked_until: which === 'old' ? change.locked_until : null,
    id: uuid(),
  }));

/** Makes agreed prices count from now on; unpaid orders follow. Answers how many. */
export async function apply(ctx: AccountCtx, agreed: readonly Change[], how?: 'merchant'): Promise<number> {
  if (agreed.length === 0) return 0;
  const written = pricesOf(agreed, 'new');
  await changes.saveDecisions(
    ctx,
    agreed.map(({ id }, index) => ({
      id,
      status: 'applied',
      ...(how && { how }),
      new_price_id: written[index]?.id ?? '',
    })),
  );
  await writePrices(ctx, written);
  await agreePrices(
    ctx,
    written.map((price) => price.id),
  );
  return reprice(ctx, agreed);
}

/** Has unpaid orders with the goods priced again. */
export async function reprice(ctx: AccountCtx, moved: readonly Change[]): Promise<number> {
  const skuIds = [...new Set(moved.map((change) => change.catalog_sku_id))];
  const cause = [...new Set(moved.map((change) => change.number))].join(', ');
  return skuIds.length === 0 ? 0 : repriceSoon(ctx, { skuIds, cause });
}

/** Accepts proposed prices: from their day on, or at once where that has passed. */
export async function acceptChanges(ctx: MerchantCtx, ids: readonly string[]) {
  assertNotActing(ctx);
  const found = await lockDecidable(ctx, ids);
  const orders = await apply(
    ctx,
    found.filter((change) => change.status === 'due'),
    'merchant',
  );
  const ahead = found.filter((change) => change.status === 'open' || change.status === 'rejected');
  await changes.saveDecisions(
    ctx,
    ahead.map(({ id }) => ({ id, status: 'accepted', how: 'merchant', reject_reason: '' })),
  );
  await decided(ctx, 'accept', found);
  return { changes: found.length, orders };
}

/** Rejects proposed prices: the old ones end on the day, and the agents hear why. */
export async function rejectChanges(ctx: MerchantCtx, { ids, reason }: { ids: readonly string[]; reason: string }) {
  assertNotActing(ctx);
  const found = await lockDecidable(ctx, ids);
  await changes.saveDecisions(
    ctx,
    found.map(({ id, status }) => ({
      id,
      status: status === 'due' ? 'ended' : 'rejected',
      how: 'merchant',
      reject_reason: reason,
    })),
  );
  const orders = await reprice(
    ctx,
    found.filter((change) => change.status === 'due'),
  );
  const [client] = await findClients(ctx, [ctx.account]);
  for (const [subject, own] of groupBy(found, (change) => change.proposal_id))
    await notify(ctx, {
      event: 'staff_price_rejected',
      account_id: ctx.account,
      subject,
      params: { number: own[0]?.number ?? '', prices: own.length, client: client?.name ?? '', reason },
      link: `/staff/prices?tab=changes&state=rejected&account=${ctx.account}`,
    });
  await decided(ctx, 'reject', found);
  return { changes: found.length, orders };
}

async function decided(
  ctx: AccountCtx,
  verb: 'accept' | 'reject' | 'withdraw',
  found: readonly Change[],
): Promise<void> {
  const proposals = [...new Set(found.map((change) => change.proposal_id))];
  await resolveProposals(ctx, proposals);
  for (const [id, own] of groupBy(found, (change) => change.proposal_id))
    await audit(ctx, {
      action: `prices.${verb}`,
      account_id: ctx.account,
      entity: 'price_proposals',
      entity_id: id,
      details: { number: own[0]?.number, prices: own.length },
    });
  publish(ctx, { account_id: ctx.account, kind: 'quotes.changed' });
  publish(ctx, { account_id: null, kind: 'quotes.changed' });
}

/** Takes proposed prices back; where the old price has ended by them, it counts again. */
export async function withdrawChanges(ctx: StaffCtx, which: readonly { account_id: string; id: string }[]) {
  const byAccount = [...groupBy(which, (change) => change.account_id)].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [accountId, own] of byAccount) {
    const scoped = forAccount(ctx, accountId);
    const found = await lockDecidable(
      scoped,
      own.map(({ id }) => id),
    );
    await changes.saveDecisions(
      scoped,
      found.map(({ id }) => ({ id, status: 'withdrawn' })),
    );
    const ended = found.filter((change) => change.status === 'due');
    await writePrices(scoped, pricesOf(ended, 'old'));
    await reprice(scoped, ended);
    await decided(scoped, 'withdraw', found);
  }
  return { done: true } as const;
}

const remindDays = 2;
const day = 86_400_000;
const soon = (now: Date) => new Date(now.getTime() + remindDays * day);

/** Lets the day of proposed prices come, and reminds of those that wait; one transaction per account, safe to repeat. */
export async function sweepPrices(entry: Entry): Promise<void> {
  const accounts = await entry.run('all_accounts', (ctx) => changes.accountsWithWork(ctx, soon(ctx.now)));
  const named = accounts.map((account_id) => ({ account_id }));
  await eachAlone(entry, named, 'the day of new prices could not come for a client', ({ account_id }) =>
    entry.run({ account_id }, async (ctx) => {
      await letCome(ctx);
      await remind(ctx);
    }),
  );
}

/** What was agreed counts now; the rest ends the old price, and what nobody decided goes on asking. */
async function letCome(ctx: AccountCtx): Promise<void> {
  await lockPrices(ctx);
  const found = await changes.lockDue(ctx);
  if (found.length === 0) return;
  await apply(
    ctx,
    found.filter((change) => change.status === 'accepted'),
  );
  const ending = found.filter((change) => change.status !== 'accepted');
  await changes.endCurrent(ctx, ending);
  await changes.saveDecisions(
    ctx,
    ending.map(({ id, status }) => ({ id, status: status === 'open' ? 'due' : 'ended' })),
  );
  const orders = await reprice(ctx, ending);
  const undecided = ending.filter((change) => change.status === 'open');
  for (const [id, own] of groupBy(undecided, (change) => change.proposal_id))
    await notify(ctx, {
      event: 'price_due',
      account_id: ctx.account,
      subject: id,
      params: { number: own[0]?.number ?? '', prices: own.length, orders },
      link: `/quote/index?tab=price_changes&proposal=${id}`,
    });
  publish(ctx, { account_id: ctx.account, kind: 'quotes.changed' });
}

async function remind(ctx: AccountCtx): Promise<void> {
  for (const { id, number, prices, effective_at } of await changes.takeReminders(ctx, soon(ctx.now)))
    await notify(ctx, {
      event: 'price_reminder',
      account_id: ctx.account,
      subject: id,
      params: { number, prices, day: effective_at.toISOString().slice(0, 10) },
      link: `/quote/index?tab=price_changes&proposal=${id}`,
    });
}
