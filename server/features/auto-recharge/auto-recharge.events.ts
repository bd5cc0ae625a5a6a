import type { ChargeFailure } from '#contract/auto-recharge-rules.ts';
import { type Ctx, forAccount } from '#server/db/context.ts';
import { applyCharge, lookSoon, resume } from './auto-recharge.service.ts';
import { balanceFell } from '#server/features/ledger/index.ts';
import { cardCharged, cardSaved } from '#server/features/wallet/index.ts';

type Of = { account_id: string };

const lookAtBalance = (ctx: Ctx, { account_id }: Of) => lookSoon(forAccount(ctx, account_id));
const takeCard = (ctx: Ctx, { account_id }: Of) => resume(forAccount(ctx, account_id));
const takeCharge = (ctx: Ctx, { account_id, failure }: Of & { failure: ChargeFailure | null }) =>
  applyCharge(forAccount(ctx, account_id), failure);

/** Looks after payments, goes on with a new card, and learns what became of its charges. */
export function subscribeAutoRecharge(): void {
  balanceFell.on(lookAtBalance);
  cardSaved.on(takeCard);
  cardCharged.on(takeCharge);
}
