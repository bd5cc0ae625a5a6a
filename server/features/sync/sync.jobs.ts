import { z } from 'zod';
import { platformsThat } from '#server/connectors/capabilities.ts';
import type { Tasks } from '#server/db/queue.ts';
import { importStore } from './sync-first-import.service.ts';
import { findForgotten, purge } from './sync.db.ts';
import { handleInbox } from './sync-inbox.service.ts';
import { reconcile, readOrder, readProduct } from './sync.service.ts';
import {
  enqueueInbox,
  enqueueReconcile,
  readOrderTask,
  readProductTask,
  findSweepable,
  type StoresKit,
} from '#server/features/stores/index.ts';

const day = 86_400_000;
const minute = 60_000;

const importPayload = z.object({
  account_id: z.uuid(),
  store_id: z.uuid(),
  job_id: z.uuid(),
  range: z.object({ from: z.iso.date(), to: z.iso.date() }).optional(),
});
const storePayload = z.object({ account_id: z.uuid(), id: z.uuid() });
const recordPayload = storePayload.extend({ external_id: z.string() });
const shopPayload = z.object({ platform: z.string().default('shopify'), shop: z.string() });

/** `minute hour day month weekday task` lines of this feature, UTC. */
export const syncCrontab = ['*/10 * * * * stores_reconcile', '53 2 * * * sync_purge'];

/** Imports, what shops report by webhook, and the comparison every ten minutes that finds what no webhook reported. */
export function syncTasks(kit: StoresKit): Tasks {
  return {
    store_import: (entry, payload) => importStore(kit, entry, importPayload.parse(payload)),
    store_inbox: (entry, payload) => handleInbox(kit, entry, shopPayload.parse(payload)),
    [readOrderTask]: (entry, payload) => readOrder(kit, entry, recordPayload.parse(payload)),
    [readProductTask]: (entry, payload) => readProduct(kit, entry, recordPayload.parse(payload)),
    store_reconcile: (entry, payload) => reconcile(kit, entry, storePayload.parse(payload)),
    stores_reconcile: (entry) =>
      entry.run('all_accounts', async (ctx) => {
        const platforms = platformsThat((can) => can.reads_shop);
        for (const store of await findSweepable(ctx, platforms)) await enqueueReconcile(ctx, store);
        for (const shop of await findForgotten(ctx, new Date(ctx.now.getTime() - minute)))
          await enqueueInbox(ctx, shop);
      }),
    sync_purge: (entry) =>
      entry.run('all_accounts', (ctx) =>
        purge(ctx, new Date(ctx.now.getTime() - 30 * day), new Date(ctx.now.getTime() - 90 * day)),
      ),
  };
}
