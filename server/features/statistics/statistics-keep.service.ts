import { type AccountCtx, type Entry, forAccount } from '#server/db/context.ts';
import { eachAlone } from '#server/db/each-alone.ts';
import { enqueue, publish } from '#server/db/queue.ts';
import { wrongProducts, writeProducts } from './statistics-details.db.ts';
import * as rows from './statistics-keep.db.ts';
import { accountsWithMonths, takeMonths, writeMonths, wrongMonths } from './statistics-months.db.ts';

export const checkTask = 'statistics_check';

/** Sums are compared with the orders once a day, so many accounts in a run. */
const checkEveryMs = 24 * 3_600_000;
const accountsAtOnce = 50;
/** Transactions that began before a change of the time zone end within this time; what they wrote by the former one is found then. */
const quietAfterMs = 10 * 60_000;

/** Adds the open differences of all accounts to their sums. */
export async function foldStatistics(entry: Entry): Promise<void> {
  const accounts = await entry.run('all_accounts', (ctx) => rows.accountsToFold(ctx));
  await eachAlone(entry, accounts, 'statistics not folded', ({ account_id }) =>
    entry.run('all_accounts', async (all) => {
      const ctx = forAccount(all, account_id);
      await rows.lockSums(ctx);
      await fold(ctx);
    }),
  );
}

/** Adds the open differences to the sums, and reads the products of their days again. */
async function fold(ctx: AccountCtx): Promise<void> {
  await writeProducts(ctx, await rows.foldChanges(ctx));
}

/** Reads deliveries and claims again of the months whose parcels changed. */
export async function readMonths(entry: Entry): Promise<void> {
  const accounts = await entry.run('all_accounts', (ctx) => accountsWithMonths(ctx));
  await eachAlone(entry, accounts, 'deliveries not read', ({ account_id }) =>
    entry.run('all_accounts', (ctx) => readMonthsOf(forAccount(ctx, account_id))),
  );
}

async function readMonthsOf(ctx: AccountCtx): Promise<void> {
  await rows.lockSums(ctx);
  await writeMonths(ctx, await takeMonths(ctx));
}

/**
 * Compares an account's sums with all of its orders, and puts right what differs. After a change of time zone or currency, as
 * there may have been one before the first check, that is every sum, and nothing to report; another look follows for what was written meanwhile.
 */
export async function checkStatistics(entry: Entry, account_id: string): Promise<void> {
  await entry.run('all_accounts', async (all) => {
    const ctx = forAccount(all, account_id);
    await rows.lockSums(ctx);
    const moved = await rows.isMoved(ctx);
    await fold(ctx);
    const places = await rows.correctPlaces(ctx);
    await fold(ctx);
    await readMonthsOf(ctx);
    const corrected = places + (await rows.correctDays(ctx)) + (await correctDetails(ctx));
    await rows.saveCheck(ctx, moved ? 0 : corrected);
    if (corrected === 0) return;
    if (moved) {
      const runAt = new Date(ctx.now.getTime() + quietAfterMs);
      await enqueue(ctx, checkTask, { account_id }, { key: `${checkTask}:${account_id}:again`, runAt });
    } else entry.log.error({ account_id, corrected }, 'statistics were not what the orders say');
    publish(ctx, { account_id, kind: 'statistics.changed' });
  });
}

/** Reads products, deliveries and claims again where they are not what the rows say. Answers of how many days and months. */
async function correctDetails(ctx: AccountCtx): Promise<number> {
  const days = await wrongProducts(ctx);
  if (days.length > 0) await writeProducts(ctx, days);
  const months = await wrongMonths(ctx);
  await writeMonths(ctx, months);
  return days.length + months.length;
}

/** Checks the accounts whose sums were not looked at for a day. */
export async function checkDue(entry: Entry): Promise<void> {
  const before = new Date(entry.now.getTime() - checkEveryMs);
  const accounts = await entry.run('all_accounts', (ctx) => rows.accountsToCheck(ctx, before, accountsAtOnce));
  await eachAlone(entry, accounts, 'statistics not checked', ({ account_id }) => checkStatistics(entry, account_id));
}
