import { z } from 'zod';
import { id } from '#contract/shared.ts';
import type { Tasks } from '#server/db/queue.ts';
import { importTask, runImport } from './intake/import.service.ts';
import { tellOverdue } from './cancel/cancel-in-shop.service.ts';
import { repriceTask, runRepricing } from './review/reprice.service.ts';
import { tellWaiting } from './ship/last-mile.service.ts';
import { releaseDue } from './edit/hold.service.ts';
import { dropOldDrafts } from './manual/drafts.service.ts';
import { tellChange, tellChangeTask } from './intake/paid-changes.service.ts';
import { closeDelivered } from './ship/close.service.ts';
import { reviewStore } from './review/review-store.service.ts';
import { accountsToFold, foldCounts } from './records/list.db.ts';

const storePayload = z.object({ account_id: id, store_id: id });
const changePayload = z.object({ account_id: id, id, less: z.boolean(), more: z.boolean() });
const jobPayload = z.object({ account_id: id, id });
/** Rows of counters from which folding pays. */
const foldFrom = 200;

export const ordersTasks: Tasks = {
  [importTask]: (entry, payload) => runImport(entry, jobPayload.parse(payload)),
  [repriceTask]: (entry, payload) => runRepricing(entry, jobPayload.parse(payload)),
  orders_review_store: async (entry, payload) => {
    await reviewStore(entry, storePayload.parse(payload));
    await tellWaiting(entry, storePayload.parse(payload));
  },
  [tellChangeTask]: (entry, payload) => tellChange(entry, changePayload.parse(payload)),
  orders_close: (entry) => closeDelivered(entry),
  orders_release: (entry) => releaseDue(entry),
  orders_cancel_overdue: (entry) => tellOverdue(entry),
  orders_drop_drafts: async (entry) => {
    await entry.run('desk', dropOldDrafts);
  },
  orders_fold_counts: async (entry) => {
    const accounts = await entry.run('desk', (ctx) => accountsToFold(ctx, foldFrom));
    for (const account of accounts) await entry.run('desk', (ctx) => foldCounts(ctx, account));
  },
};

export const ordersCrontab = [
  '*/5 * * * * orders_fold_counts',
  '* * * * * orders_release',
  '*/10 * * * * orders_cancel_overdue',
  '41 3 * * * orders_drop_drafts',
  '47 3 * * * orders_close',
].join('\n');
