import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { SiteConfig } from '#contract/branding.ts';
import type { Ctx } from '#server/db/context.ts';

type Page = { offset: number; limit: number };
type Kept = { domain: string; brand_name: string; config: SiteConfig; staff_login: boolean };

const columns = [
  's.id',
  's.domain',
  's.brand_name',
  's.branding',
  's.contact',
  's.staff_login',
  's.version',
  's.updated_at',
  'u.username as updated_by',
] as const;

const sites = (ctx: Ctx) =>
  ctx.db.selectFrom('sites as s').leftJoin('users as u', 'u.id', 's.updated_by').select(columns);

/** A site as it is stored; `branding` may be older than today's fields. */
export type SiteRow = NonNullable<Awaited<ReturnType<typeof findSite>>>;

export const findSite = (ctx: Ctx, id: string) => sites(ctx).where('s.id', '=', id).executeTakeFirst();

export async function findLook(ctx: Ctx, domain: string) {
  return ctx.db
    .selectFrom('sites')
    .select(['domain', 'brand_name', 'branding', 'contact', 'staff_login'])
    .where('domain', '=', domain)
    .executeTakeFirst();
}

const matching = (q: string | undefined) => `%${(q ?? '').toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

export async function listSites(ctx: Ctx, q: string | undefined, page: Page) {
  return sites(ctx)
    .where('s.domain', 'like', matching(q))
    .orderBy('s.domain')
    .offset(page.offset)
    .limit(page.limit)
    .execute();
}

export async function countSites(ctx: Ctx, q: string | undefined): Promise<number> {
  const row = await ctx.db
    .selectFrom('sites')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('domain', 'like', matching(q))
    .executeTakeFirstOrThrow();
  return row.n;
}

function kept(ctx: Ctx, { domain, brand_name, config, staff_login }: Kept) {
  const { contact, ...branding } = config;
  const updated_by = ctx.actor.kind === 'staff' ? ctx.actor.user_id : null;
  return {
    domain,
    brand_name,
    staff_login,
    branding: JSON.stringify(branding),
    contact: JSON.stringify(contact),
    updated_at: ctx.now,
    updated_by,
  };
}

/** Answers undefined when the domain has its row already. */
export async function insertSite(ctx: Ctx, site: Kept): Promise<string | undefined> {
  const added = await ctx.db
    .insertInto('sites')
    .values({ id: uuid(), created_at: ctx.now, ...kept(ctx, site) })
    .onConflict((conflict) => conflict.column('domain').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added?.id;
}

/** Whether another row holds the domain. */
export async function isTaken(ctx: Ctx, domain: string, id: string): Promise<boolean> {
  const other = await ctx.db
    .selectFrom('sites')
    .select('id')
    .where('domain', '=', domain)
    .where('id', '<>', id)
    .executeTakeFirst();
  return other !== undefined;
}

/** Locks the rows of sites against one another's renames. */
export async function lockSites(ctx: Ctx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('sites'))`.execute(ctx.db);
}

/** Writes what is kept; answers false when the version is not the row's. */
export async function updateSite(ctx: Ctx, id: string, version: number, site: Kept): Promise<boolean> {
  const done = await ctx.db
    .updateTable('sites')
    .set({ ...kept(ctx, site), version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

const mostChanges = 100;

export async function listChanges(ctx: Ctx, id: string) {
  return ctx.db
    .selectFrom('audit_log as a')
    .leftJoin('users as u', 'u.id', 'a.actor_user_id')
    .select(['a.id', 'a.at', 'a.fields', sql<string | null>`coalesce(u.username, a.actor_name)`.as('by')])
    .where('a.account_id', 'is', null)
    .where('a.entity', '=', 'sites')
    .where('a.entity_id', '=', id)
    .orderBy('a.at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(mostChanges)
    .execute();
}
