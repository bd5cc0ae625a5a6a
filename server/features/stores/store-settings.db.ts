import { sql } from 'kysely';
import type { StoreSettings } from '#contract/store-rules.ts';
import type { Ctx } from '#server/db/context.ts';

type StoreRef = { account_id: string; id: string };

/** A store's settings as they are kept; `lock` keeps them still until the transaction ends. */
export async function findSettings(ctx: Ctx, store: StoreRef, lock = false) {
  const query = ctx.db
    .selectFrom('stores')
    .select(['settings', 'settings_version as version'])
    .where('account_id', '=', store.account_id)
    .where('id', '=', store.id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

export async function updateSettings(ctx: Ctx, store: StoreRef, settings: StoreSettings): Promise<void> {
  await ctx.db
    .updateTable('stores')
    .set((set) => ({ settings: JSON.stringify(settings), settings_version: set('settings_version', '+', 1) }))
    .where('account_id', '=', store.account_id)
    .where('id', '=', store.id)
    .execute();
}

/** Which of these channels the provider offers now. */
export async function findChannels(ctx: Ctx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM channels WHERE id = ANY(${[...ids]}::uuid[]) AND active`.execute(ctx.db);
  return new Set(rows.map((row) => row.id));
}
