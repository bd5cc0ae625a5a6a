import { z } from 'zod';
import { id } from '#contract/shared.ts';
import type { Tasks } from '#server/db/queue.ts';
import { type ImportNeeds, importTask, runImport } from './intake/import.service.ts';
import type { Stock } from './rules/stock-demand.ts';
import { type CancelTelling, tellOverdue } from './cancel/cancel-in-shop.service.ts';
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

export function ordersTasks(needs: ImportNeeds & CancelTelling, stock: Stock): Tasks {
  return {
    [importTask]: (entry, payload) => runImport(entry, jobPayload.parse(payload), needs),
    [repriceTask]: (entry, payload) => runRepricing(entry, needs, stock, jobPayload.parse(payload)),
    orders_review_store: async (entry, payload) => {
      await reviewStore(entry, storePayload.parse(payload), stock);
      await tellWaiting(entry, storePayload.parse(payload));
    },
    [tellChangeTask]: (entry, payload) => tellChange(entry, needs, changePayload.parse(payload)),
    orders_close: (entry) => closeDelivered(entry, stock),
    orders_release: (entry) => releaseDue(entry, stock),
    orders_cancel_overdue: (entry) => tellOverdue(entry, needs),
    orders_drop_drafts: async (entry) => {
      await entry.run('desk', dropOldDrafts);
    },
    orders_fold_counts: async (entry) => {
      const accounts = await entry.run('desk', (ctx) => accountsToFold(ctx, foldFrom));
      for (const account of accounts) await entry.run('desk', (ctx) => foldCounts(ctx, account));
    },
  };
}

export const ordersCrontab = [
  '*/5 * * * * orders_fold_counts',
  '* * * * * orders_release',
  '*/10 * * * * orders_cancel_overdue',
  '41 3 * * * orders_drop_drafts',
  '47 3 * * * orders_close',
].join('\n');
