import { sql } from 'kysely';
import type { MerchantRole, Rights } from '#contract/rights.ts';
import type { Ctx } from '#server/db/context.ts';

export type Belonging = {
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
