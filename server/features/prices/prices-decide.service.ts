import { v7 as uuid } from 'uuid';
import type { ChangeStatus } from '#contract/price-rules.ts';
import { audit } from '#server/db/audit.ts';
import { accountOf, type Ctx, type MerchantCtx, notFound, type StaffCtx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import { groupBy } from '#server/lib/group-by.ts';
import * as changes from './price-changes.db.ts';
import { findClients } from './prices-list.db.ts';
import { lockPrices } from './prices.db.ts';
import { resolveProposals, writePrices } from './prices.service.ts';
import { agreePrices, repriceSoon } from '#server/features/orders/index.ts';
import { notify } from '#server/features/notifications/index.ts';

type Change = changes.LockedChange;

/** Until its day, a decision may be changed; after it, what nobody decided still waits. */
const decidable = ['open', 'accepted', 'rejected', 'due'] as const satisfies readonly ChangeStatus[];
type Decidable = (typeof decidable)[number];
const isDecidable = (status: ChangeStatus): status is Decidable => decidable.some((known) => known === status);

/** The changes, locked; throws when one is not the account's, or cannot be decided any more. */
async function lockDecidable(ctx: Ctx, accountId: string, ids: readonly string[]): Promise<Change[]> {
  await lockPrices(ctx, accountId);
  const found = await changes.lockChanges(ctx, accountId, ids);
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

function refuseActing(ctx: MerchantCtx): void {
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
export async function apply(ctx: Ctx, accountId: string, agreed: readonly Change[], how?: 'merchant'): Promise<number> {
  if (agreed.length === 0) return 0;
  const written = pricesOf(agreed, 'new');
  await changes.saveDecisions(
    ctx,
    accountId,
    agreed.map(({ id }, index) => ({
      id,
      status: 'applied',
      ...(how && { how }),
      new_price_id: written[index]?.id ?? '',
    })),
  );
  await writePrices(ctx, accountId, written);
  await agreePrices(
    ctx,
    accountId,
    written.map((price) => price.id),
  );
  return reprice(ctx, accountId, agreed);
}

/** Has unpaid orders with the goods priced again. */
export async function reprice(ctx: Ctx, accountId: string, moved: readonly Change[]): Promise<number> {
  const skuIds = [...new Set(moved.map((change) => change.catalog_sku_id))];
  const cause = [...new Set(moved.map((change) => change.number))].join(', ');
  return skuIds.length === 0 ? 0 : repriceSoon(ctx, accountId, { skuIds, cause });
}

/** Accepts proposed prices: from their day on, or at once where that has passed. */
export async function acceptChanges(ctx: MerchantCtx, ids: readonly string[]) {
  refuseActing(ctx);
  const accountId = accountOf(ctx);
  const found = await lockDecidable(ctx, accountId, ids);
  const orders = await apply(
    ctx,
    accountId,
    found.filter((change) => change.status === 'due'),
    'merchant',
  );
  const ahead = found.filter((change) => change.status === 'open' || change.status === 'rejected');
  await changes.saveDecisions(
    ctx,
    accountId,
    ahead.map(({ id }) => ({ id, status: 'accepted', how: 'merchant', reject_reason: '' })),
  );
  await decided(ctx, accountId, 'accept', found);
  return { changes: found.length, orders };
}

/** Rejects proposed prices: the old ones end on the day, and the agents hear why. */
export async function rejectChanges(ctx: MerchantCtx, { ids, reason }: { ids: readonly string[]; reason: string }) {
  refuseActing(ctx);
  const accountId = accountOf(ctx);
  const found = await lockDecidable(ctx, accountId, ids);
  await changes.saveDecisions(
    ctx,
    accountId,
    found.map(({ id, status }) => ({
      id,
      status: status === 'due' ? 'ended' : 'rejected',
      how: 'merchant',
      reject_reason: reason,
    })),
  );
  const orders = await reprice(
    ctx,
    accountId,
    found.filter((change) => change.status === 'due'),
  );
  const [client] = await findClients(ctx, [accountId]);
  for (const [subject, own] of groupBy(found, (change) => change.proposal_id))
    await notify(ctx, {
      event: 'desk_price_rejected',
      account_id: accountId,
      subject,
      params: { number: own[0]?.number ?? '', prices: own.length, client: client?.name ?? '', reason },
      link: `/desk/prices?tab=changes&state=rejected&account=${accountId}`,
    });
  await decided(ctx, accountId, 'reject', found);
  return { changes: found.length, orders };
}

async function decided(
  ctx: Ctx,
  accountId: string,
  verb: 'accept' | 'reject' | 'withdraw',
  found: readonly Change[],
): Promise<void> {
  const proposals = [...new Set(found.map((change) => change.proposal_id))];
  await resolveProposals(ctx, accountId, proposals);
  for (const [id, own] of groupBy(found, (change) => change.proposal_id))
    await audit(ctx, {
      action: `prices.${verb}`,
      account_id: accountId,
      entity: 'price_proposals',
      entity_id: id,
      details: { number: own[0]?.number, prices: own.length },
    });
  await publish(ctx, { account_id: accountId, kind: 'quotes.changed' });
  await publish(ctx, { account_id: null, kind: 'quotes.changed' });
}

/** Takes proposed prices back; where the old price has ended by them, it counts again. */
export async function withdrawChanges(ctx: StaffCtx, which: readonly { account_id: string; id: string }[]) {
  const byAccount = [...groupBy(which, (change) => change.account_id)].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [accountId, own] of byAccount) {
    const found = await lockDecidable(
      ctx,
      accountId,
      own.map(({ id }) => id),
    );
    await changes.saveDecisions(
      ctx,
      accountId,
      found.map(({ id }) => ({ id, status: 'withdrawn' })),
    );
    const ended = found.filter((change) => change.status === 'due');
    await writePrices(ctx, accountId, pricesOf(ended, 'old'));
    await reprice(ctx, accountId, ended);
    await decided(ctx, accountId, 'withdraw', found);
  }
  return { done: true } as const;
}
