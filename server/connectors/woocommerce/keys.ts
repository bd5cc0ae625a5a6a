import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Ctx } from '../../db/context.ts';
import { open, seal, type SecretKey } from '../../lib/secrets.ts';

/** A consumer key with its secret, as the shop makes them. */
export type KeyPair = { key: string; secret: string };

/** What a call needs: where the shop is, the key, and in which of the ways it takes them. */
export type Access = KeyPair & { url: string; sent_by: 'header' | 'query'; routes: 'pretty' | 'plain' };

type StoreRef = { account_id: string; id: string };

const pairSchema = z.object({ key: z.string(), secret: z.string() });
const pairPlace = (id: string) => `woo_keys:${id}:pair`;
const hookPlace = (id: string) => `woo_keys:${id}:hook`;

/** Seals a pair for its place, so that it opens nowhere else. */
export const sealPair = (sealing: SecretKey, { key, secret }: KeyPair, place: string): string =>
  seal(sealing, JSON.stringify({ key, secret }), place);

/** Opens what `sealPair` made. */
export const openPair = (sealing: SecretKey, sealed: string, place: string): KeyPair =>
  pairSchema.parse(JSON.parse(open(sealing, sealed, place)));

/** Keeps a store's access, sealed. The secret of its webhooks stays what it was, so that none is lost in between. */
export async function saveAccess(ctx: Ctx, sealing: SecretKey, store: StoreRef, access: Access): Promise<void> {
  const { url, sent_by, routes } = access;
  const fresh = {
    url,
    sent_by,
    routes,
    key_sealed: sealPair(sealing, access, pairPlace(store.id)),
    obtained_at: ctx.now,
  };
  const hook_secret_sealed = seal(sealing, randomBytes(24).toString('base64url'), hookPlace(store.id));
  await ctx.db
    .insertInto('woo_keys')
    .values({ account_id: store.account_id, store_id: store.id, ...fresh, hook_secret_sealed })
    .onConflict((conflict) => conflict.columns(['account_id', 'store_id']).doUpdateSet(fresh))
    .execute();
}

export async function findAccess(ctx: Ctx, sealing: SecretKey, store: StoreRef): Promise<Access | null> {
  const row = await ctx.db
    .selectFrom('woo_keys')
    .select(['url', 'key_sealed', 'sent_by', 'routes'])
    .where('account_id', '=', store.account_id)
    .where('store_id', '=', store.id)
    .executeTakeFirst();
  if (!row) return null;
  const { url, key_sealed } = row;
  return {
    url,
    ...openPair(sealing, key_sealed, pairPlace(store.id)),
    sent_by: row.sent_by === 'query' ? 'query' : 'header',
    routes: row.routes === 'plain' ? 'plain' : 'pretty',
  };
}

/** Remembers that the shop's host lets keys through in the address only. */
export async function noteSentBy(ctx: Ctx, store: StoreRef, sent_by: Access['sent_by']): Promise<void> {
  await ctx.db
    .updateTable('woo_keys')
    .set({ sent_by })
    .where('account_id', '=', store.account_id)
    .where('store_id', '=', store.id)
    .execute();
}

/** The secret that a store's webhooks are signed with, and whose store it is; for deliveries, which name only the store. */
export async function findHookSecret(ctx: Ctx, sealing: SecretKey, storeId: string) {
  const row = await ctx.db
    .selectFrom('woo_keys')
    .select(['account_id', 'hook_secret_sealed'])
    .where('store_id', '=', storeId)
    .executeTakeFirst();
  return row ? { account_id: row.account_id, secret: open(sealing, row.hook_secret_sealed, hookPlace(storeId)) } : null;
}

/** Forgets a store's keys at once (domain.md §3.1). */
export async function deleteAccess(ctx: Ctx, store: StoreRef): Promise<void> {
  await ctx.db
    .deleteFrom('woo_keys')
    .where('account_id', '=', store.account_id)
    .where('store_id', '=', store.id)
    .execute();
}
