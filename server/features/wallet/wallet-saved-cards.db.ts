import { sql } from 'kysely';
import type { RechargeStatus } from '#contract/recharge-rules.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { prepared } from '#server/db/kysely-pool.ts';

export type SavedCard = {
  id: string;
  customer: string;
  payment_method: string;
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  created_at: Date;
};

const columns = ['id', 'customer', 'payment_method', 'brand', 'last4', 'exp_month', 'exp_year', 'created_at'] as const;

/** The card that can be charged now. */
export async function findCard(ctx: AccountCtx): Promise<SavedCard | undefined> {
  return ctx.db
    .selectFrom('saved_cards')
    .select(columns)
    .where('account_id', '=', ctx.account)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

/** A card by its id, also one that was removed since. */
export async function findCardById(ctx: AccountCtx, id: string): Promise<SavedCard | undefined> {
  return ctx.db
    .selectFrom('saved_cards')
    .select(columns)
    .where('account_id', '=', ctx.account)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Lets one transaction at a time save a card of the account, until it ends: what is known is known by all that come after. */
export async function lockCards(ctx: AccountCtx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`saved_cards:${ctx.account}`}, 0))`.execute(ctx.db);
}

/** True when the account has saved this payment method before, whether it was removed since or not. */
export async function isCardKnown(ctx: AccountCtx, paymentMethod: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('saved_cards')
    .select('id')
    .where('account_id', '=', ctx.account)
    .where('payment_method', '=', paymentMethod)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertCard(ctx: AccountCtx, card: Omit<SavedCard, 'created_at'> & { saved_by: string | null }) {
  await ctx.db
    .insertInto('saved_cards')
    .values({ account_id: ctx.account, ...card, created_at: ctx.now })
    .execute();
}

/** Takes the account's card out of use; answers the provider's id of it. */
export async function removeCard(ctx: AccountCtx): Promise<string | undefined> {
  const row = await ctx.db
    .updateTable('saved_cards')
    .set({ removed_at: ctx.now })
    .where('account_id', '=', ctx.account)
    .where('removed_at', 'is', null)
    .returning('payment_method')
    .executeTakeFirst();
  return row?.payment_method;
}

/** What was charged to saved cards since then, with what is under way. */
export async function sumCharges(ctx: AccountCtx, since: Date): Promise<number> {
  const { rows } = await sql<{ sum: number }>`${prepared}
    SELECT coalesce(sum(amount), 0)::bigint AS sum FROM recharges
    WHERE account_id = ${ctx.account} AND card_id IS NOT NULL AND status IN ('processing', 'credited')
      AND created_at >= ${since}`.execute(ctx.db);
  return rows[0]?.sum ?? 0;
}

type Charge = {
  id: string;
  number: number;
  status: RechargeStatus;
  amount: number;
  review_note: string | null;
  created_at: Date;
};

/** The newest charges of the account's saved cards. */
export async function findCharges(ctx: AccountCtx, limit: number): Promise<Charge[]> {
  const { rows } = await sql<Charge>`
    SELECT id, number, status, amount, review_note, created_at FROM recharges
    WHERE account_id = ${ctx.account} AND card_id IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT ${limit}`.execute(
    ctx.db,
  );
  return rows;
}

/** Charges that the provider may know more about than we do. */
export async function findOpenIntents(ctx: Ctx, since: Date): Promise<{ payment_intent: string | null }[]> {
  return ctx.db
    .selectFrom('recharges')
    .select('payment_intent')
    .where('status', '=', 'processing')
    .where('created_at', '>', since)
    .where('payment_intent', 'is not', null)
    .orderBy('created_at')
    .limit(500)
    .execute();
}

/** The currency that the account's wallet is kept in. */
export async function findCurrency(ctx: AccountCtx): Promise<string> {
  const account = ctx.db.selectFrom('accounts').select('currency').where('id', '=', ctx.account);
  return (await account.executeTakeFirstOrThrow()).currency;
}
