import { sql } from 'kysely';
import type { AccountCtx, Ctx } from '#server/db/context.ts';

export type ViewRow = {
  id: string;
  list: string;
  name: string;
  shared: boolean;
  state: unknown;
  owner_id: string;
  owner: string;
  version: number;
};

const columns = [
  'v.id',
  'v.list',
  'v.name',
  'v.shared',
  'v.state',
  'v.owner_id',
  'u.username as owner',
  'v.version',
] as const;

export async function findViews(ctx: AccountCtx, userId: string, list: string): Promise<ViewRow[]> {
  return ctx.db
    .selectFrom('list_views as v')
    .innerJoin('users as u', 'u.id', 'v.owner_id')
    .select(columns)
    .where('v.account_id', '=', ctx.account)
    .where('v.list', '=', list)
    .where((where) => where.or([where('v.owner_id', '=', userId), where('v.shared', '=', true)]))
    .orderBy(sql`lower(v.name)`)
    .orderBy('v.id')
    .execute();
}

export async function lockView(ctx: AccountCtx, id: string): Promise<ViewRow | undefined> {
  return ctx.db
    .selectFrom('list_views as v')
    .innerJoin('users as u', 'u.id', 'v.owner_id')
    .select(columns)
    .where('v.account_id', '=', ctx.account)
    .where('v.id', '=', id)
    .forUpdate('v')
    .executeTakeFirst();
}

/** How many views a person has of a list. */
export async function countOwn(ctx: AccountCtx, userId: string, list: string): Promise<number> {
  const { n } = await ctx.db
    .selectFrom('list_views')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('account_id', '=', ctx.account)
    .where('owner_id', '=', userId)
    .where('list', '=', list)
    .executeTakeFirstOrThrow();
  return n;
}

/** Whether the person has another view of the list under this name, however it is written. */
export async function hasName(
  ctx: AccountCtx,
  view: { owner_id: string; list: string; name: string; id: string },
): Promise<boolean> {
  const found = await ctx.db
    .selectFrom('list_views')
    .select('id')
    .where('account_id', '=', ctx.account)
    .where('owner_id', '=', view.owner_id)
    .where('list', '=', view.list)
    .where(sql`lower(name)`, '=', sql`lower(${view.name}::text)`)
    .where('id', '<>', view.id)
    .executeTakeFirst();
  return found !== undefined;
}

export async function insertView(
  ctx: Ctx,
  view: {
    account_id: string;
    id: string;
    owner_id: string;
    list: string;
    name: string;
    shared: boolean;
    state: object;
  },
): Promise<void> {
  await ctx.db
    .insertInto('list_views')
    .values({ ...view, state: JSON.stringify(view.state), created_at: ctx.now })
    .execute();
}

export async function updateView(
  ctx: AccountCtx,
  id: string,
  changes: { name?: string; shared?: boolean; state?: string },
): Promise<void> {
  await ctx.db
    .updateTable('list_views')
    .set((set) => ({ ...changes, version: set('version', '+', 1) }))
    .where('account_id', '=', ctx.account)
    .where('id', '=', id)
    .execute();
}

export async function deleteView(ctx: AccountCtx, id: string): Promise<void> {
  await ctx.db.deleteFrom('list_views').where('account_id', '=', ctx.account).where('id', '=', id).execute();
}

/** Takes the search out of the views of orders that look for one of these words: those of buyers who are erased (P12). */
export async function forgetSearches(ctx: AccountCtx, words: readonly string[]): Promise<void> {
  await sql`
    UPDATE list_views SET state = state #- '{query,q}', version = version + 1
    WHERE account_id = ${ctx.account} AND list IN ('orders', 'order_lines')
      AND search_words(state #>> '{query,q}') && ${[...words]}::text[]`.execute(ctx.db);
}
