import { claimActs } from '#contract/claim-rules.ts';
import type { claims } from '#contract/claims.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import { audit } from '#server/db/audit.ts';
import type { StaffCtx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { decide, tell } from './claims-decide.service.ts';
import { clockOf, lockClaim, lockFor, moveOn } from './claims-moves.ts';
import { deskDetailOf } from './claims.service.ts';
import * as write from './claims-write.db.ts';
import { resolveNotifications } from '#server/features/notifications/index.ts';

type Ids = { account_id: string; id: string };

/** Says that a claim is being looked at; its clock goes on. */
export async function takeClaim(ctx: StaffCtx, { account_id, id }: Ids, version: number) {
  const claim = await lockFor(ctx, account_id, id, 'take', version);
  await moveOn(ctx, claim, 'take');
  return deskDetailOf(ctx, account_id, id);
}

/** Asks for evidence: our clock stands still, the client's begins. */
export async function askForEvidence(
  ctx: StaffCtx,
  { account_id, id }: Ids,
  { version, evidence, text }: ParsedOf<typeof claims.deskAsk>['body'],
) {
  const claim = await lockFor(ctx, account_id, id, 'ask', version);
  const wants = [...new Set([...claim.wants, ...evidence])];
  await write.saveJudged(ctx, claim, { ...claim, wants });
  await write.insertMessage(ctx, claim, text);
  await moveOn(ctx, claim, 'ask', { details: { evidence } });
  const { evidence_due_at } = await clockOf(ctx, claimActs.ask.to);
  await resolveNotifications(ctx, account_id, id, ['desk_claim_submitted']);
  await tell(ctx, claim, 'claim_evidence_wanted', {
    until: (evidence_due_at ?? ctx.now).toISOString().slice(0, 10),
  });
  return deskDetailOf(ctx, account_id, id);
}

/** Gives back all or a part, sends again, or rejects with a reason. */
export async function decideClaim(
  ctx: StaffCtx,
  { account_id, id }: Ids,
  { version, ...verdict }: ParsedOf<typeof claims.deskDecide>['body'],
) {
  const claim = await lockFor(ctx, account_id, id, verdict.decision, version);
  await decide(ctx, claim, verdict);
  return deskDetailOf(ctx, account_id, id);
}

/** Writes to the client, or notes something among staff. */
export async function writeMessage(
  ctx: StaffCtx,
  { account_id, id }: Ids,
  { text, internal }: ParsedOf<typeof claims.deskMessage>['body'],
) {
  const claim = await lockClaim(ctx, account_id, id);
  await write.insertMessage(ctx, claim, text, internal);
  await audit(ctx, {
    action: internal ? 'claims.note' : 'claims.write',
    account_id,
    entity: 'claims',
    entity_id: id,
    details: { number: claim.number },
  });
  if (!internal) {
    await publish(ctx, { account_id, kind: 'claims.changed', id });
    await tell(ctx, claim, 'claim_written');
  }
  await publish(ctx, { account_id: null, kind: 'claims.changed', id });
  return deskDetailOf(ctx, account_id, id);
}
