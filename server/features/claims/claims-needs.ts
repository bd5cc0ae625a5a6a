import type { ClaimEvent } from '#contract/order-events.ts';
import type { ClaimPolicy } from '#contract/claim-verdict-rules.ts';
import type { NotificationEvent, NotificationMessage } from '#contract/notification-events.ts';
import type { Ctx } from '#server/db/context.ts';
import type { Calendar } from '#server/lib/business-time.ts';

export type Policy = ClaimPolicy & { id: string };
export type Credit = { number: string; amount: number; invoice: { id: string; number: string } };

type Units = { line_id: string; quantity: number };
/** Units to send again: of a parcel, or (null) those that never left; `worth` is what was paid for them in minor units. */
type Reship = {
  cause: string;
  label: string;
  parcel_id: string | null;
  lines: readonly (Units & { worth: number })[];
};
/** Units that are given back; `kept` of their worth stays where they never left. */
type Refunded = { parcel_id: string | null; label: string; lines: readonly Units[]; kept: number };

/** Acts of other features that a claim leads to; `server/app-claims.ts` hands them in. */
export type Needs = {
  notify(ctx: Ctx, message: NotificationMessage): Promise<void>;
  settle(ctx: Ctx, accountId: string, subject: string, events: readonly NotificationEvent[]): Promise<void>;
  /** Policies as they count now. */
  claimPolicies(ctx: Ctx, at: string | undefined): Promise<Policy[]>;
  businessCalendar(ctx: Ctx): Promise<Calendar>;
  orderPaid(
    ctx: Ctx,
    accountId: string,
    orderId: string,
  ): Promise<{ paid: number; kept: number; credited: number; left: number; currency: string | null }>;
  /** Keeps so much of what was paid for cancelled units, as far as it is left; answers what is kept. */
  keepOf(ctx: Ctx, accountId: string, orderId: string, amount: number): Promise<number>;
  /** Gives money back for the order, once per cause; throws `credit_too_much` above what was paid. */
  creditOrder(
    ctx: Ctx,
    accountId: string,
    orderId: string,
    note: { amount: number; reason: string; cause: string; as: 'claim_refund' | 'credit_note' },
  ): Promise<Credit[]>;
  /** Frees so much of what was paid for an order and is kept for its replacements. */
  releaseWorth(ctx: Ctx, accountId: string, orderId: string, amount: number): Promise<void>;
  creditsFor(ctx: Ctx, accountId: string, cause: string): Promise<Credit[]>;
  /** Sends units once more at no price, each of them once; answers the new order. */
  reshipOrder(ctx: Ctx, accountId: string, orderId: string, reship: Reship): Promise<{ id: string; name: string }>;
  /** Records which units the refund is for: they are neither given back nor sent again. */
  settleRefunded(ctx: Ctx, accountId: string, orderId: string, refund: Refunded): Promise<void>;
  /** Puts the order into the tab of claims, or takes it out, and tells of it in its timeline. */
  markClaimed(
    ctx: Ctx,
    accountId: string,
    orderId: string,
    claim: { claimed: boolean; act: ClaimEvent; number: string },
  ): Promise<void>;
  attachFile(ctx: Ctx, accountId: string, fileId: string, purpose: 'claim_evidence'): Promise<unknown>;
};
