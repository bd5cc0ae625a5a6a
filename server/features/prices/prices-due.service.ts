import type { Ctx, Entry } from '#server/db/context.ts';
import { eachAlone } from '#server/db/each-alone.ts';
import { publish } from '#server/db/queue.ts';
import { groupBy } from '#server/lib/group-by.ts';
import * as changes from './price-changes.db.ts';
import { lockPrices } from './prices.db.ts';
import { apply, reprice } from './prices-decide.service.ts';
import { notify } from '#server/features/notifications/index.ts';

const remindDays = 2;
const day = 86_400_000;
const soon = (now: Date) => new Date(now.getTime() + remindDays * day);

/** Lets the day of proposed prices come, and reminds of those that wait; one transaction per account, safe to repeat. */
export async function sweepPrices(entry: Entry): Promise<void> {
  const accounts = await entry.run('desk', (ctx) => changes.accountsWithWork(ctx, soon(ctx.now)));
  const named = accounts.map((account_id) => ({ account_id }));
  await eachAlone(entry, named, 'the day of new prices could not come for a client', ({ account_id }) =>
    entry.run({ account_id }, async (ctx) => {
      await letCome(ctx, account_id);
      await remind(ctx, account_id);
    }),
  );
}

/** What was agreed counts now; the rest ends the old price, and what nobody decided goes on asking. */
async function letCome(ctx: Ctx, accountId: string): Promise<void> {
  await lockPrices(ctx, accountId);
  const found = await changes.lockDue(ctx, accountId);
  if (found.length === 0) return;
  await apply(
    ctx,
    accountId,
    found.filter((change) => change.status === 'accepted'),
  );
  const ending = found.filter((change) => change.status !== 'accepted');
  await changes.endCurrent(ctx, accountId, ending);
  await changes.saveDecisions(
    ctx,
    accountId,
    ending.map(({ id, status }) => ({ id, status: status === 'open' ? 'due' : 'ended' })),
  );
  const orders = await reprice(ctx, accountId, ending);
  const undecided = ending.filter((change) => change.status === 'open');
  for (const [id, own] of groupBy(undecided, (change) => change.proposal_id))
    await notify(ctx, {
      event: 'price_due',
      account_id: accountId,
      subject: id,
      params: { number: own[0]?.number ?? '', prices: own.length, orders },
      link: `/quote/index?tab=price_changes&proposal=${id}`,
    });
  await publish(ctx, { account_id: accountId, kind: 'quotes.changed' });
}

async function remind(ctx: Ctx, accountId: string): Promise<void> {
  for (const { id, number, prices, effective_at } of await changes.takeReminders(ctx, accountId, soon(ctx.now)))
    await notify(ctx, {
      event: 'price_reminder',
      account_id: accountId,
      subject: id,
      params: { number, prices, day: effective_at.toISOString().slice(0, 10) },
      link: `/quote/index?tab=price_changes&proposal=${id}`,
    });
}
