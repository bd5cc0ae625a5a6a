import { sql } from 'kysely';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import type { MerchantRole, Rights } from '#contract/rights.ts';

export type ShopLogin = { state_hash: string; browser_hash: string; app_id: string; shop: string };

export async function insertLogin(ctx: Ctx, login: ShopLogin, expires_at: Date): Promise<void> {
  await ctx.db
    .insertInto('shop_logins')
    .values({ ...login, created_at: ctx.now, expires_at })
    .execute();
}

export async function findLogin(ctx: Ctx, stateHash: string) {
  return ctx.db
    .selectFrom('shop_logins')
    .select(['app_id', 'shop', 'browser_hash'])
    .where('state_hash', '=', stateHash)
    .executeTakeFirst();
}

/** Uses the state up; false when somebody was faster or it has run out. */
export async function spendLogin(ctx: Ctx, stateHash: string): Promise<boolean> {
  const used = await ctx.db
    .updateTable('shop_logins')
    .set({ used_at: ctx.now })
    .where('state_hash', '=', stateHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}

/** The one active member of the account whose confirmed address this is; addresses are unique over all users. */
export async function findMemberByEmail(ctx: AccountCtx, email: string) {
  return ctx.db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('u.id')
    .where('m.account_id', '=', ctx.account)
    .where('m.status', '=', 'active')
    .where('u.email', '=', email)
    .where('u.email_verified_at', 'is not', null)
    .executeTakeFirst();
}

export type IssuedCode = { hash: string; expires_at: Date; account_id: string; user_id: string; staff_id: string };

export async function keepCode(
  ctx: Ctx,
  stateHash: string,
  { hash, expires_at, ...person }: IssuedCode,
): Promise<void> {
  await ctx.db
    .updateTable('shop_logins')
    .set({ code_hash: hash, code_expires_at: expires_at, ...person })
    .where('state_hash', '=', stateHash)
    .execute();
}

/**
 * Uses a code up, in the browser it was made for, if the person still belongs to the account and the account still holds
 * the shop. Both secrets are 256 random bits and found by their hash, so no comparison tells anything by its time.
 */
export async function takeCode(ctx: Ctx, codeHash: string, browserHash: string) {
  return ctx.db
    .updateTable('shop_logins')
    .set({ code_used_at: ctx.now })
    .where('code_hash', '=', codeHash)
    .where('browser_hash', '=', browserHash)
    .where('code_used_at', 'is', null)
    .where('code_expires_at', '>', ctx.now)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('memberships as m')
          .select('m.user_id')
          .whereRef('m.account_id', '=', 'shop_logins.account_id')
          .whereRef('m.user_id', '=', 'shop_logins.user_id')
          .where('m.status', '=', 'active'),
      ),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('shop_domains as d')
          .select('d.account_id')
          .where('d.platform', '=', 'shopify')
          .whereRef('d.external_domain', '=', 'shop_logins.shop')
          .whereRef('d.account_id', '=', 'shop_logins.account_id'),
      ),
    )
    .returning(['account_id', 'user_id', 'staff_id', 'shop'])
    .executeTakeFirst();
}

export type Identity = { user_id: string; account_id: string; shop: string; staff_id: string };

/** Notes who entered as whom; true the first time. */
export async function noteIdentity(ctx: Ctx, identity: Identity): Promise<boolean> {
  const added = await ctx.db
    .insertInto('shop_identities')
    .values({ ...identity, first_at: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function deleteOldLogins(ctx: Ctx, before: Date): Promise<void> {
  await ctx.db.deleteFrom('shop_logins').where('expires_at', '<', before).execute();
}

type Belonging = {
  id: string;
  name: string;
  number: number;
  role: MerchantRole;
  rights: Rights | null;
  /** null: all stores of the account. */
  stores: string[] | null;
};

/** The accounts that a user is an active member of; all tables are directory tables. */
export async function findBelongings(ctx: Ctx, userId: string): Promise<Belonging[]> {
  const { rows } = await sql<Belonging>`
    SELECT a.id, a.name, a.number::int AS number, m.role, m.rights,
      CASE WHEN m.all_stores THEN NULL ELSE coalesce((SELECT array_agg(s.store_id::text) FROM membership_stores s
        WHERE s.account_id = m.account_id AND s.user_id = m.user_id), '{}') END AS stores
    FROM memberships m JOIN accounts a ON a.id = m.account_id
    WHERE m.user_id = ${userId} AND m.status = 'active' ORDER BY a.name, a.id LIMIT 100`.execute(ctx.db);
  return rows;
}

export async function findAccountName(ctx: Ctx, id: string) {
  return ctx.db.selectFrom('accounts').select(['id', 'name', 'number']).where('id', '=', id).executeTakeFirst();
}
