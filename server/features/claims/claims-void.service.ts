import type { Ctx } from '#server/db/context.ts';
import { tell } from './claims-decide.service.ts';
import { moveOn } from './claims-moves.ts';
import type { Needs } from './claims-needs.ts';
import { findClaim } from './claims.db.ts';
import { findVoid } from './claims-write.db.ts';

/** Closes open claims about units of these orders that were cancelled and given back otherwise; the client hears of it. */
export async function voidClaims(
  ctx: Ctx,
  needs: Needs,
  accountId: string,
  orderIds: readonly string[],
): Promise<void> {
  for (const id of await findVoid(ctx, accountId, orderIds)) {
    const claim = await findClaim(ctx, accountId, id, true);
    if (!claim) continue;
    await moveOn(ctx, needs, claim, 'void');
    await needs.settle(ctx, accountId, id, ['desk_claim_submitted', 'claim_evidence_wanted']);
    await tell(ctx, needs, claim, 'claim_voided');
  }
}
