import { z } from 'zod';
import { platformsThat } from '#server/connectors/capabilities.ts';
import { enqueue, type Tasks } from '#server/db/queue.ts';
import { deleteOldStates } from './store-authorization.db.ts';
import { importStore } from './store-import.service.ts';
import { findForgotten, purge } from './store-inbox.db.ts';
import { enqueueInbox, handleInbox } from './store-inbox.service.ts';
import { deleteOldLogins } from './store-login.db.ts';
import { tellStatus } from './store-notices.ts';
import { enqueueReconcile, probeRefusingStores } from './store-refusals.service.ts';
import { readOrder, readOrderTask } from './store-read-order.service.ts';
import { readProduct, readProductTask } from './store-read-product.service.ts';
import { reconcile } from './store-sync.service.ts';
import { findQuiet, findSweepable } from './stores.db.ts';
import { deleteOldConsents } from './store-woo-connect.db.ts';
import { finishConsent } from './store-woo-consent.service.ts';
import { queueOf, sessionOf, type StoresKit } from './stores-kit.ts';

const day = 86_400_000;
const minute = 60_000;
/** Refresh tokens live 90 days; a quiet shop's is renewed at 30 (shopify.md §1.5). */
const quietDays = 30;

const importPayload = z.object({
  account_id: z.uuid(),
  store_id: z.uuid(),
  job_id: z.uuid(),
  range: z.object({ from: z.iso.date(), to: z.iso.date() }).optional(),
});
const tokenPayload = z.object({ token_hash: z.string() });
const storePayload = z.object({ account_id: z.uuid(), id: z.uuid() });
const productPayload = storePayload.extend({ external_id: z.string() });
const shopPayload = z.object({ platform: z.string().default('shopify'), shop: z.string() });

/** `minute hour day month weekday task` lines of this feature, UTC. */
export const storesCrontab = [
  '*/2 * * * * stores_probe',
  '*/10 * * * * stores_reconcile',
  '41 2 * * * stores_renew_tokens',
  '53 2 * * * stores_purge',
];

/** Background work of stores: imports, webhooks, the sweep, and what keeps them alive. */
export function storesTasks(kit: StoresKit): Tasks {
  return {
    store_import: (entry, payload) => importStore(kit, entry, importPayload.parse(payload)),
    woo_connect: (entry, payload) => finishConsent(kit, entry, tokenPayload.parse(payload).token_hash),
    store_tell_status: (entry, payload) => tellStatus(kit, entry, storePayload.parse(payload)),
    store_inbox: (entry, payload) => handleInbox(kit, entry, shopPayload.parse(payload)),
    [readOrderTask]: (entry, payload) => readOrder(kit, entry, productPayload.parse(payload)),
    [readProductTask]: (entry, payload) => readProduct(kit, entry, productPayload.parse(payload)),
    store_reconcile: (entry, payload) => reconcile(kit, entry, storePayload.parse(payload)),
    store_renew_token: async (entry, payload) => {
      const { account_id, id, domain } = storePayload.extend({ domain: z.string() }).parse(payload);
      await kit.shopify.tokens.refresh(sessionOf({ account_id, id, domain })).catch((error: unknown) => {
        entry.log.warn({ err: error, store: id }, 'a token could not be renewed');
      });
    },
    stores_reconcile: (entry) =>
      entry.run('desk', async (ctx) => {
        const platforms = platformsThat((can) => can.reads_shop);
        for (const store of await findSweepable(ctx, platforms)) await enqueueReconcile(ctx, store);
        for (const shop of await findForgotten(ctx, new Date(ctx.now.getTime() - minute)))
          await enqueueInbox(ctx, shop);
      }),
    stores_probe: (entry) => probeRefusingStores(kit, entry),
    stores_renew_tokens: (entry) =>
      entry.run('desk', async (ctx) => {
        for (const store of await findQuiet(ctx, new Date(ctx.now.getTime() - quietDays * day))) {
          await enqueue(ctx, 'store_renew_token', store, {
            key: `store_renew_token:${store.id}`,
            queue: queueOf(store.domain),
            attempts: 3,
          });
        }
      }),
    stores_purge: (entry) =>
      entry.run('desk', async (ctx) => {
        await purge(ctx, new Date(ctx.now.getTime() - 30 * day), new Date(ctx.now.getTime() - 90 * day));
        await deleteOldStates(ctx, new Date(ctx.now.getTime() - day));
        await deleteOldConsents(ctx, new Date(ctx.now.getTime() - day));
        await deleteOldLogins(ctx, new Date(ctx.now.getTime() - day));
      }),
  };
}
