import type { StoreSettings } from '#contract/store-rules.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { withoutRefusals } from '../records/refusals.db.ts';

export type Consent = {
  token_hash: string;
  account_id: string;
  user_id: string;
  url: string;
  import_days: number;
  unshipped_only: boolean;
};

export async function insertConsent(ctx: Ctx, consent: Consent, expires_at: Date): Promise<void> {
  await ctx.db
    .insertInto('woo_authorizations')
    .values({ ...consent, created_at: ctx.now, expires_at })
    .execute();
}

export async function findConsent(ctx: Ctx, hash: string) {
  return ctx.db.selectFrom('woo_authorizations').selectAll().where('token_hash', '=', hash).executeTakeFirst();
}

/** Keeps the key that the shop sent; false when the secret is unknown, used or has run out. */
export async function receiveKey(ctx: Ctx, hash: string, key_sealed: string): Promise<boolean> {
  const done = await ctx.db
    .updateTable('woo_authorizations')
    .set({ key_sealed, received_at: ctx.now })
    .where('token_hash', '=', hash)
    .where('received_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Writes what became of an authorization; the key does not stay here. */
export async function finish(
  ctx: Ctx,
  hash: string,
  outcome: { store_id: string } | { problem: string },
): Promise<void> {
  await ctx.db
    .updateTable('woo_authorizations')
    .set({ ...outcome, key_sealed: null, finished_at: ctx.now })
    .where('token_hash', '=', hash)
    .execute();
}

export async function deleteOldConsents(ctx: Ctx, before: Date): Promise<void> {
  await ctx.db.deleteFrom('woo_authorizations').where('expires_at', '<', before).execute();
}

/** Whether the member sees all stores of the account; undefined when they are no member any more. */
export async function findMember(ctx: AccountCtx, userId: string) {
  return ctx.db
    .selectFrom('memberships')
    .select('all_stores')
    .where('account_id', '=', ctx.account)
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst();
}

/** Writes a connected WooCommerce store, or brings the account's earlier one back. Answers its id. */
export async function upsertWooStore(
  ctx: Ctx,
  store: {
    account_id: string;
    id: string;
    domain: string;
    name: string;
    import_from: Date;
    settings: Partial<StoreSettings>;
  },
): Promise<string> {
  const { domain, settings, ...rest } = store;
  const row = await ctx.db
    .insertInto('stores')
    .values({
      ...rest,
      platform: 'woocommerce',
      external_domain: domain,
      status: 'connected',
      settings: JSON.stringify(settings),
      connected_at: ctx.now,
      created_at: ctx.now,
    })
    .onConflict((conflict) =>
      conflict.constraint('stores_domain_key').doUpdateSet((set) => ({
        status: 'connected',
        status_reason: null,
        connected_at: ctx.now,
        disconnected_at: null,
        ...withoutRefusals,
        version: set('stores.version', '+', 1),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
