import { type ClaimGoods, type ClaimStatus, openClaims } from '#contract/claim-rules.ts';
import type { Ctx } from '#server/db/context.ts';
import { claimableOf } from './claims-claimable.ts';
import { findLines } from './claims-parts.db.ts';
import type { ClaimRow } from './claims.db.ts';

/** Units of a claim, with what was paid for them (minor units). */
export type ClaimedLine = { line_id: string; quantity: number; worth: number };
const isOpen = ({ status }: ClaimRow) => (openClaims as readonly ClaimStatus[]).includes(status); // its literals are states

/** What decides whether the units of an open claim can still be given back or sent again; undefined once it is decided. */
export async function goodsOf(ctx: Ctx, claim: ClaimRow): Promise<ClaimGoods | undefined> {
  if (!isOpen(claim)) return undefined;
  const { goods } = await claimedGoods(ctx, claim);
  return goods;
}

/** The same with its lines, as their order and parcel are now, and the other order that paid for the units of a replacement. */
export async function claimedGoods(
  ctx: Ctx,
  claim: ClaimRow,
): Promise<{ goods: ClaimGoods; lines: ClaimedLine[]; paid_with: string | null }> {
  const claimable = await claimableOf(ctx, claim.account_id, claim.order_id);
  if (!claimable) throw new Error(`the order of ${claim.number} is gone`);
  const group = claimable.groups.find(({ parcel }) => (parcel?.id ?? null) === claim.parcel_id);
  const claimed = await findLines(ctx, claim.account_id, claim.id);
  const found = claimed.map(({ line_id, quantity }) => {
    const line = group?.lines.find((one) => one.line_id === line_id);
    return { line_id, quantity, worth: line?.worth(quantity) ?? 0, free: line?.quantity ?? 0 };
  });
  const { cancelled, packed, address, paid_with } = claimable.order;
  const goods = {
    cancelled,
    packed: packed && claim.parcel_id === null,
    available: found.every((line) => line.free >= line.quantity),
    address,
    worth: found.reduce((sum, line) => sum + line.worth, 0),
    asked: claim.asked,
    left: claimable.left,
  };
  return { goods, lines: found, paid_with };
}
