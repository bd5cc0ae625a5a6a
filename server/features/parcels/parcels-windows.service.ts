import { promiseRules } from '#contract/watch-rules.ts';
import type { Ctx, Entry } from '#server/db/context.ts';
import { anyCounted, countDeliveries, measureWindows } from './parcels-windows.db.ts';

const day = 86_400_000;
/** Deliveries are told of so many days late at the most. */
const lateDays = 14;

const dayBefore = (ctx: Ctx, days: number) => new Date(ctx.now.getTime() - days * day).toISOString().slice(0, 10);

/** Nightly: how long deliveries took lately, per channel and country; what orders are promised when they are paid. */
export async function measureTransit(entry: Entry): Promise<void> {
  await entry.run('desk', async (ctx) => {
    const days = (await anyCounted(ctx)) ? lateDays : promiseRules.historyDays;
    const counted = await countDeliveries(ctx, dayBefore(ctx, days));
    await measureWindows(ctx, dayBefore(ctx, promiseRules.historyDays), promiseRules.enough);
    ctx.log.info({ deliveries: counted }, 'transit windows measured');
  });
}
