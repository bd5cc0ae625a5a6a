import type { claims } from '#contract/claims.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import { type ClaimStatus, openClaims } from '#contract/claim-rules.ts';
import { type Ctx, forAccount, type MerchantCtx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { audit } from '#server/db/audit.ts';
import { appError } from '#server/lib/app-error.ts';
import { lockClaim, lockFor, applyAction, staffEvents } from './claims-moves.ts';
import { valueAnew } from './claims-refresh.service.ts';
import { type ClaimRow, findEvidence } from './claims.db.ts';
import { afterwards } from './claims-submit.service.ts';
import { detailOf } from './claims.service.ts';
import * as write from './claims-write.db.ts';
import { notify, resolveNotifications } from '#server/features/notifications/index.ts';
import { attachFile } from '#server/features/files/index.ts';

type Brought = ParsedOf<typeof claims.answer>['body'];

/** Brings evidence and words to an open claim; one that waited for them is looked at again. */
export async function answerClaim(ctx: MerchantCtx, id: string, body: Brought) {
  const claim = await lockClaim(ctx, id, body.version);
  if (!(openClaims as readonly ClaimStatus[]).includes(claim.status))
    // its literals are states
    throw appError('claim_refused', { text: 'claims.decided', params: { number: claim.number } });
  if (body.evidence.length === 0 && body.text === '')
    throw appError('claim_refused', { text: 'claims.answer_empty' }, 'text');
  await bring(ctx, claim, body);
  if (claim.status !== 'need_evidence') {
    await added(ctx, claim);
    return detailOf(ctx, id);
  }
  await judgeAgain(ctx, claim);
  await applyAction(ctx, claim, 'answer', { details: { files: body.evidence.length } });
  await resolveNotifications(ctx, id, ['claim_evidence_wanted']);
  await afterwards(ctx, id);
  return detailOf(ctx, id);
}

async function bring(ctx: Ctx, claim: ClaimRow, { evidence, text }: Omit<Brought, 'version'>) {
  for (const fileId of new Set(evidence.map((one) => one.file_id)))
    await attachFile(forAccount(ctx, claim.account_id), fileId, 'claim_evidence');
  await write.insertEvidence(ctx, claim, evidence);
  if (text !== '') await write.insertMessage(ctx, claim, text);
}

/** Says that more was brought to a claim that staff have already: they hear of it as of a message. */
async function added(ctx: Ctx, { account_id, id, number, order, client }: ClaimRow): Promise<void> {
  await notify(ctx, {
    event: 'staff_claim_message',
    account_id,
    subject: id,
    params: { number, order: order.name, client: client.name },
    link: `/staff/claims?account=${account_id}&claim=${id}`,
  });
  await audit(ctx, {
    action: 'claims.add',
    account_id,
    entity: 'claims',
    entity_id: id,
    details: { number },
  });
  publish(ctx, { account_id, kind: 'claims.changed', id });
  publish(ctx, { account_id: null, kind: 'claims.changed', id });
}

/** What is missing now that more is there; the clocks count from when the claim was made. */
async function judgeAgain(ctx: Ctx, claim: ClaimRow): Promise<void> {
  const given = new Set((await findEvidence(forAccount(ctx, claim.account_id), claim.id)).map((one) => one.kind));
  const missing = claim.wants.filter((kind) => !given.has(kind));
  const others = claim.findings.filter((finding) => finding.code !== 'evidence_missing');
  const findings = missing.length > 0 ? [...others, { code: 'evidence_missing' as const, evidence: missing }] : others;
  await write.saveJudged(ctx, claim, { verdict: findings[0]?.code ?? 'eligible', findings, wants: claim.wants });
}

/** Takes a claim back before it is decided. */
export async function withdrawClaim(ctx: MerchantCtx, id: string, version: number) {
  const claim = await lockFor(ctx, id, 'withdraw', version);
  await applyAction(ctx, claim, 'withdraw');
  await resolveNotifications(ctx, id, [...staffEvents, 'claim_evidence_wanted']);
  return detailOf(ctx, id);
}

/** Has a rejected claim looked at once more, once. */
export async function appealClaim(
  ctx: MerchantCtx,
  id: string,
  { version, ...body }: ParsedOf<typeof claims.appeal>['body'],
) {
  const claim = await lockFor(ctx, id, 'appeal', version);
  await bring(ctx, claim, body);
  await applyAction(ctx, claim, 'appeal', {
    change: { appealed_at: ctx.now, decision: null, decided_at: null, decided_by: null, decision_note: '' },
    words: { rejected_because: claim.decision_note },
  });
  await valueAnew(ctx, claim);
  await resolveNotifications(ctx, id, ['claim_rejected']);
  await afterwards(ctx, id);
  return detailOf(ctx, id);
}
