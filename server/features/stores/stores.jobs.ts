import { z } from 'zod';
import { enqueue, type Tasks } from '#server/db/queue.ts';
import { deleteOldStates } from './connect/authorization.db.ts';
import { deleteOldLogins } from './connect/login.db.ts';
import { notifyStatus } from './records/states.service.ts';
import { probeRefusingStores } from './health/refusals.service.ts';
import { findQuiet } from './records/stores.db.ts';
import { deleteOldConsents } from './connect/woo-connect.db.ts';
import { finishConsent } from './connect/woo-consent.service.ts';
import { queueOf, sessionOf, type StoresKit } from './records/kit.ts';

const day = 86_400_000;
/** Refresh tokens live 90 days; a quiet shop's is renewed at 30 (shopify.md §1.5). */
const quietDays = 30;

const tokenPayload = z.object({ token_hash: z.string() });
const storePayload = z.object({ account_id: z.uuid(), id: z.uuid() });

/** `minute hour day month weekday task` lines of this feature, UTC. */
export const storesCrontab = ['*/2 * * * * stores_probe', '41 2 * * * stores_renew_tokens', '53 2 * * * stores_purge'];

/** What keeps the connections of stores alive and reports their status. */
export function storesTasks(kit: StoresKit): Tasks {
  return {
    woo_connect: (entry, payload) => finishConsent(kit, entry, tokenPayload.parse(payload).token_hash),
    store_tell_status: (entry, payload) => notifyStatus(entry, storePayload.parse(payload)),
    store_renew_token: async (entry, payload) => {
      const { account_id, id, domain } = storePayload.extend({ domain: z.string() }).parse(payload);
      await kit.shopify.tokens.refresh(sessionOf({ account_id, id, domain })).catch((error: unknown) => {
        entry.log.warn({ err: error, store: id }, 'a token could not be renewed');
      });
    },
    stores_probe: (entry) => probeRefusingStores(kit, entry),
    stores_renew_tokens: (entry) =>
      entry.run('all_accounts', async (ctx) => {
        for (const store of await findQuiet(ctx, new Date(ctx.now.getTime() - quietDays * day))) {
          await enqueue(ctx, 'store_renew_token', store, {
            key: `store_renew_token:${store.id}`,
            queue: queueOf(store.domain),
            attempts: 3,
          });
        }
      }),
    stores_purge: (entry) =>
      entry.run('all_accounts', async (ctx) => {
        await deleteOldStates(ctx, new Date(ctx.now.getTime() - day));
        await deleteOldConsents(ctx, new Date(ctx.now.getTime() - day));
        await deleteOldLogins(ctx, new Date(ctx.now.getTime() - day));
      }),
  };
}
