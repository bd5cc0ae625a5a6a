import { z } from 'zod';
import type { Entry } from '#server/db/context.ts';
import type { Tasks } from '#server/db/queue.ts';
import { dayAfter, dayOf, knownZone, startOfDay } from './comparison-days.ts';
import { type ComparisonsKit, shareOf } from './comparisons-kit.ts';
import { enqueueRun, runComparison } from './comparisons-run.service.ts';
import { beginComparison, rangeOf } from './comparisons.service.ts';
import * as rows from './comparisons.db.ts';
import { findComparable } from '#server/features/sync/index.ts';

const minuteMs = 60_000;
const forgottenMs = 30 * minuteMs;
/** The night of a shop, from one to five o'clock where it is: each store has its own minute of it. */
const night = { begins: 60, lasts: 240 };

const payloadSchema = z.object({ account_id: z.uuid(), id: z.uuid() });

/** `minute hour day month weekday task` lines of this feature, UTC. */
export const comparisonsCrontab = '*/10 * * * * comparisons_plan';

/** The latest moment at which a store's nightly comparison was due. */
export function lastTurn(storeId: string, zone: string, now: Date): Date {
  const minutes = night.begins + shareOf(storeId, night.lasts);
  const today = dayOf(now, zone);
  const turnOf = (day: string) => new Date(startOfDay(day, zone).getTime() + minutes * minuteMs);
  const turn = turnOf(today);
  return turn <= now ? turn : turnOf(dayAfter(today, -1));
}

/** Background work: comparisons themselves, and the plan that begins one per store and night. */
export function comparisonsTasks(kit: ComparisonsKit): Tasks {
  return {
    comparison_run: (entry, payload) => runComparison(kit, entry, payloadSchema.parse(payload)),
    comparisons_plan: (entry) => plan(entry),
  };
}

async function plan(entry: Entry): Promise<void> {
  const stores = await entry.run('all_accounts', async (ctx) => {
    // A worker that died left them; the queue may have given up on them.
    for (const row of await rows.findForgotten(ctx, new Date(ctx.now.getTime() - forgottenMs)))
      await enqueueRun(ctx, row);
    return rows.findForPlan(ctx);
  });
  for (const { account_id, id, time_zone, connected_at, last } of stores) {
    const turn = lastTurn(id, knownZone(time_zone ?? 'UTC'), entry.now);
    if ((connected_at ?? turn) >= turn || (last && last >= turn)) continue;
    await entry.run({ account_id }, async (ctx) => {
      const store = await findComparable(ctx, id);
      if (!store || (await rows.findRunning(ctx, id))) return;
      await beginComparison(ctx, store, rangeOf(store, ctx.now), 'daily');
    });
  }
}
