import { sql } from 'kysely';
import type { AccountCtx, Ctx } from '#server/db/context.ts';

/** Notes that a payment from outside backs this recharge; false when another recharge has it already. */
export async function claimPayment(
  ctx: Ctx,
  claim: { provider: string; reference: string; account_id: string; recharge_id: string },
): Promise<boolean> {
  const added = await ctx.db
    .insertInto('external_payments')
    .values({ ...claim, created_at: ctx.now })
    .onConflict((conflict) => conflict.columns(['provider', 'reference']).doNothing())
    .executeTakeFirst();
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The recharge that an outside payment was credited to. */
export async function findPayment(ctx: Ctx, provider: string, reference: string) {
  return ctx.db
    .selectFrom('external_payments')
    .select(['account_id', 'recharge_id'])
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .executeTakeFirst();
}

/** Whether an outside payment was credited, in this account or in another one. */
export async function isCredited(ctx: Ctx, provider: string, reference: string): Promise<boolean> {
  const { rows } = await sql<{ credited: boolean }>`
    SELECT is_payment_credited(${provider}, ${reference}) AS credited`.execute(ctx.db);
  return rows[0]?.credited === true;
}

/** What is booked as paid back to the card for a recharge, minor units. */
export async function findRefunded(ctx: AccountCtx, rechargeId: string, ledgerAccount: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    SELECT coalesce(sum(e.amount), 0)::bigint AS sum FROM ledger_transactions t
    JOIN ledger_entries e ON e.account_id = t.account_id AND e.seq = t.seq
    WHERE t.account_id = ${ctx.account} AND t.ref_kind = 'recharges' AND t.ref_id = ${rechargeId}
      AND e.ledger_account = ${ledgerAccount} AND t.kind <> 'recharge'`.execute(ctx.db);
  return rows[0]?.sum ?? 0;
}

/**
 * What went back of a recharge so far, whether to the card or to a bank that disputes it, less what came again; how much of
 * its bonus went with it, how much of that out of cash, and how much of the bonus expired unspent.
 */
export async function findBonusMoves(ctx: AccountCtx, rechargeId: string, bank: string) {
  const { rows } = await sql<{ returned: number; taken: number; cash: number; expired: number }>`
    WITH moved AS (
      SELECT coalesce(sum(e.amount) FILTER (WHERE e.ledger_account IN (${bank}, 'chargeback')), 0)::bigint AS returned,
        coalesce(sum(e.amount) FILTER (WHERE e.ledger_account = 'bonus_given'), 0)::bigint AS taken,
        coalesce(-sum(e.amount) FILTER (WHERE e.ledger_account = 'cash'), 0)::bigint AS cash
      FROM ledger_transactions t JOIN ledger_entries e ON e.account_id = t.account_id AND e.seq = t.seq
      WHERE t.account_id = ${ctx.account} AND t.ref_kind = 'recharges' AND t.ref_id = ${rechargeId}
        AND t.kind NOT IN ('recharge', 'recharge_bonus'))
    SELECT returned, taken, cash - returned AS cash, (
      SELECT coalesce(-sum(e.amount), 0)::bigint FROM bonus_lots l
      JOIN ledger_entries e ON e.account_id = l.account_id AND e.ledger_account = l.ledger_account
      JOIN ledger_transactions t ON t.account_id = e.account_id AND t.seq = e.seq AND t.kind = 'expiry_of_bonus'
      WHERE l.account_id = ${ctx.account} AND l.ledger_account LIKE ${`bonus:%-${rechargeId}`}) AS expired
    FROM moved`.execute(ctx.db);
  return rows[0] ?? { returned: 0, taken: 0, cash: 0, expired: 0 };
}

/** Keeps an event of the payment provider; false when it is here already. */
export async function insertEvent(ctx: Ctx, event: { id: string; kind: string; payload: unknown }): Promise<boolean> {
  const added = await ctx.db
    .insertInto('payment_events')
    .values({ provider: 'stripe', ...event, payload: JSON.stringify(event.payload), received_at: ctx.now })
    .onConflict((conflict) => conflict.columns(['provider', 'id']).doNothing())
    .executeTakeFirst();
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function findWaitingEvent(ctx: Ctx, id: string) {
  return ctx.db
    .selectFrom('payment_events')
    .select(['payload', 'received_at'])
    .where('provider', '=', 'stripe')
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
}

export async function findWaitingEvents(ctx: Ctx): Promise<{ id: string }[]> {
  return ctx.db
    .selectFrom('payment_events')
    .select('id')
    .where('state', '=', 'waiting')
    .orderBy('received_at')
    .limit(500)
    .execute();
}

export async function markEventProcessed(
  ctx: Ctx,
  id: string,
  state: 'done' | 'ignored',
  note: string | null,
): Promise<void> {
  await ctx.db
    .updateTable('payment_events')
    .set({ state, note, done_at: ctx.now })
    .where('provider', '=', 'stripe')
    .where('id', '=', id)
    .execute();
}

export async function newestEventAt(ctx: Ctx): Promise<Date | null> {
  const row = await ctx.db
    .selectFrom('payment_events')
    .select((eb) => eb.fn.max('received_at').as('at'))
    .where('provider', '=', 'stripe')
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Bodies of settled events are kept for 30 days (P12). */
export async function purgeEvents(ctx: Ctx, before: Date): Promise<void> {
  await ctx.db.deleteFrom('payment_events').where('received_at', '<', before).where('state', '<>', 'waiting').execute();
}
