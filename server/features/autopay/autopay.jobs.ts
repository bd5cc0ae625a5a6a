import { z } from 'zod';
import { enqueue, type Tasks } from '#server/db/queue.ts';
import { dueStores, payStore } from './autopay.service.ts';

const storePayload = z.object({ account_id: z.uuid(), id: z.uuid() });

export const autopayCrontab = '*/5 * * * * autopay_sweep';

/** Paying by itself: a look at all stores every five minutes, and a run of one. */
export const autopayTasks: Tasks = {
  autopay_sweep: (entry) =>
    entry.run('all_accounts', async (ctx) => {
      for (const store of await dueStores(ctx))
        await enqueue(ctx, 'autopay_store', store, { key: `autopay:${store.id}` });
    }),
  autopay_store: (entry, payload) => payStore(entry, storePayload.parse(payload)),
};
