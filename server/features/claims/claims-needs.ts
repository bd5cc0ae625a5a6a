import type { ClaimEvent } from '#contract/order-events.ts';
import type { ClaimPolicy } from '#contract/claim-verdict-rules.ts';
import type { NotificationEvent, NotificationMessage } from '#contract/notification-events.ts';
import type { Ctx } from '#server/db/context.ts';
import type { Calendar } from '#server/lib/business-time.ts';

export type Policy = ClaimPolicy & { id: string };
export type Credit = { number: string; amount: number; invoice: { id: string; number: string } };

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
  ): Promise<{ paid: number; credited: number; currency: string | null }>;
  /** Gives money back for the order, once per cause; throws `credit_too_much` above what was paid. */
  creditOrder(
    ctx: Ctx,
    accountId: string,
    orderId: string,
    note: { amount: number; reason: string; cause: string; as: 'claim_refund' },
  ): Promise<Credit[]>;
  creditsFor(ctx: Ctx, accountId: string, cause: string): Promise<Credit[]>;
  /** Sends units once more at no price; answers the new order. */
  reshipOrder(
    ctx: Ctx,
    accountId: string,
    orderId: string,
    reship: { cause: string; label: string; lines: readonly { line_id: string; quantity: number }[] },
  ): Promise<{ id: string; name: string }>;
  /** Puts the order into the tab of claims, or takes it out, and tells of it in its timeline. */
  markClaimed(
    ctx: Ctx,
    accountId: string,
    orderId: string,
    claim: { claimed: boolean; act: ClaimEvent; number: string },
  ): Promise<void>;
  attachFile(ctx: Ctx, accountId: string, fileId: string, purpose: 'claim_evidence'): Promise<unknown>;
};
