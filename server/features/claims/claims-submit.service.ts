import { v7 as uuid } from 'uuid';
import { claimHindrance } from '#contract/claim-rules.ts';
import type { claims } from '#contract/claims.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import {
  approvesItself,
  type ClaimJudgement,
  judgeClaim,
  refusedVerdicts,
  unitsWorth,
} from '#contract/claim-verdict-rules.ts';
import { type AccountCtx, type Ctx, requireStore, type MerchantCtx, notFound } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import type { Phrase } from '#server/lib/refusal-texts.ts';
import { moneyText } from '#server/lib/money-text.ts';
import {
  type Claimable,
  claimableOf,
  type ClaimableLine,
  factsOf,
  type Group,
  claimedGoods,
} from './claims-claimable.ts';
import { decide } from './claims-decide.service.ts';
import { type ClaimRow, findClaim, findLimits, findEarlier } from './claims.db.ts';
import { rateOf } from './claims-limits.service.ts';
import { clockOf, isTaken, recordAction, takenRefusal } from './claims-moves.ts';
import { refusedFinding } from './claims-sentences.ts';
import { detailOf } from './claims.service.ts';
import * as write from './claims-write.db.ts';
import { attachFile } from '#server/features/files/index.ts';
import { notify } from '#server/features/notifications/index.ts';

type Asked = ParsedOf<typeof claims.submit>['body'];

/** Makes a claim: judged at once, approved at once where the client's limits allow it, and otherwise a case for staff. */
export async function submitClaim(ctx: MerchantCtx, asked: Asked) {
  const claimable = await claimableOf(ctx, asked.order_id, true);
  if (!claimable) throw notFound('order');
  requireStore(ctx.actor, claimable.order.store_id);
  const group = claimable.groups.find(({ parcel }) => (parcel?.id ?? null) === asked.parcel_id);
  if (!group) throw appError('claim_refused', { text: 'claims.nothing_paid' }, 'parcel_id');
  const lines = claimedLines(claimable, group, asked.lines);
  const { policy, judged } = judge(ctx, claimable, group, asked, lines);
  for (const fileId of new Set(asked.evidence.map((one) => one.file_id)))
    await attachFile(ctx, fileId, 'claim_evidence');
  const { reason, wanted, note, parcel_id } = asked;
  const status = judged.missing.length > 0 ? ('need_evidence' as const) : ('submitted' as const);
  const id = uuid();
  const { verdict, findings, opens_at, deadline } = judged;
  const claim: write.NewClaim = {
    account_id: ctx.account,
    id,
    order_id: asked.order_id,
    parcel_id,
    reason,
    wanted,
    status,
    note,
    verdict,
    findings,
    opens_at,
    deadline,
    policy_id: policy?.id ?? null,
    evidence: policy?.evidence ?? [],
    currency: claimable.currency,
    asked: lines.reduce((sum, line) => sum + line.asked, 0),
    ...(await clockOf(ctx, status)),
    submitted_by: ctx.actor.user_id,
  };
  const number = await write.insertClaim(ctx, claim, lines).catch((error: unknown) => {
    throw isTaken(error) ? takenRefusal() : error;
  });
  await write.insertEvidence(ctx, claim, asked.evidence);
  await recordAction(ctx, { ...claim, number }, 'submit', status, {
    details: { reason, wanted, asked: claim.asked, verdict },
  });
  await afterwards(ctx, id);
  return detailOf(ctx, id);
}

/** The lines that are claimed, each with its largest amount; throws a sentence per line. */
function claimedLines(claimable: Claimable, group: Group, wanted: Asked['lines']): write.NewLine[] {
  const known = new Map(group.lines.map((line) => [line.line_id, line]));
  const seen = new Set<string>();
  const lines = wanted.map(({ line_id, quantity, asked }, index) => {
    const field = `lines.${index}`;
    const line = known.get(line_id);
    if (!line || seen.has(line_id)) throw appError('claim_refused', { text: 'claims.line_unknown' }, field);
    seen.add(line_id);
    if (line.open_claim)
      throw appError(
        'claim_refused',
        { text: 'claims.in_open_claim', params: { title: line.title, number: line.open_claim.number } },
        field,
      );
    if (line.quantity === 0) throw appError('claim_refused', nothingLeftSentence(claimable, line), field);
    if (quantity > line.quantity)
      throw appError(
        'claim_refused',
        { text: 'claims.too_many_units', params: { count: line.quantity, title: line.title } },
        field,
      );
    const most = unitsWorth(line.most, quantity, line.quantity);
    if ((asked ?? 0) > most)
      throw appError(
        'claim_refused',
        {
          text: 'claims.units_amount_too_high',
          params: { count: quantity, title: line.title, most: moneyText(most, claimable.currency) },
        },
        field,
      );
    return { line_id, quantity, most, asked: asked ?? most };
  });
  const { left } = claimable;
  if (lines.reduce((sum, line) => sum + line.asked, 0) > left)
    throw appError(
      'claim_refused',
      { text: 'claims.order_amount_too_high', params: { left: moneyText(left, claimable.currency) } },
      'lines',
    );
  return lines;
}

/** Why nothing of a line can be claimed: all its units were sent again, or given back. */
function nothingLeftSentence({ order }: Claimable, { title, resent }: ClaimableLine): Phrase {
  if (resent === 0) return { text: 'claims.verdict_nothing_left' };
  return { text: 'claims.resent', params: { title, orders: order.resent_as } };
}

function judge(ctx: Ctx, claimable: Claimable, group: Group, asked: Asked, lines: readonly write.NewLine[]) {
  const most = lines.reduce((sum, line) => sum + line.most, 0);
  const given = asked.evidence.map((one) => one.kind);
  const about = factsOf(claimable, group.parcel, { reason: asked.reason, most, given });
  const unsent = (asked.reason === 'cancel_after_paid') !== (group.parcel === null);
  const judged: ClaimJudgement = judgeClaim(about, ctx.now);
  const grave = judged.findings.find((finding) => refusedVerdicts.has(finding.code));
  if (grave) throw appError('claim_refused', refusedFinding(grave, asked.reason), 'reason');
  if (unsent) throw appError('claim_refused', { text: 'claims.already_shipped' }, 'reason');
  return { policy: about.policy, judged };
}

/** What follows from a claim that is complete: it is approved by itself, or staff hear of it. */
export async function afterwards(ctx: AccountCtx, id: string): Promise<void> {
  const claim = await findClaim(ctx, id, true);
  if (!claim || claim.status === 'need_evidence') return;
  if (await isBeyondDoubt(ctx, claim)) {
    await decide(ctx, claim, { decision: 'refund', note: '' });
    return;
  }
  await notify(ctx, {
    event: 'staff_claim_submitted',
    account_id: ctx.account,
    subject: id,
    params: {
      number: claim.number,
      order: claim.order.name,
      client: claim.client.name,
      amount: claim.asked,
      currency: claim.currency,
    },
    link: `/staff/claims?account=${ctx.account}&claim=${id}`,
  });
}

async function isBeyondDoubt(ctx: AccountCtx, claim: ClaimRow): Promise<boolean> {
  const limits = await findLimits(ctx);
  if (!limits || claim.appealed_at) return false;
  const claimed_before = (await findEarlier(ctx, claim.order_id, claim.id)).length > 0;
  if (!approvesItself({ ...claim, claimed_before }, limits, await rateOf(ctx))) return false;
  const { goods } = await claimedGoods(ctx, claim); // its units may be packed, or have left while evidence was wanted
  return claimHindrance('refund', goods) === null;
}
