import { claimClocks } from '#contract/claim-rules.ts';
import { eachAlone } from '#server/db/each-alone.ts';
import type { Tasks } from '#server/db/queue.ts';
import { notifyClient } from './claims-decide.service.ts';
import { lockFor, applyAction } from './claims-moves.ts';
import { findEnding } from './claims-write.db.ts';
import { resolveNotifications } from '#server/features/notifications/index.ts';

export const claimsCrontab = '*/15 * * * * claims_sweep';
const batch = 500;
const dayMs = 86_400_000;

/** Claims lapse when their evidence does not come, and are closed when nothing can follow; both by the clock. */
export const claimsTasks: Tasks = {
  claims_sweep: async (entry) => {
    const decidedBefore = new Date(entry.now.getTime() - claimClocks.appealDays * dayMs);
    const ending = await entry.run('all_accounts', (ctx) => findEnding(ctx, decidedBefore, batch));
    await eachAlone(entry, ending, 'a claim could not be ended', ({ account_id, id, action }) =>
      entry.run({ account_id }, async (ctx) => {
        const claim = await lockFor(ctx, id, action);
        await applyAction(ctx, claim, action);
        if (action === 'close') return;
        await resolveNotifications(ctx, id, ['claim_evidence_wanted']);
        await notifyClient(ctx, claim, 'claim_expired');
      }),
    );
  },
};
