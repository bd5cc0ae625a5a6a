import { refusedMove } from './claims-sentences.ts';
import { sentenceIn } from '#server/lib/refusal-texts.ts';
import {
  claimActions,
  type ClaimAction,
  type ClaimGoods,
  claimHindrance,
  claimRefusal,
  type ClaimStatus,
} from '#contract/claim-rules.ts';
import type { z } from 'zod';
import type { claimListQuery, claims } from '#contract/claims.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import { spanOf } from '#server/db/day-span.ts';
import { noteAccess } from '#server/db/audit.ts';
import {
  type AccountCtx,
  type Ctx,
  coveredStores,
  type MerchantCtx,
  notFound,
  readerLanguage,
  requireStore,
  type StaffActor,
  type StaffCtx,
} from '#server/db/context.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { type ClaimableLine, claimableOf, reasonsOf, goodsOf } from './claims-claimable.ts';
import { sideOf, standOf } from './claims-moves.ts';
import * as rows from './claims.db.ts';
import { rateOf } from './claims-limits.service.ts';
import { creditsFor } from '#server/features/invoices/index.ts';
import { forgetAnswers } from '#server/http/idempotency.ts';
import { endFiles } from '#server/features/files/index.ts';
import * as write from './claims-write.db.ts';

const decided = ['approved_refund', 'approved_partial', 'approved_reship', 'rejected', 'closed'] as const;
const tabs = {
  all: null,
  /** Waits for the merchant. */
  to_do: ['need_evidence'],
  open: ['submitted', 'under_review', 'need_evidence'],
  decided,
} as const satisfies Record<string, readonly ClaimStatus[] | null>;
const staffTabs = {
  to_decide: ['submitted', 'under_review'],
  waiting: ['need_evidence'],
  decided: [...decided, 'expired', 'withdrawn'],
} as const satisfies Record<string, readonly ClaimStatus[]>;

type Counted = Omit<rows.Filter, 'statuses'>;

async function countsOf(
  ctx: Ctx,
  accountId: string | null,
  known: Record<string, readonly ClaimStatus[] | null>,
  filter: Counted,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [tab, statuses] of Object.entries(known))
    counts[tab] = await rows.countMatching(ctx, accountId, { ...filter, statuses });
  return counts;
}

type Query = z.output<typeof claimListQuery>;

/** What the filters of the list mean for this reader. */
export async function filterOf(ctx: MerchantCtx, query: Query): Promise<rows.Filter> {
  const { q, state, store_id, order_id, reason, submitted_from, submitted_to, sort } = query;
  const stores = coveredStores(ctx.actor, store_id);
  const submitted = await spanOf(ctx, submitted_from, submitted_to);
  return { statuses: state ? tabs[state] : null, q, order_id, reason, submitted, stores, sort };
}

/** The account's claims, newest first; or those of one order. A tab counts what the filters leave of it. */
export async function listClaims(ctx: MerchantCtx, query: ParsedOf<typeof claims.list>['query']) {
  const filter = await filterOf(ctx, { ...query, state: query.tab === 'all' ? query.state : query.tab });
  const found = await rows.findPage(ctx, ctx.account, filter, pageOf(query));
  const counts = await countsOf(ctx, ctx.account, tabs, filter);
  const total = filter.statuses === null ? counts.all : await rows.countMatching(ctx, ctx.account, filter);
  return { data: found, meta: metaOf(query, total ?? 0, counts) };
}

const isOverdue = (ctx: Ctx, { due_at }: rows.ClaimRow) => due_at !== null && due_at < ctx.now;

/** What staff's list finds over all clients. */
export const staffFilterOf = ({
  tab,
  q,
}: Pick<ParsedOf<typeof claims.staffList>['query'], 'tab' | 'q'>): rows.Filter => ({
  statuses: staffTabs[tab],
  q,
  stores: null,
});

/** Claims of all clients; each client shown leaves an access row. */
export async function listForStaff(ctx: StaffCtx, query: ParsedOf<typeof claims.staffList>['query']) {
  const filter = staffFilterOf(query);
  const found = await rows.findPage(ctx, null, filter, pageOf(query));
  const counts = await countsOf(ctx, null, staffTabs, filter);
  await looked(
    ctx,
    'claims.staffList',
    found.map((claim) => claim.account_id),
  );
  const data = found.map((claim) => ({ ...claim, overdue: isOverdue(ctx, claim) }));
  return { data, meta: metaOf(query, counts[query.tab] ?? 0, counts) };
}

function looked(ctx: StaffCtx, route: string, accounts: string[], entity_id?: string): Promise<void> {
  const { user_id: staff_user_id } = ctx.actor;
  return noteAccess(ctx, { feature: 'claims', route, accounts, staff_user_id, ...(entity_id && { entity_id }) });
}

/** What can be claimed of an order of the account. */
export async function claimable(ctx: MerchantCtx, orderId: string) {
  const found = await claimableOf(ctx, orderId);
  if (!found) throw notFound('order');
  requireStore(ctx.actor, found.order.store_id);
  const { order, currency, paid, credited, left, groups } = found;
  return {
    order: { id: order.id, name: order.name },
    currency,
    paid,
    credited,
    left,
    resent_as: order.resent_as,
    groups: groups.map((group) => ({
      ...group,
      lines: group.lines.map(shownLine),
      reasons: reasonsOf(found, group, ctx.now),
    })),
  };
}

function shownLine(line: ClaimableLine) {
  const { worth: _worth, ...shown } = line;
  return shown;
}

/** All there is to know of a claim, and what its reader may do. */
export async function detailOf(ctx: AccountCtx, id: string) {
  const claim = await rows.findClaim(ctx, id);
  if (!claim) throw notFound('claim');
  requireStore(ctx.actor, claim.order.store_id);
  const staff = ctx.actor.kind === 'staff';
  const evidence = await rows.findEvidence(ctx, id);
  const given = new Set(evidence.map((one) => one.kind));
  return {
    ...claim,
    checklist: claim.wants.map((kind) => ({ kind, given: given.has(kind) })),
    automatic: claim.decision !== null && claim.decided_by === null,
    lines: await rows.findLines(ctx, id),
    evidence,
    messages: await rows.findMessages(ctx, id, staff),
    events: await rows.findEvents(ctx, id),
    credits: await creditsFor(ctx, causeOf(id)),
    actions: actionsOf(ctx, claim, await goodsOf(ctx, claim)),
  };
}

/** What the credit notes of a claim are given for. */
export const causeOf = (id: string) => `claims:${id}`;

const allActions = Object.keys(claimActions) as ClaimAction[]; // the keys of the table itself

function actionsOf(ctx: Ctx, claim: rows.ClaimRow, goods: ClaimGoods | undefined) {
  const side = sideOf(ctx);
  const own = allActions.filter((action) => (claimActions[action].by as readonly string[]).includes(side)); // its literals are sides
  return own.map((action) => {
    const refusal = claimRefusal(action, standOf(claim, goods), side, ctx.now);
    const hindrance = goods ? claimHindrance(action, goods) : null;
    return {
      action,
      allowed: refusal === null,
      refusal: refusal && sentenceIn(readerLanguage(ctx), refusedMove(claim.number, refusal)),
      hindrance,
    };
  });
}

/** The same for staff, with what was paid and claimed before. */
export async function staffDetailOf(ctx: AccountCtx, id: string) {
  const detail = await detailOf(ctx, id);
  const left = (await claimableOf(ctx, detail.order_id))?.left ?? 0;
  return {
    ...detail,
    overdue: isOverdue(ctx, detail),
    left,
    rate_bp: await rateOf(ctx),
    earlier: await rows.findEarlier(ctx, detail.order_id, id),
  };
}

/** A client's claim, for staff; leaves an access row. */
export async function getForStaff(ctx: AccountCtx<StaffActor>, id: string) {
  const detail = await staffDetailOf(ctx, id);
  await looked(ctx, 'claims.staffGet', [ctx.account], id);
  return detail;
}

/** Erases what the claims of these orders say and show of the buyers, also in answers kept for repeated calls. */
export async function eraseWords(ctx: AccountCtx, orderIds: readonly string[]): Promise<void> {
  await write.blankClaims(ctx, orderIds);
  await endFiles(ctx, await write.dropEvidence(ctx, orderIds));
  await forgetAnswers(ctx, 'claims', orderIds);
}
