import { type AccountCtx, type Ctx, forAccount } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { notifyClient } from './claims-decide.service.ts';
import { claimedGoods } from './claims-claimable.ts';
import { applyAction, staffEvents } from './claims-moves.ts';
import { type ClaimRow, findClaim, findLines } from './claims.db.ts';
import { findUnsent, findVoid, saveAsked } from './claims-write.db.ts';
import { resolveNotifications } from '#server/features/notifications/index.ts';

/**
 * Follows a change of what these orders cost with their open claims about units that never left: those whose units were
 * cancelled and given back otherwise are closed, and the client hears of it; the others are valued again.
 */
export async function refreshClaims(ctx: AccountCtx, orderIds: readonly string[]): Promise<void> {
  for (const id of await findVoid(ctx, orderIds)) {
    const claim = await findClaim(ctx, id, true);
    if (!claim) continue;
    await applyAction(ctx, claim, 'void');
    await resolveNotifications(ctx, id, [...staffEvents, 'claim_evidence_wanted']);
    await notifyClient(ctx, claim, 'claim_voided');
  }
  for (const id of await findUnsent(ctx, orderIds)) {
    const claim = await findClaim(ctx, id, true);
    if (claim) await valueAnew(ctx, claim);
  }
}

/** Values a locked claim by what its units cost now; who asked for all that they were worth asks for that. */
export async function valueAnew(ctx: Ctx, claim: ClaimRow): Promise<void> {
  const { goods, lines } = await claimedGoods(ctx, claim);
  if (!goods.available || claim.parcel_id !== null) return;
  const worth = new Map(lines.map((line) => [line.line_id, line.worth]));
  const before = await findLines(forAccount(ctx, claim.account_id), claim.id);
  const now = before.map(({ line_id, most: was, asked }) => {
    const most = worth.get(line_id) ?? was;
    return { line_id, most, asked: asked === was ? most : Math.min(asked, most) };
  });
  if (now.every(({ most }, index) => most === before[index]?.most)) return;
  await saveAsked(ctx, claim, now);
  const { account_id, id } = claim;
  publish(ctx, { account_id, kind: 'claims.changed', id });
  publish(ctx, { account_id: null, kind: 'claims.changed', id });
}
