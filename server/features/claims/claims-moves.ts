import { refusedMove } from './claims-sentences.ts';
import {
  type ClaimAction,
  claimActions,
  claimClocks,
  type ClaimGoods,
  claimRefusal,
  type ClaimSide,
  type ClaimStand,
  type ClaimStatus,
  openClaims,
} from '#contract/claim-rules.ts';
import { audit } from '#server/db/audit.ts';
import { type AccountCtx, type Ctx, requireStore, forAccount, notFound } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import { dueAfter } from '#server/lib/business-time.ts';
import * as write from './claims-write.db.ts';
import { type ClaimRow, findClaim, lockOrderOf } from './claims.db.ts';
import { workingTime } from '#server/features/shipping/index.ts';
import { markClaimed } from '#server/features/orders/index.ts';

const dayMs = 86_400_000;

/** What waits for staff once a claim reached them, until it is with the merchant again or over. */
export const staffEvents = ['staff_claim_submitted', 'staff_claim_message'] as const;

/** On which side the actor stands. */
export function sideOf(ctx: Ctx): ClaimSide {
  if (ctx.actor.kind === 'merchant') return 'merchant';
  return ctx.actor.kind === 'staff' ? 'staff' : 'system';
}

/** What the table’s guards look at. */
export const standOf = (claim: ClaimRow, goods?: ClaimGoods): ClaimStand => ({
  status: claim.status,
  appealed_at: claim.appealed_at?.toISOString() ?? null,
  decided_at: claim.decided_at?.toISOString() ?? null,
  ...(goods && { goods }),
});

/** The claim, locked, if the action is possible in its state and in the version that was seen; throws a sentence otherwise. */
export async function lockFor(ctx: AccountCtx, id: string, action: ClaimAction, version?: number): Promise<ClaimRow> {
  const claim = await lockClaim(ctx, id, version);
  const refusal = claimRefusal(action, standOf(claim), sideOf(ctx), ctx.now);
  if (refusal) throw appError('claim_refused', refusedMove(claim.number, refusal));
  return claim;
}

/** The claim, locked behind its order, in the version that was seen: who cancels an order closes its claims in the same sequence. */
export async function lockClaim(ctx: AccountCtx, id: string, version?: number): Promise<ClaimRow> {
  await lockOrderOf(ctx, id);
  const claim = await findClaim(ctx, id, true);
  if (!claim) throw notFound('claim');
  requireStore(ctx.actor, claim.order.store_id);
  if (version !== undefined && claim.version !== version)
    throw appError('stale_version', { text: 'claims.changed', params: { number: claim.number } });
  return claim;
}

/** The clock of a state: ours while we decide, the merchant's while evidence is wanted. */
export async function clockOf(ctx: Ctx, status: ClaimStatus) {
  const ours = status === 'submitted' || status === 'under_review';
  const due_at = ours ? dueAfter(ctx.now, { days: claimClocks.decideDays }, await workingTime(ctx)) : null;
  const evidence_due_at =
    status === 'need_evidence' ? new Date(ctx.now.getTime() + claimClocks.evidenceDays * dayMs) : null;
  return { due_at, evidence_due_at };
}

/** Brings a locked claim to the state that the action leads to: clock, timeline, audit row, the order's tab, open pages. */
export async function applyAction(
  ctx: Ctx,
  claim: ClaimRow,
  action: ClaimAction,
  more: { change?: write.Change } & ActionRecord = {},
): Promise<void> {
  const status = claimActions[action].to;
  const kept = action === 'take' ? { due_at: claim.due_at, evidence_due_at: null } : await clockOf(ctx, status);
  await write.saveState(ctx, claim, status, { ...more.change, ...kept });
  const open = (openClaims as readonly ClaimStatus[]).includes(status); // its literals are states
  await write.setOpen(ctx, claim, open).catch((error: unknown) => {
    throw isTaken(error) ? takenRefusal() : error;
  });
  await recordAction(ctx, claim, action, status, more);
}

type ActionRecord = {
  details?: Record<string, unknown>;
  /** What people wrote: it may name the buyer, so it stands where an erasure reaches it and never in the audit log. */
  words?: { rejected_because?: string };
};

/** Records an action: the claim's and the order's timeline, the audit row, news for open pages. */
export async function recordAction(
  ctx: Ctx,
  claim: Pick<ClaimRow, 'account_id' | 'id' | 'order_id' | 'number'>,
  action: ClaimAction | 'submit',
  status: ClaimStatus,
  { details = {}, words = {} }: ActionRecord = {},
): Promise<void> {
  const { account_id, id, order_id, number } = claim;
  await write.insertEvent(ctx, claim, action, status, { ...details, ...words });
  const claimed = await write.isClaimed(forAccount(ctx, account_id), order_id);
  if (action !== 'take' && action !== 'close')
    await markClaimed(forAccount(ctx, account_id), order_id, { claimed, action, number });
  await audit(ctx, {
    action: `claims.${action}`,
    account_id,
    entity: 'claims',
    entity_id: id,
    details: { number, status, ...details },
  });
  publish(ctx, { account_id, kind: 'claims.changed', id });
  publish(ctx, { account_id: null, kind: 'claims.changed', id });
}

/** Whether another claim has one of the lines. */
export const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'claim_lines_open_key';

export const takenRefusal = () => appError('claim_refused', { text: 'claims.line_in_open_claim' }, 'lines');
