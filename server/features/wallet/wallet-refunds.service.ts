import { z } from 'zod';
import { audit } from '#server/db/audit.ts';
import { type AccountCtx, type Entry, forAccount } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import { moneyText } from '#server/lib/money-text.ts';
import { keepSentence, type PlainText } from '#server/lib/refusal-texts.ts';
import { moveWithBonus } from './wallet-bonus.ts';
import { announce } from './wallet-credit.ts';
import { findRefunded } from './wallet-payments.db.ts';
import { findRecharge, type RechargeRow } from './wallet-recharges.db.ts';
import type { Payments } from './wallet.service.ts';
import * as ledger from '#server/features/ledger/index.ts';

/** Name of the task that asks the provider for a refund. */
export const refundTask = 'card_refund';

type Attempt = { id: string; amount: number };

/** Books a refund to the card before the provider is asked: the event that reports it then finds it booked. */
export async function bookCardRefund(ctx: AccountCtx, recharge: RechargeRow, attempt: Attempt): Promise<void> {
  const { received_amount, method, currency, id } = recharge;
  const left = (received_amount ?? 0) - (await findRefunded(ctx, id, ledger.bankOf(method)));
  if (attempt.amount > left) {
    const most = moneyText(left, currency);
    throw appError('credit_too_much', { text: 'wallet.refund_too_much', params: { most } }, 'amount');
  }
  await post(ctx, recharge, attempt, { kind: 'withdrawal', sign: -1, memo: 'ledger.card_refund' });
}

type Booking = { kind: 'withdrawal' | 'withdrawal_return'; sign: 1 | -1; memo: PlainText };

async function post(ctx: AccountCtx, recharge: RechargeRow, { id, amount }: Attempt, booking: Booking): Promise<void> {
  const { kind, sign, memo } = booking;
  const from = ledger.bankOf(recharge.method);
  await ledger.post(ctx, {
    kind,
    ref: { kind: 'recharges', id: recharge.id, label: `RC-${recharge.number}` },
    memo: keepSentence({ text: memo }),
    idempotency_key: `card_refund:${id}:${kind}`,
    entries: await moveWithBonus(ctx, recharge, { amount: sign * amount, from }),
  });
}

const payloadSchema = z.object({ account_id: z.uuid(), recharge_id: z.uuid(), id: z.uuid(), amount: z.int() });

/**
 * Asks the provider for a booked refund, by its own idempotency key however often the task runs. What the provider refuses
 * for good is booked back; what it leaves open is asked again.
 */
export async function sendCardRefund(entry: Entry, payments: Payments, payload: unknown): Promise<void> {
  const { account_id, recharge_id, ...attempt } = payloadSchema.parse(payload);
  const recharge = await entry.run('all_accounts', (ctx) => findRecharge(forAccount(ctx, account_id), recharge_id));
  if (!recharge?.external_ref || !payments) throw new Error('card payments are not set up');
  const stripe = await payments();
  const { errors } = stripe;
  try {
    await stripe.refunds.create(
      { payment_intent: recharge.external_ref, amount: attempt.amount, reason: 'requested_by_customer' },
      { idempotencyKey: attempt.id },
    );
  } catch (error) {
    if (!(error instanceof errors.StripeInvalidRequestError || error instanceof errors.StripeCardError)) throw error;
    entry.log.warn({ code: error.code, message: error.message, recharge_id }, 'Stripe refused a refund');
    await entry.run('all_accounts', async (all) => {
      const ctx = forAccount(all, account_id);
      await post(ctx, recharge, attempt, { kind: 'withdrawal_return', sign: 1, memo: 'ledger.card_refund_failed' });
      await audit(ctx, { action: 'wallet.refundFailed', entity: 'recharges', entity_id: recharge_id, account_id });
      await announce(ctx, recharge_id);
    });
  }
}
