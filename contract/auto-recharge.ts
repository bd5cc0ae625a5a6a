import { z } from 'zod';
import { autoRechargeStates, chargeFailures } from './auto-recharge-rules.ts';
import { callTimes, endpoints } from './endpoint.ts';
import { maxRecharge, minRecharge, rechargeStatuses } from './recharge-rules.ts';
import { currency, done, id, minor, time } from './shared.ts';

const settings = {
  enabled: z.boolean(),
  /** It charges the saved card when the available balance falls below this. */
  threshold: minor.positive().max(maxRecharge),
  amount: minor.min(minRecharge, 'checks.recharge_least').max(maxRecharge, 'checks.recharge_most'),
  most_a_day: minor.positive(),
  /** Null for no limit. */
  most_a_month: minor.positive().nullable(),
  version: z.int(),
};

export const autoRechargeSchema = z.object({
  ...settings,
  currency,
  state: z.enum(autoRechargeStates),
  /** Whether cards can be saved: a payment provider is set up. */
  offered: z.boolean(),
  card: z
    .object({ brand: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int(), saved_at: time })
    .nullable(),
  /** Why it stopped; it goes on when it is turned on again or a new card is saved. */
  stopped: z.enum(chargeFailures).nullable(),
  /** When a declined card is charged again. */
  try_again_at: time.nullable(),
  /** What the threshold is compared with: the available balance less the invoices that can be paid now. */
  balance: minor,
  /** What was charged today and this month, in the account's time zone, and when there is room again. */
  charged_today: minor,
  charged_this_month: minor,
  /** The last charges, newest first. */
  charges: z.array(
    z.object({
      id,
      number: z.string(),
      status: z.enum(rechargeStatuses),
      amount: minor,
      /** Why it failed. */
      note: z.string().nullable(),
      created_at: time,
    }),
  ),
});

const view = { kind: 'merchant', feature: 'wallet', action: 'view' } as const;
const pay = { kind: 'merchant', feature: 'wallet', action: 'pay' } as const;

export const autoRecharge = endpoints({
  get: {
    method: 'GET',
    path: '/api/auto_recharge',
    access: view,
    summary: 'Retrieve auto-recharge: its settings, its card and its last charges.',
    answer: autoRechargeSchema,
  },
  save: {
    method: 'PUT',
    path: '/api/auto_recharge',
    access: pay,
    summary: 'Update auto-recharge; turned on, it starts anew where it had stopped.',
    body: z.object(settings),
    answer: autoRechargeSchema,
  },
  addCard: {
    method: 'POST',
    path: '/api/auto_recharge/card',
    seconds: callTimes.outside,
    access: pay,
    summary: 'Create the page on which a card is saved.',
    answer: z.object({ checkout_url: z.string() }),
  },
  removeCard: {
    method: 'DELETE',
    path: '/api/auto_recharge/card',
    access: pay,
    summary: 'Remove the saved card and turn auto-recharge off.',
    answer: done,
  },
});
