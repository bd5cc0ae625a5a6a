import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

export type PartnerFields = { name: string; icon: string; link: string; domain: string | null };
export type PartnerRow = PartnerFields & { id: string; position: number; version: number };

const columns = ['id', 'name', 'icon', 'link', 'domain', 'position', 'version'] as const;
const contains = (q: string) => sql<boolean>`strpos(lower(name), ${q.toLowerCase()}) > 0`;

/** What a domain shows, in order. */
export async function findForDomain(ctx: Ctx, domain: string, q: string | undefined): Promise<PartnerRow[]> {
  let query = ctx.db
    .selectFrom('partner_links')
    .select(columns)
    .where((where) => where.or([where('domain', 'is', null), where('domain', '=', domain)]));
  if (q) query = query.where(contains(q));
  return query.orderBy('position').orderBy('id').execute();
}

export async function findPage(
  ctx: Ctx,
  q: string | undefined,
  page: { offset: number; limit: number },
): Promise<PartnerRow[]> {
  let query = ctx.db.selectFrom('partner_links').select(columns);
  if (q) query = query.where(contains(q));
  return query.orderBy('position').orderBy('id').offset(page.offset).limit(page.limit).execute();
}

export async function count(ctx: Ctx, q?: string): Promise<number> {
  let query = ctx.db.selectFrom('partner_links').select((select) => select.fn.countAll<string>().as('n'));
  if (q) query = query.where(contains(q));
  return Number((await query.executeTakeFirstOrThrow()).n);
}

/**
 * Who adds or moves links waits here for whoever does it already. Locks on the rows would not do: they answer in the order
 * from before the wait.
 */
export async function lockOrder(ctx: Ctx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('partner_links'))`.execute(ctx.db);
}

/** Every link in order. */
export async function findAll(ctx: Ctx): Promise<PartnerRow[]> {
  return ctx.db.selectFrom('partner_links').select(columns).orderBy('position').orderBy('id').execute();
}

export async function insert(ctx: Ctx, id: string, fields: PartnerFields): Promise<PartnerRow> {
  const last = sql<number>`(SELECT coalesce(max(position), 0) + 1 FROM partner_links)`;
  return ctx.db
    .insertInto('partner_links')
    .values({ id, ...fields, position: last, created_at: ctx.now })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function lock(ctx: Ctx, id: string): Promise<PartnerRow | undefined> {
  return ctx.db.selectFrom('partner_links').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function update(ctx: Ctx, id: string, fields: PartnerFields): Promise<PartnerRow> {
  return ctx.db
    .updateTable('partner_links')
    .set((set) => ({ ...fields, version: set('version', '+', 1) }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function place(ctx: Ctx, id: string, position: number): Promise<void> {
  await ctx.db.updateTable('partner_links').set({ position }).where('id', '=', id).execute();
}

export async function remove(ctx: Ctx, id: string): Promise<void> {
  await ctx.db.deleteFrom('partner_links').where('id', '=', id).execute();
}
