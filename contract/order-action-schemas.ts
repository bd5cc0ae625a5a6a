import { z } from 'zod';
import { doneByPeople, type OrderAction } from './order-actions.ts';
import { orderReasons, type OrderReason } from './order-reasons.ts';
import { time } from './shared.ts';

/** What happens next with an order by itself or by somebody, and until when. */
export const nextSteps = [
  'price',
  'pay',
  'pay_invoice',
  'settle',
  'ship',
  'deliver',
  'release',
  'decide_cancel',
] as const;
export const nextSchema = z.object({
  step: z.enum(nextSteps),
  /** Who does it. */
  by: z.enum(['merchant', 'provider', 'system']),
  /** Until when; null where only the merchant sets the pace. */
  at: time.nullable(),
});

/** What the reader may do with the order now, and why not (contract/order-actions.ts); the buttons come from it. */
export const actionSchema = z.object({
  action: z.enum(doneByPeople as [OrderAction, ...OrderAction[]]), // the table of actions is not empty
  allowed: z.boolean(),
  reason: z.enum(Object.keys(orderReasons) as [OrderReason, ...OrderReason[]]).nullable(), // its own keys
  message: z.string().nullable(),
});
