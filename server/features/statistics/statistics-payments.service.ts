import type { ParsedOf } from '#contract/endpoint.ts';
import type { statistics } from '#contract/statistics.ts';
import type { StatisticsPaid } from '#contract/statistics-figures.ts';
import { stepOf, usualStep } from '#contract/statistics-rules.ts';
import type { MerchantCtx } from '#server/db/context.ts';
import { findCheck } from './statistics.db.ts';
import { paidByDay } from './statistics-payments.db.ts';
import { requireDays } from './statistics.service.ts';

const nothing: StatisticsPaid = { goods: 0, freight: 0, fees: 0, other: 0, returned: 0, net: 0 };

const add = (sum: StatisticsPaid, more: StatisticsPaid): StatisticsPaid => ({
  goods: sum.goods + more.goods,
  freight: sum.freight + more.freight,
  fees: sum.fees + more.fees,
  other: sum.other + more.other,
  returned: sum.returned + more.returned,
  net: sum.net + more.net,
});

/** What was paid in a period by the day of payment, and in total. */
export async function getPayments(ctx: MerchantCtx, query: ParsedOf<typeof statistics.payments>['query']) {
  const days = requireDays(query);
  const step = query.step ?? usualStep(days);
  const { currency } = await findCheck(ctx);
  const steps = new Map<string, StatisticsPaid>();
  for (const paid of await paidByDay(ctx, days)) {
    const first = stepOf(paid.day, step);
    steps.set(first, add(steps.get(first) ?? nothing, paid));
  }
  return {
    days,
    step,
    currency,
    totals: [...steps.values()].reduce(add, nothing),
    series: [...steps].map(([day, paid]) => ({ day, paid })),
  };
}
