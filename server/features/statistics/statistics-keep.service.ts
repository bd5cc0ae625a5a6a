import type { Entry } from '#server/db/context.ts';
import { forAccount } from '#server/db/context.ts';
import { eachAlone } from '#server/db/each-alone.ts';
import { enqueue, publish } from '#server/db/queue.ts';
import * as rows from './statistics-keep.db.ts';

export const checkTask = 'statistics_check';

/** Sums are compared with the orders once a day, so many accounts in a run. */
const checkEveryMs = 24 * 3_600_000;
const accountsAtOnce = 50;
/** Transactions that began before a change of the time zone end within this time; what they wrote by the former one is found then. */
const settledAfterMs = 10 * 60_000;

/** Adds the open differences of all accounts to their sums. */
export async function foldStatistics(entry: Entry): Promise<void> {
  const accounts = await entry.run('all_accounts', (ctx) => rows.accountsToFold(ctx));
  await eachAlone(entry, accounts, 'statistics not folded', ({ account_id }) =>
    entry.run('all_accounts', async (all) => {
      const ctx = forAccount(all, account_id);
      await rows.lockSums(ctx);
      await rows.foldChanges(ctx);
    }),
  );
}

/**
 * Compares an account's sums with all of its orders, and puts right what differs. After a change of time zone or currency that
 * is every sum, and nothing to report; another look follows for what was written meanwhile.
 */
export async function checkStatistics(entry: Entry, account_id: string): Promise<void> {
  await entry.run('all_accounts', async (all) => {
    const ctx = forAccount(all, account_id);
    await rows.lockSums(ctx);
    const moved = await rows.isMoved(ctx);
    await rows.foldChanges(ctx);
    const places = await rows.correctPlaces(ctx);
    await rows.foldChanges(ctx);
    const corrected = places + (await rows.correctDays(ctx));
    await rows.saveCheck(ctx, moved ? 0 : corrected);
    if (corrected === 0) return;
    if (moved) {
      const runAt = new Date(ctx.now.getTime() + settledAfterMs);
      await enqueue(ctx, checkTask, { account_id }, { key: `${checkTask}:${account_id}:again`, runAt });
    } else entry.log.error({ account_id, corrected }, 'statistics were not what the orders say');
    await publish(ctx, { account_id, kind: 'statistics.changed' });
  });
}

/** Checks the accounts whose sums were not looked at for a day. */
export async function checkDue(entry: Entry): Promise<void> {
  const before = new Date(entry.now.getTime() - checkEveryMs);
  const accounts = await entry.run('all_accounts', (ctx) => rows.accountsToCheck(ctx, before, accountsAtOnce));
  await eachAlone(entry, accounts, 'statistics not checked', ({ account_id }) => checkStatistics(entry, account_id));
}
