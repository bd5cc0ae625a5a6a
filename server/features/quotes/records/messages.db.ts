import { sql } from 'kysely';
import { type EntryKind, type EntrySide, saidKinds } from '#contract/quote-rules.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';

type Quote = { account_id: string; id: string };
export type NewEntry = {
  kind: EntryKind;
  side: EntrySide;
  author_id: string | null;
  body?: string | undefined;
  version?: number | undefined;
  data?: object | undefined;
  file_ids?: readonly string[] | undefined;
};

const isSaid = (kind: EntryKind) => saidKinds.some((said) => said === kind);

/** Adds an entry to the talk. The caller holds the quote, so that numbers follow each other. */
export async function insertEntry(ctx: Ctx, quote: Quote, entry: NewEntry): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    INSERT INTO quote_entries (account_id, quote_id, seq, kind, side, author_id, body, version, data, at)
    SELECT ${quote.account_id}, ${quote.id}, coalesce(max(seq), 0) + 1, ${entry.kind}, ${entry.side}, ${entry.author_id},
      ${entry.body ?? ''}, ${entry.version ?? null}, ${JSON.stringify(entry.data ?? {})}::jsonb, ${ctx.now}
    FROM quote_entries WHERE account_id = ${quote.account_id} AND quote_id = ${quote.id}
    RETURNING seq`.execute(ctx.db);
  const seq = rows[0]?.seq ?? 0;
  if (entry.side === 'client' && isSaid(entry.kind)) {
    await sql`UPDATE quotes SET client_said = ${seq} WHERE account_id = ${quote.account_id} AND id = ${quote.id}`.execute(
      ctx.db,
    );
  }
  const files = entry.file_ids ?? [];
  if (files.length > 0) {
    const key = { account_id: quote.account_id, quote_id: quote.id, seq };
    await ctx.db
      .insertInto('quote_entry_files')
      .values(files.map((file_id, index) => ({ ...key, position: index + 1, file_id })))
      .execute();
  }
  return seq;
}

export type EntryRow = {
  seq: number;
  kind: EntryKind;
  side: EntrySide;
  author: string | null;
  body: string;
  version: number | null;
  reason: string | null;
  targets: { line: number; target_price: number }[] | null;
  files: { id: string; name: string; mime: string; size: number }[];
  at: Date;
};

/** The talk, oldest first. */
export async function findThread(ctx: AccountCtx, id: string): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    SELECT t.seq, t.kind, t.side, coalesce(nullif(u.nick_name, ''), u.username) AS author, t.body, t.version, coalesce(t.data->>'reason', t.data->>'kind') AS reason,
      t.data->'targets' AS targets, t.at,
      (SELECT coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'mime', f.mime, 'size', f.size) ORDER BY e.position), '[]')
       FROM quote_entry_files e JOIN files f ON f.account_id = e.account_id AND f.id = e.file_id
       WHERE e.account_id = t.account_id AND e.quote_id = t.quote_id AND e.seq = t.seq) AS files
    FROM quote_entries t LEFT JOIN users u ON u.id = t.author_id
    WHERE t.account_id = ${ctx.account} AND t.quote_id = ${id} ORDER BY t.seq`.execute(ctx.db);
  return rows;
}

/** Notes what a side has read; never less than before. */
export async function markRead(ctx: Ctx, quote: Quote, side: 'client' | 'staff', seq: number): Promise<void> {
  const column = sql.ref(side === 'client' ? 'client_seen' : 'staff_seen');
  await sql`
    UPDATE quotes SET ${column} = least(${seq}, (SELECT coalesce(max(seq), 0) FROM quote_entries t
      WHERE t.account_id = ${quote.account_id} AND t.quote_id = ${quote.id}))
    WHERE account_id = ${quote.account_id} AND id = ${quote.id} AND ${column} < ${seq}`.execute(ctx.db);
}

/** Nothing of a quote that was refused or taken back is left for staff to read. */
export async function markAllRead(ctx: Ctx, quote: Quote): Promise<void> {
  await sql`
    UPDATE quotes SET staff_seen = client_said
    WHERE account_id = ${quote.account_id} AND id = ${quote.id} AND staff_seen < client_said`.execute(ctx.db);
}

export async function findPictures(ctx: AccountCtx, id: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('quote_pictures')
    .select('sha256')
    .where('account_id', '=', ctx.account)
    .where('quote_id', '=', id)
    .orderBy('position')
    .execute();
  return rows.map((row) => row.sha256);
}

export async function insertPictures(ctx: Ctx, quote: Quote, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  const key = { account_id: quote.account_id, quote_id: quote.id };
  await ctx.db
    .insertInto('quote_pictures')
    .values(hashes.map((sha256, index) => ({ ...key, position: index + 1, sha256 })))
    .execute();
}
