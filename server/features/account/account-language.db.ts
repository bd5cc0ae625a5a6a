import { type RawBuilder, sql } from 'kysely';
import type { AccountCtx } from '#server/db/context.ts';
import type { Language } from '#server/lib/refusal-texts.ts';

/** The language of an account's documents, that of its owner, as an expression. */
export const languageOf = (account: RawBuilder<unknown>) => sql<Language>`coalesce((
  SELECT CASE WHEN u.locale = 'zh' THEN 'zh' ELSE 'en' END FROM memberships m JOIN users u ON u.id = m.user_id
  WHERE m.account_id = ${account} AND m.role = 'owner' ORDER BY m.created_at, m.user_id LIMIT 1), 'en')`;

/** The language in which documents of the account are written now, whoever asks for them. */
export async function accountLanguage(ctx: AccountCtx): Promise<Language> {
  const { rows } = await sql<{
    language: Language;
  }>`SELECT ${languageOf(sql`${ctx.account}::uuid`)} AS language`.execute(ctx.db);
  return rows[0]?.language ?? 'en';
}
