import { type Entry, forAccount } from '#server/db/context.ts';
import { eachAlone } from '#server/db/each-alone.ts';
import type { Tasks } from '#server/db/queue.ts';
import { findEnded, findNightly } from './order-invoices.db.ts';
import { expireInvoice } from './order-invoices-end.service.ts';
import { expireTask, issueNightly } from './order-invoices.service.ts';

export const orderInvoicesCrontab = [`*/5 * * * * ${expireTask}`, '*/15 * * * * order_invoices_issue'].join('\n');

const mostAtOnce = 500;
/** From this hour on, in the zone of the account, what was ordered until midnight is invoiced. */
const nightHour = 2;

export const orderInvoicesTasks: Tasks = {
  [expireTask]: async (entry) => {
    const ended = await entry.run('all_accounts', (ctx) => findEnded(ctx, mostAtOnce));
    await eachAlone(entry, ended, 'an invoice could not expire', ({ account_id, id }) =>
      entry.run('all_accounts', (ctx) => expireInvoice(forAccount(ctx, account_id), id)),
    );
  },
  order_invoices_issue: async (entry) => {
    const accounts = await entry.run('all_accounts', (ctx) => findNightly(ctx, nightHour));
    await eachAlone(entry, accounts, 'orders could not be invoiced', ({ account_id }) => issueAll(entry, account_id));
  },
};

/** One invoice for each transaction, until nothing is left. */
async function issueAll(entry: Entry, account_id: string): Promise<void> {
  for (let done = false; !done; )
    ({ done } = await entry.run('all_accounts', (ctx) => issueNightly(forAccount(ctx, account_id))));
}
