import { sql } from 'kysely';
import type { ClaimReason } from '#contract/claim-rules.ts';
import type { Ctx } from '#server/db/context.ts';
import { prepared } from '#server/db/kysely-pool.ts';

export type HolidayRow = { day: string; kind: 'off' | 'working'; name_en: string; name_zh: string };

/** What the calendar says now of the days of a range, `YYYY-MM-DD` at both ends. */
export async function findHolidays(ctx: Ctx, from: string, to: string): Promise<HolidayRow[]> {
  const { rows } = await sql<HolidayRow>`${prepared}
    SELECT to_char(day, 'YYYY-MM-DD') AS day, kind, name_en, name_zh FROM (
      SELECT DISTINCT ON (day) * FROM holidays
      WHERE day BETWEEN ${from}::date AND ${to}::date
      ORDER BY day, created_at DESC, id DESC) AS known
    WHERE kind <> 'ordinary' ORDER BY known.day`.execute(ctx.db);
  return rows;
}

export type NewHoliday = { id: string; day: string; kind: string; name_en: string; name_zh: string };

export async function insertHolidays(ctx: Ctx, days: readonly NewHoliday[], created_by: string): Promise<void> {
  await sql`
    INSERT INTO holidays (id, day, kind, name_en, name_zh, created_by, created_at)
    SELECT id, day, kind, name_en, name_zh, ${created_by}, ${ctx.now}
    FROM json_to_recordset(${JSON.stringify(days)}::json) AS r(id uuid, day date, kind text, name_en text, name_zh text)`.execute(
    ctx.db,
  );
}

export type CutOffRow = {
  id: string;
  channel: { id: string; name: string } | null;
  at_minute: number;
  valid_from: Date;
};

/** The cut-off of each channel at a moment (and of all others, as null), and those planned later if wanted. */
export async function findCutOffs(ctx: Ctx, at: Date, planned: boolean): Promise<CutOffRow[]> {
  const { rows } = await sql<CutOffRow>`
    SELECT k.id, CASE WHEN c.id IS NULL THEN NULL ELSE json_build_object('id', c.id, 'name', c.name) END AS channel, k.at_minute, k.valid_from
    FROM (
      (SELECT DISTINCT ON (channel_id) * FROM cut_offs WHERE valid_from <= ${at} ORDER BY channel_id, valid_from DESC, created_at DESC, id DESC)
      UNION ALL
      SELECT * FROM cut_offs WHERE ${planned} AND valid_from > ${at}) AS k
    LEFT JOIN channels c ON c.id = k.channel_id
    ORDER BY c.name NULLS FIRST, k.valid_from`.execute(ctx.db);
  return rows;
}

export async function insertCutOff(
  ctx: Ctx,
  row: { id: string; channel_id: string | null; at_minute: number; valid_from: Date; created_by: string },
): Promise<void> {
  await ctx.db
    .insertInto('cut_offs')
    .values({ ...row, created_at: ctx.now })
    .execute();
}

export type PolicyRow = {
  id: string;
  reason: ClaimReason;
  destination: string | null;
  counts_from: 'paid' | 'shipped' | 'delivered';
  opens_after_days: number;
  window_days: number;
  evidence: ('photo' | 'video' | 'packaging_photo' | 'buyer_message' | 'carrier_letter')[];
  valid_from: Date;
};

/** The policy of each reason and destination at a moment. */
export async function findPolicies(ctx: Ctx, at: Date): Promise<PolicyRow[]> {
  const { rows } = await sql<PolicyRow>`
    SELECT DISTINCT ON (reason, destination) id, reason, destination, counts_from, opens_after_days, window_days, evidence, valid_from
    FROM claim_policies WHERE valid_from <= ${at}
    ORDER BY reason, destination NULLS FIRST, valid_from DESC, created_at DESC, id DESC`.execute(ctx.db);
  return rows;
}

export async function insertPolicy(
  ctx: Ctx,
  row: Omit<PolicyRow, 'evidence'> & { evidence: string[]; created_by: string },
): Promise<void> {
  await ctx.db
    .insertInto('claim_policies')
    .values({ ...row, created_at: ctx.now })
    .execute();
}
