import { type AutoRechargeState, type ChargeFailure, retryHours, stopsAtOnce } from '#contract/auto-recharge-rules.ts';
import type { autoRecharge } from '#contract/auto-recharge.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import { audit } from '#server/db/audit.ts';
import { type AccountCtx, type Entry, forAccount, type MerchantCtx, readerLanguage } from '#server/db/context.ts';
import { eachAlone } from '#server/db/each-alone.ts';
import { enqueue, publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import { keptSentence } from '#server/lib/refusal-texts.ts';
import * as rows from './auto-recharge.db.ts';
import { payableInvoices } from '#server/features/invoices/index.ts';
import * as ledger from '#server/features/ledger/index.ts';
import { notify, resolveNotifications } from '#server/features/notifications/index.ts';
import {
  findCard,
  findCharges,
  type Payments,
  removeSavedCard,
  startCharge,
  sumCharges,
} from '#server/features/wallet/index.ts';

export const lookTask = 'auto_recharge';
/** The page that shows it. */
export const settingsPath = '/wallet/wallet';
const shownCharges = 5;
const hour = 3_600_000;

const unset = {
  enabled: false,
  threshold: 100_00,
  amount: 500_00,
  most_a_day: 1_000_00,
  most_a_month: null,
  stopped: null,
  try_again_at: null,
  version: 0,
} as const;

/** What it is set to, what it did last, and what it does or waits for now. */
export async function getAutoRecharge(ctx: MerchantCtx, payments: Payments) {
  const found = await rows.findSettings(ctx);
  const { enabled, threshold, amount, most_a_day, most_a_month, stopped, try_again_at, version } = found ?? unset;
  const card = await findCard(ctx);
  const charges = await findCharges(ctx, shownCharges);
  const charged = await chargedSoFar(ctx);
  const { currency } = await ledger.balances(ctx);
  const underWay = charges.some(({ status }) => status === 'processing');
  const balance = await projectedBalance(ctx);
  const isLow = balance < threshold;
  const again = isLow ? try_again_at : null; // money that came otherwise leaves nothing to try again
  return {
    enabled,
    threshold,
    amount,
    most_a_day,
    most_a_month,
    version,
    currency,
    state: stateOf(found, {
      hasCard: card !== undefined,
      underWay,
      again: again !== null,
      full: isLow && isFull(found ?? unset, charged),
    }),
    offered: payments !== null,
    card: card
      ? {
          brand: card.brand,
          last4: card.last4,
          exp_month: card.exp_month,
          exp_year: card.exp_year,
          saved_at: card.created_at,
        }
      : null,
    stopped,
    try_again_at: again,
    balance,
    charged_today: charged.today,
    charged_this_month: charged.month,
    charges: charges.map(({ id, number, status, amount: charge, review_note, created_at }) => ({
      id,
      number: `RC-${number}`,
      status,
      amount: charge,
      note: review_note && keptSentence(readerLanguage(ctx), review_note),
      created_at,
    })),
  };
}

/** `again`: a declined card is charged again; `full`: the balance is low, and a limit leaves no room for a charge. */
type Now = { hasCard: boolean; underWay: boolean; again: boolean; full: boolean };

function stateOf(settings: rows.Settings | undefined, { hasCard, underWay, again, full }: Now): AutoRechargeState {
  if (!settings?.enabled) return 'off';
  if (!hasCard) return 'no_card';
  if (settings.stopped) return 'stopped';
  if (underWay) return 'charging';
  if (again) return 'retrying';
  return full ? 'limit' : 'on';
}

type Charged = { today: number; month: number; day: Date };

async function chargedSoFar(ctx: AccountCtx): Promise<Charged> {
  const { day, month } = await rows.findPeriods(ctx);
  return { today: await sumCharges(ctx, day), month: await sumCharges(ctx, month), day };
}

/** Whether one more charge would go over a limit. */
function isFull({ amount, most_a_day, most_a_month }: Limits, { today, month }: Charged): boolean {
  return today + amount > most_a_day || (most_a_month !== null && month + amount > most_a_month);
}
type Limits = Pick<rows.Settings, 'amount' | 'most_a_day' | 'most_a_month'>;

/** Sets it; what had stopped starts again, and a balance that is low is seen at once. */
export async function saveAutoRecharge(
  ctx: MerchantCtx,
  payments: Payments,
  input: ParsedOf<typeof autoRecharge.save>['body'],
) {
  const { version, ...wanted } = input;
  if (wanted.enabled && !payments) throw appError('payment_unavailable', { text: 'wallet.no_cards' });
  if (wanted.enabled && !ctx.actor.email_verified)
    throw appError('email_unverified', { text: 'wallet.email_unconfirmed' });
  for (const limit of ['most_a_day', 'most_a_month'] as const)
    if ((wanted[limit] ?? wanted.amount) < wanted.amount)
      throw appError('invalid_input', { text: 'wallet.limit_below_amount' }, limit);
  if (!(await rows.saveSettings(ctx, { ...wanted, set_by: ctx.actor.user_id }, version)))
    throw appError('stale_version', { text: 'wallet.settings_changed' });
  await audit(ctx, {
    action: 'autoRecharge.save',
    entity: 'auto_recharges',
    entity_id: ctx.account,
    details: wanted,
  });
  await resolveNotifications(ctx, ctx.account, [
    'auto_recharge_stopped',
    'auto_recharge_failed',
    'auto_recharge_limit',
  ]);
  await lookSoon(ctx);
  publish(ctx, { account_id: ctx.account, kind: 'wallet.changed' });
  return getAutoRecharge(ctx, payments);
}

/** Removes the card. It is off then, so that a card which is saved later is not charged unasked. */
export async function removeCard(ctx: MerchantCtx): Promise<{ done: true }> {
  await removeSavedCard(ctx);
  await rows.changeState(ctx, { enabled: false, stopped: null, try_again_at: null, failures: 0 });
  return { done: true };
}

/** What is available once the invoices that can be paid now are paid. */
async function projectedBalance(ctx: AccountCtx): Promise<number> {
  return (await ledger.balances(ctx)).available - (await payableInvoices(ctx)).amount;
}

/** Looks at the balance after this transaction, where auto-recharge is on. */
export async function lookSoon(ctx: AccountCtx): Promise<void> {
  const settings = await rows.findSettings(ctx);
  if (!settings?.enabled || settings.stopped) return;
  if ((await projectedBalance(ctx)) >= settings.threshold) return;
  await enqueue(ctx, lookTask, { account_id: ctx.account }, { key: `${lookTask}:${ctx.account}` });
}

/**
 * Starts a charge when the projected balance is below the threshold, nothing is under way, and the limits leave room. The lock of the
 * settings makes looks at the same moment one.
 */
export async function look(entry: Entry, payments: Payments, account_id: string): Promise<void> {
  await entry.run('all_accounts', async (all) => {
    const ctx = forAccount(all, account_id);
    const settings = await rows.findSettings(ctx, true);
    if (!settings?.enabled || settings.stopped) return;
    if (settings.try_again_at && settings.try_again_at > ctx.now) return;
    if ((await projectedBalance(ctx)) >= settings.threshold) return;
    const [last] = await findCharges(ctx, 1);
    if (last?.status === 'processing') return;
    const charged = await chargedSoFar(ctx);
    if (isFull(settings, charged)) return notifyLimit(ctx, settings, charged);
    if (settings.try_again_at) await rows.changeState(ctx, { try_again_at: null });
    await startCharge(ctx, payments, { amount: settings.amount, asked_by: settings.set_by });
  });
}

/** Notifies once a day that the limit keeps the balance low. */
async function notifyLimit(ctx: AccountCtx, { limit_told_at, amount }: rows.Settings, { day }: Charged): Promise<void> {
  if (limit_told_at && limit_told_at >= day) return;
  await rows.changeState(ctx, { limit_told_at: ctx.now });
  await notifyOf(ctx, 'auto_recharge_limit', { amount });
  publish(ctx, { account_id: ctx.account, kind: 'wallet.changed' });
}

/** Resumes with a new card, whatever stopped it before. */
export async function resume(ctx: AccountCtx): Promise<void> {
  await rows.changeState(ctx, { failures: 0, try_again_at: null, stopped: null });
  await resolveNotifications(ctx, ctx.account, ['auto_recharge_stopped', 'auto_recharge_failed']);
  await lookSoon(ctx);
}

/** What follows from a charge: a declined card is tried again later, and what cannot work stops it. */
export async function applyCharge(ctx: AccountCtx, failure: ChargeFailure | null): Promise<void> {
  const settings = await rows.findSettings(ctx, true);
  if (!settings) return;
  if (failure === null) {
    await rows.changeState(ctx, { failures: 0, try_again_at: null });
    await resolveNotifications(ctx, ctx.account, ['auto_recharge_failed', 'auto_recharge_limit']);
    return lookSoon(ctx); // one charge may be less than what is missing
  }
  const failures = settings.failures + 1;
  const wait = retryHours[failures - 1];
  if (wait === undefined || stopsAtOnce(failure)) return stop(ctx, failure, settings.amount);
  await rows.changeState(ctx, { failures, try_again_at: new Date(ctx.now.getTime() + wait * hour) });
  await notifyOf(ctx, 'auto_recharge_failed', { amount: settings.amount, hours: wait });
}

async function stop(ctx: AccountCtx, failure: ChargeFailure, amount: number): Promise<void> {
  await rows.changeState(ctx, { stopped: failure, try_again_at: null });
  await audit(ctx, {
    action: 'autoRecharge.stop',
    entity: 'auto_recharges',
    entity_id: ctx.account,
    account_id: ctx.account,
    details: { failure },
  });
  await resolveNotifications(ctx, ctx.account, ['auto_recharge_failed']);
  await notifyOf(ctx, 'auto_recharge_stopped', { amount, reason: failure });
}

type Reported = 'auto_recharge_stopped' | 'auto_recharge_failed' | 'auto_recharge_limit';

async function notifyOf(ctx: AccountCtx, event: Reported, params: Record<string, string | number>): Promise<void> {
  const { currency } = await ledger.balances(ctx);
  await notify(ctx, {
    event,
    account_id: ctx.account,
    subject: ctx.account,
    params: { ...params, currency },
    link: settingsPath,
  });
}

/** Looks at every wallet that is filled by itself: a new day has room again, and a declined card is tried again. */
export async function lookAtAll(entry: Entry, payments: Payments): Promise<void> {
  const accounts = await entry.run('all_accounts', rows.findEnabled);
  await eachAlone(entry, accounts, 'a wallet could not be filled by itself', ({ account_id }) =>
    look(entry, payments, account_id),
  );
}
