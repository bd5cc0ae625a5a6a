import type { Entry } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { findAccountsWithoutRates, keepRatesOf, type Place } from '../records/sale-rates.db.ts';

export const keepRatesTask = 'orders_sale_rates';
const perTransaction = 1_000;

/** Gives orders that came before the rate of their date that rate; they keep it from then on. */
export async function keepRates(entry: Entry, days: { from: string; to: string }): Promise<void> {
  const accounts = await entry.run('all_accounts', (ctx) => findAccountsWithoutRates(ctx, days));
  for (const account_id of accounts) {
    let kept = 0;
    for (let after: Place | null = null, more = true; more; ) {
      const from: Place | null = after;
      const done: { last: Place | null; kept: number } = await entry.run({ account_id }, (ctx) =>
        keepRatesOf(ctx, days, from, perTransaction),
      );
      kept += done.kept;
      after = done.last;
      more = after !== null;
    }
    if (kept > 0) await entry.run({ account_id }, async (ctx) => publish(ctx, { account_id, kind: 'orders.changed' }));
  }
}
