import type { StoreSettings } from '#contract/store-rules.ts';
import type { Ctx } from '#server/db/context.ts';
import { withoutRefusals } from '../records/refusals.db.ts';

export type OAuthState = {
  state_hash: string;
  app_id: string;
  account_id: string;
  user_id: string;
  shop: string;
  purpose: 'connect' | 'reconnect';
  import_days: number;
  unshipped_only: boolean;
};

export async function insertState(ctx: Ctx, state: OAuthState, expires_at: Date): Promise<void> {
  await ctx.db
    .insertInto('oauth_states')
    .values({ ...state, created_at: ctx.now, expires_at })
    .execute();
}

export async function findState(ctx: Ctx, hash: string) {
  return ctx.db
    .selectFrom('oauth_states')
    .select(['app_id', 'account_id', 'user_id', 'shop', 'import_days', 'unshipped_only', 'expires_at', 'used_at'])
    .where('state_hash', '=', hash)
    .executeTakeFirst();
}

/** Uses a state up; false when somebody was faster or it has run out. */
export async function spendState(ctx: Ctx, hash: string): Promise<boolean> {
  const used = await ctx.db
    .updateTable('oauth_states')
    .set({ used_at: ctx.now })
    .where('state_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}

export async function deleteOldStates(ctx: Ctx, before: Date): Promise<void> {
  await ctx.db.deleteFrom('oauth_states').where('expires_at', '<', before).execute();
}

export type ConnectedStore = {
  account_id: string;
  id: string;
  domain: string;
  app_id: string;
  scopes_granted: string[];
  status: 'connected' | 'needs_reauth';
  status_reason: string | null;
  import_from: Date;
  settings: Partial<StoreSettings>;
};

/** Writes the store of a finished authorization, or brings the account's earlier one back. Answers its id. */
export async function upsertStore(ctx: Ctx, store: ConnectedStore): Promise<string> {
  const { domain, import_from, settings, ...rest } = store;
  const fresh = {
    app_id: rest.app_id,
    scopes_granted: rest.scopes_granted,
    status: rest.status,
    status_reason: rest.status_reason,
  };
  const row = await ctx.db
    .insertInto('stores')
    .values({
      ...rest,
      platform: 'shopify',
      external_domain: domain,
      name: domain.slice(0, domain.indexOf('.')),
      import_from,
      settings: JSON.stringify(settings),
      connected_at: ctx.now,
      created_at: ctx.now,
    })
    .onConflict((conflict) =>
      conflict.constraint('stores_domain_key').doUpdateSet((set) => ({
        ...fresh,
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
