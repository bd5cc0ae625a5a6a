import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';
import type { OptionWord } from './option-facts.ts';

export type WordRow = OptionWord & { id: string; own: boolean };
export type WordFilter = { kind?: string | undefined; q?: string | undefined };

/** The provider's words, with those of an account when it is named. */
function words(accountId: string | null, { kind, q }: WordFilter): RawBuilder<unknown> {
  const parts = [sql`true`];
  if (kind) parts.push(sql`w.kind = ${kind}`);
  if (q)
    parts.push(
      sql`(strpos(lower(w.word), ${q.toLowerCase()}) > 0 OR strpos(lower(w.meaning), ${q.toLowerCase()}) > 0)`,
    );
  const own = accountId
    ? sql`UNION ALL SELECT id, kind, word, meaning, true FROM account_option_words WHERE account_id = ${accountId}`
    : sql``;
  return sql`FROM (SELECT id, kind, word, meaning, false AS own FROM option_words ${own}) w WHERE ${sql.join(parts, sql` AND `)}`;
}

export async function findWords(
  ctx: Ctx,
  accountId: string | null,
  filter: WordFilter,
  page: { offset: number; limit: number },
): Promise<WordRow[]> {
  const { rows } = await sql<WordRow>`
    SELECT w.id, w.kind, w.word, w.meaning, w.own ${words(accountId, filter)}
    ORDER BY w.own DESC, w.kind, w.meaning, w.word OFFSET ${page.offset} LIMIT ${page.limit}`.execute(ctx.db);
  return rows;
}

export async function countWords(ctx: Ctx, accountId: string | null, filter: WordFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n ${words(accountId, filter)}`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

/** Adds a merchant's word; undefined when it means something to him already. */
export async function insertOwn(ctx: Ctx, row: OptionWord & { id: string; account_id: string; created_by: string }) {
  return ctx.db
    .insertInto('account_option_words')
    .values({ ...row, created_at: ctx.now })
    .onConflict((conflict) => conflict.columns(['account_id', 'kind', 'word']).doNothing())
    .returning('id')
    .executeTakeFirst();
}

/** Adds a word for everybody; undefined when it means something already. */
export async function insertShared(ctx: Ctx, row: OptionWord & { id: string }) {
  return ctx.db
    .insertInto('option_words')
    .values(row)
    .onConflict((conflict) => conflict.columns(['kind', 'word']).doNothing())
    .returning('id')
    .executeTakeFirst();
}

export async function deleteOwn(ctx: Ctx, accountId: string, id: string) {
  return ctx.db
    .deleteFrom('account_option_words')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning(['kind', 'word'])
    .executeTakeFirst();
}

export async function deleteShared(ctx: Ctx, id: string) {
  return ctx.db.deleteFrom('option_words').where('id', '=', id).returning(['kind', 'word']).executeTakeFirst();
}
