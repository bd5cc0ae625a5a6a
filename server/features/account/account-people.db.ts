import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { StaffRole } from '#contract/rights.ts';
import { type AccountCtx, type Ctx, forAccount } from '#server/db/context.ts';
import { openLedger } from '#server/features/ledger/index.ts';

/** An account with its owner and an empty ledger. */
export async function insertMember(
  ctx: Ctx,
  member: {
    email: string;
    username: string;
    password_hash: string | null;
    locale: 'en' | 'zh';
    account_name: string;
    time_zone: string;
  },
): Promise<{ user_id: string; account_id: string }> {
  const user_id = uuid();
  const account_id = uuid();
  const { account_name, time_zone, ...user } = member;
  await ctx.db
    .insertInto('users')
    .values({ id: user_id, kind: 'merchant', ...user, created_at: ctx.now })
    .execute();
  await ctx.db
    .insertInto('accounts')
    .values({ id: account_id, name: account_name, time_zone, created_at: ctx.now })
    .execute();
  await openLedger(forAccount(ctx, account_id));
  await ctx.db.insertInto('memberships').values({ account_id, user_id, role: 'owner', created_at: ctx.now }).execute();
  return { user_id, account_id };
}

/** A member of staff without a password yet; an address that is staff already gets the missing roles. */
export async function upsertStaff(
  ctx: Ctx,
  staff: { email: string; username: string; roles: readonly StaffRole[] },
): Promise<string> {
  const found = await ctx.db
    .selectFrom('users')
    .select(['id', 'kind'])
    .where('email', '=', staff.email)
    .executeTakeFirst();
  const id = found?.id ?? uuid();
  if (!found) {
    await ctx.db
      .insertInto('users')
      .values({ id, kind: 'staff', email: staff.email, username: staff.username, created_at: ctx.now })
      .execute();
  }
  // For a merchant's address the constraint refuses: nobody is both (P2).
  await ctx.db
    .insertInto('staff_roles')
    .values(staff.roles.map((role) => ({ user_id: id, role })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return id;
}

export async function setPasswordHash(ctx: Ctx, userId: string, passwordHash: string): Promise<void> {
  await ctx.db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
}

export async function setVerified(ctx: Ctx, userId: string): Promise<void> {
  await ctx.db
    .updateTable('users')
    .set({ email_verified_at: ctx.now })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .execute();
}

export async function setLocale(ctx: Ctx, userId: string, locale: string): Promise<void> {
  await ctx.db.updateTable('users').set({ locale }).where('id', '=', userId).execute();
}

export async function setSettings(
  ctx: Ctx,
  userId: string,
  values: { settings: Record<string, unknown>; locale: string },
): Promise<void> {
  const settings = JSON.stringify(values.settings);
  await ctx.db.updateTable('users').set({ settings, locale: values.locale }).where('id', '=', userId).execute();
}

/** Sets or (null) forgets the columns of one list; other lists stay, also when two are saved at once. */
export async function setColumns(ctx: Ctx, userId: string, list: string, columns: string[] | null): Promise<void> {
  const next =
    columns === null
      ? sql`list_columns - ${list}::text`
      : sql`list_columns || jsonb_build_object(${list}::text, ${JSON.stringify(columns)}::jsonb)`;
  await sql`UPDATE users SET list_columns = ${next} WHERE id = ${userId}`.execute(ctx.db);
}

export async function setIntroduction(ctx: Ctx, userId: string, introduction: string): Promise<void> {
  await ctx.db.updateTable('users').set({ introduction }).where('id', '=', userId).execute();
}

export async function setMarketNote(ctx: AccountCtx, note: string): Promise<void> {
  await ctx.db.updateTable('accounts').set({ market_note: note }).where('id', '=', ctx.account).execute();
}

/** False when there is no such client. */
export async function setImageIdentify(ctx: Ctx, id: string, enabled: boolean): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('accounts')
    .set({ image_identify_enabled: enabled })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** How an account pays for orders, and how many hours the prices of its invoices stand. */
export async function setInvoicing(
  ctx: Ctx,
  id: string,
  change: { invoicing: 'checkout' | 'daily'; invoice_valid_hours: number },
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('accounts')
    .set({ invoicing: change.invoicing, invoice_valid_hours: change.invoice_valid_hours })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The account was invoiced on this day of its own, as `YYYY-MM-DD`. */
export async function setInvoicedOn(ctx: Ctx, id: string, day: string): Promise<void> {
  await ctx.db.updateTable('accounts').set({ invoiced_on: day }).where('id', '=', id).execute();
}

/** Says who looks after an account; null leaves it to all agents. False where there is no such account. */
export async function setAgent(ctx: Ctx, id: string, agentUserId: string | null): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('accounts')
    .set({ agent_user_id: agentUserId })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Gives an account that nobody looks after its agent; false where somebody does. */
export async function setFirstAgent(ctx: AccountCtx, agentUserId: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('accounts')
    .set({ agent_user_id: agentUserId })
    .where('id', '=', ctx.account)
    .where('agent_user_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
