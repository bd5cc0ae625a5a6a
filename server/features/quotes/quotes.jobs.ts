import { forAccount } from '#server/db/context.ts';
import { eachAlone } from '#server/db/each-alone.ts';
import type { Tasks } from '#server/db/queue.ts';
import { findEnding, findOverdue } from './records/write.db.ts';
import { expireQuote, remindOfEnd, remindMs } from './accept/close.service.ts';

/** Every ten minutes. */
export const quotesCrontab = '*/10 * * * * quotes_expire';

const mostAtOnce = 500;

export const quotesTasks: Tasks = {
  quotes_expire: async (entry) => {
    const overdue = await entry.run('all_accounts', (ctx) => findOverdue(ctx, mostAtOnce));
    await eachAlone(entry, overdue, 'a quote could not expire', ({ account_id, id }) =>
      entry.run('all_accounts', (ctx) => expireQuote(forAccount(ctx, account_id), id)),
    );
    const soon = new Date(entry.now.getTime() + remindMs);
    const ending = await entry.run('all_accounts', (ctx) => findEnding(ctx, soon, mostAtOnce));
    await eachAlone(entry, ending, 'nobody could be reminded of a quote', ({ account_id, id }) =>
      entry.run('all_accounts', (ctx) => remindOfEnd(forAccount(ctx, account_id), id)),
    );
    if (overdue.length > 0) entry.log.info({ expired: overdue.length }, 'quotes expired');
  },
};
