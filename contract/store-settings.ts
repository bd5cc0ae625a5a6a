import { z } from 'zod';
import { country, id } from './shared.ts';
import {
  defaultStoreSettings,
  earlyPayments,
  iossPattern,
  maxDefaultChannels,
  maxPriceGuard,
  payModes,
  pushMoments,
  riskHolds,
  type StoreSettings,
  stockPlans,
  timeOfDayPattern,
  trackingViews,
} from './store-rules.ts';

/** Settings of a store as its owner writes them: all of them at once (domain.md §4.2). */
export const storeSettingsSchema = z.object({
  unshipped_only: z.boolean(),
  import_unpaid: z.boolean(),
  pay_when: z.array(z.enum(earlyPayments)).max(earlyPayments.length),
  pay_mode: z.enum(payModes),
  pay_at: z.string().regex(timeOfDayPattern, 'checks.time_of_day'),
  price_guard_pct: z.int().min(0).max(maxPriceGuard).nullable(),
  default_channels: z
    .record(country, id)
    .refine((channels) => Object.keys(channels).length <= maxDefaultChannels, 'checks.too_many_countries'),
  stock_plan: z.enum(stockPlans),
  risk_hold: z.enum(riskHolds),
  tracking_push: z.enum(pushMoments),
  tracking_view: z.enum(trackingViews),
  notify_buyer: z.boolean(),
  ioss_number: z.string().trim().toUpperCase().regex(iossPattern, 'checks.ioss_number').nullable(),
}) satisfies z.ZodType<StoreSettings>;

/** What a store's row keeps, made whole: what is missing or unreadable is as every store begins. */
export function readStoreSettings(kept: unknown): StoreSettings {
  const known: Record<string, unknown> = typeof kept === 'object' && kept !== null ? { ...kept } : {};
  const whole = storeSettingsSchema.safeParse({ ...defaultStoreSettings, ...known });
  if (whole.success) return whole.data;
  const fields = Object.entries(known).filter(
    ([name, value]) => storeSettingsSchema.safeParse({ ...defaultStoreSettings, [name]: value }).success,
  );
  return storeSettingsSchema.parse({ ...defaultStoreSettings, ...Object.fromEntries(fields) });
}
