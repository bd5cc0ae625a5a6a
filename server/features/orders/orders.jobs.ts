import { z } from 'zod';
import { country, date, id } from '#contract/shared.ts';
import { forAccount } from '#server/db/context.ts';
import { eachAlone } from '#server/db/each-alone.ts';
import type { Tasks } from '#server/db/queue.ts';
import { importTask, runImport } from './intake/import.service.ts';
import { notifyOverdue } from './cancel/cancel-in-shop.service.ts';
import { repriceTask, runRepricing } from './review/reprice.service.ts';
import { notifyWaiting } from './ship/last-mile.service.ts';
import { releaseDue } from './edit/hold.service.ts';
import { dropOldDrafts } from './manual/drafts.service.ts';
import { notifyChange, notifyChangeTask } from './intake/paid-changes.service.ts';
import { closeDelivered } from './ship/parcel-progress.service.ts';
import { reviewStore } from './review/review.service.ts';
import { promisesTask, renewPromises } from './review/promises.service.ts';
import { keepRates, keepRatesTask } from './review/sale-rates.service.ts';
import { accountsToFold, foldCounts } from './records/count.db.ts';

const storePayload = z.object({ account_id: id, store_id: id });
const changePayload = z.object({ account_id: id, id, less: z.boolean(), more: z.boolean() });
const daysPayload = z.object({ from: date, to: date });
const waysPayload = z.object({ ways: z.array(z.object({ channel_id: id, country })) });
const jobPayload = z.object({ account_id: id, id });
/** Rows of counters from which folding pays. */
const foldFrom = 200;

export const ordersTasks: Tasks = {
  [importTask]: (entry, payload) => runImport(entry, jobPayload.parse(payload)),
  [repriceTask]: (entry, payload) => runRepricing(entry, jobPayload.parse(payload)),
  orders_review_store: async (entry, payload) => {
    await reviewStore(entry, storePayload.parse(payload));
    await notifyWaiting(entry, storePayload.parse(payload));
  },
  [keepRatesTask]: (entry, payload) => keepRates(entry, daysPayload.parse(payload)),
  [promisesTask]: (entry, payload) => renewPromises(entry, waysPayload.parse(payload).ways),
  [notifyChangeTask]: (entry, payload) => notifyChange(entry, changePayload.parse(payload)),
  orders_close: (entry) => closeDelivered(entry),
  orders_release: (entry) => releaseDue(entry),
  orders_cancel_overdue: (entry) => notifyOverdue(entry),
  orders_drop_drafts: async (entry) => {
    await entry.run('all_accounts', dropOldDrafts);
  },
  orders_fold_counts: async (entry) => {
    const accounts = await entry.run('all_accounts', (ctx) => accountsToFold(ctx, foldFrom));
    await eachAlone(entry, accounts, 'counters could not be folded', ({ account_id }) =>
      entry.run('all_accounts', (ctx) => foldCounts(forAccount(ctx, account_id))),
    );
  },
};

export const ordersCrontab = [
  '*/5 * * * * orders_fold_counts',
  '* * * * * orders_release',
  '*/10 * * * * orders_cancel_overdue',
  '41 3 * * * orders_drop_drafts',
  '47 3 * * * orders_close',
].join('\n');
