import { sql } from 'kysely';
import type { FreightFormula, Weighing } from '#contract/freight.ts';
import type { ChangeReason, ChangeStatus, AcceptRule } from '#contract/price-rules.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import type { PriceInput } from './prices.db.ts';

export const underWay = sql`('open', 'accepted', 'rejected', 'due')`;

export type NewProposal = { id: string; reason: ChangeReason; note: string };
export type NewChange = {
  id: string;
  price_id: string;
  catalog_sku_id: string;
  destination: string;
  channel_id: string;
  currency: string;
  old_unit_price: number;
  new_unit_price: number;
  old_formula: FreightFormula;
  new_formula: FreightFormula;
  old_delivered: number;
  new_delivered: number;
  rise: number;
  rise_bp: number;
  effective_at: Date;
  status: 'open' | 'accepted' | 'applied';
  decided_how: 'rule' | 'falling' | null;
  new_price_id: string | null;
};

/** Adds a proposal to one client; answers its number. */
export async function insertProposal(
  ctx: AccountCtx,
  proposal: NewProposal,
  changes: readonly NewChange[],
): Promise<string> {
  const created_by = ctx.actor.kind === 'staff' ? ctx.actor.user_id : null;
  const { number } = await ctx.db
    .insertInto('price_proposals')
    .values({ account_id: ctx.account, ...proposal, created_by, created_at: ctx.now })
    .returning('number')
    .executeTakeFirstOrThrow();
  await sql`
    INSERT INTO price_changes (account_id, id, proposal_id, price_id, catalog_sku_id, destination, channel_id, currency, old_unit_price,
      new_unit_price, old_formula, new_formula, old_delivered, new_delivered, rise, rise_bp, effective_at, status, decided_how, decided_at,
      new_price_id, created_at)
    SELECT ${ctx.account}, r.id, ${proposal.id}, r.price_id, r.catalog_sku_id, r.destination, r.channel_id, r.currency, r.old_unit_price,
      r.new_unit_price, r.old_formula, r.new_formula, r.old_delivered, r.new_delivered, r.rise, r.rise_bp, r.effective_at, r.status,
      r.decided_how, CASE WHEN r.decided_how IS NOT NULL THEN ${ctx.now}::timestamptz END, r.new_price_id, ${ctx.now}
    FROM json_to_recordset(${JSON.stringify(changes)}::json)
      AS r(id uuid, price_id uuid, catalog_sku_id uuid, destination text, channel_id uuid, currency text, old_unit_price bigint,
           new_unit_price bigint, old_formula jsonb, new_formula jsonb, old_delivered bigint, new_delivered bigint, rise bigint, rise_bp int,
           effective_at timestamptz, status text, decided_how text, new_price_id uuid)`.execute(ctx.db);
  return `PC-${number}`;
}

/** A change that is under way, with all that its price consists of. */
export type LockedChange = Omit<PriceInput, 'unit_price' | 'formula'> & {
  id: string;
  proposal_id: string;
  number: string;
  code: string;
  status: ChangeStatus;
  effective_at: Date;
  old_unit_price: number;
  new_unit_price: number;
  old_formula: FreightFormula;
  new_formula: FreightFormula;
};

const lockedColumns = sql`
  c.id, c.proposal_id, 'PC-' || p.number AS number, k.code, c.status, c.effective_at, c.catalog_sku_id, c.destination, c.channel_id, c.currency,
  c.old_unit_price, c.new_unit_price, c.old_formula, c.new_formula, r.days_min, r.days_max, r.tax_mode, r.divisor, r.step_g, r.locked_until,
  r.quote_id, r.quote_version`;
const lockedJoins = sql`
  JOIN price_proposals p ON p.account_id = c.account_id AND p.id = c.proposal_id
  JOIN prices r ON r.account_id = c.account_id AND r.id = c.price_id
  JOIN catalog_skus k ON k.id = c.catalog_sku_id`;

/** These changes of the account, in the sequence of their ids; those of other accounts are not found. */
export async function lockChanges(ctx: AccountCtx, ids: readonly string[]): Promise<LockedChange[]> {
  const { rows } = await sql<LockedChange>`
    SELECT ${lockedColumns} FROM price_changes c ${lockedJoins}
    WHERE c.account_id = ${ctx.account} AND c.id = ANY(${[...ids]}::uuid[]) ORDER BY c.id FOR UPDATE OF c`.execute(
    ctx.db,
  );
  return rows;
}

/** Changes of the account whose day has come. */
export async function lockDue(ctx: AccountCtx): Promise<LockedChange[]> {
  const { rows } = await sql<LockedChange>`
    SELECT ${lockedColumns} FROM price_changes c ${lockedJoins}
    WHERE c.account_id = ${ctx.account} AND c.status IN ('open', 'accepted', 'rejected') AND c.effective_at <= ${ctx.now}
    ORDER BY c.id FOR UPDATE OF c`.execute(ctx.db);
  return rows;
}

/** Accounts with changes whose day has come, or whose proposals want a reminder. */
export async function accountsWithWork(ctx: Ctx, remindBefore: Date): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    SELECT DISTINCT c.account_id FROM price_changes c
    JOIN price_proposals p ON p.account_id = c.account_id AND p.id = c.proposal_id
    WHERE c.status IN ('open', 'accepted', 'rejected')
      AND (c.effective_at <= ${ctx.now} OR (c.status = 'open' AND c.effective_at <= ${remindBefore} AND p.reminded_at IS NULL))`.execute(
    ctx.db,
  );
  return rows.map((row) => row.account_id);
}

/** Proposals whose undecided prices count soon and that nobody was reminded of; marks them as told. */
export async function takeReminders(ctx: AccountCtx, before: Date) {
  const { rows } = await sql<{ id: string; number: string; prices: number; effective_at: Date }>`
    WITH soon AS (
      SELECT c.proposal_id, count(*)::int AS prices, min(c.effective_at) AS effective_at FROM price_changes c
      WHERE c.account_id = ${ctx.account} AND c.status = 'open' AND c.effective_at <= ${before} AND c.effective_at > ${ctx.now}
      GROUP BY 1)
    UPDATE price_proposals p SET reminded_at = ${ctx.now} FROM soon
    WHERE p.account_id = ${ctx.account} AND p.id = soon.proposal_id AND p.reminded_at IS NULL
    RETURNING p.id, 'PC-' || p.number AS number, soon.prices, soon.effective_at`.execute(ctx.db);
  return rows;
}

export type Decision = {
  id: string;
  status: ChangeStatus;
  /** Absent when the day came and nobody decided. */
  how?: 'merchant' | 'rule';
  new_price_id?: string;
  reject_reason?: string;
};

/** Writes what becomes of locked changes. */
export async function saveDecisions(ctx: AccountCtx, decisions: readonly Decision[]): Promise<void> {
  if (decisions.length === 0) return;
  const by = ctx.actor.kind === 'merchant' ? ctx.actor.name : null;
  await sql`
    UPDATE price_changes c SET status = r.status, new_price_id = r.new_price_id,
      decided_how = coalesce(r.how, c.decided_how), decided_by = CASE WHEN r.how IS NOT NULL THEN ${by} ELSE c.decided_by END,
      decided_at = CASE WHEN r.how IS NOT NULL THEN ${ctx.now} ELSE c.decided_at END,
      reject_reason = coalesce(r.reject_reason, c.reject_reason)
    FROM json_to_recordset(${JSON.stringify(decisions)}::json) AS r(id uuid, status text, how text, new_price_id uuid, reject_reason text)
    WHERE c.account_id = ${ctx.account} AND c.id = r.id`.execute(ctx.db);
}

/** Changes of prices that other ones took the place of are about nothing any more; answers their proposals. */
export async function supersede(ctx: AccountCtx, prices: readonly PriceInput[]): Promise<string[]> {
  const { rows } = await sql<{ proposal_id: string }>`
    UPDATE price_changes c SET status = 'superseded'
    FROM json_to_recordset(${JSON.stringify(prices)}::json) AS r(catalog_sku_id uuid, destination text, channel_id uuid)
    WHERE c.account_id = ${ctx.account} AND c.status IN ${underWay}
      AND c.catalog_sku_id = r.catalog_sku_id AND c.destination = r.destination AND c.channel_id = r.channel_id
    RETURNING c.proposal_id`.execute(ctx.db);
  return [...new Set(rows.map((row) => row.proposal_id))];
}

/** Those of the proposals in which nothing waits for the merchant any more. */
export async function findSettled(ctx: AccountCtx, proposalIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT p.id FROM price_proposals p
    WHERE p.account_id = ${ctx.account} AND p.id = ANY(${[...proposalIds]}::uuid[])
      AND NOT EXISTS (SELECT FROM price_changes c
        WHERE c.account_id = p.account_id AND c.proposal_id = p.id AND c.status IN ('open', 'due'))`.execute(ctx.db);
  return rows.map((row) => row.id);
}

/** Ends current prices that nothing takes the place of. */
export async function endCurrent(
  ctx: AccountCtx,
  which: readonly { catalog_sku_id: string; destination: string; channel_id: string }[],
): Promise<void> {
  await sql`
    UPDATE prices p SET valid_to = ${ctx.now}
    FROM json_to_recordset(${JSON.stringify(which)}::json) AS r(catalog_sku_id uuid, destination text, channel_id uuid)
    WHERE p.account_id = ${ctx.account} AND p.valid_to IS NULL
      AND p.catalog_sku_id = r.catalog_sku_id AND p.destination = r.destination AND p.channel_id = r.channel_id`.execute(
    ctx.db,
  );
}

export async function findRule(ctx: AccountCtx) {
  return ctx.db
    .selectFrom('price_rules')
    .select(['percent_bp', 'amount'])
    .where('account_id', '=', ctx.account)
    .executeTakeFirst();
}

export async function saveRule(
  ctx: AccountCtx,
  rule: { percent_bp: number | null; amount: number | null },
): Promise<void> {
  await ctx.db
    .insertInto('price_rules')
    .values({ account_id: ctx.account, ...rule })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(rule))
    .execute();
}

/** A current price of some client, with all that a change of it is measured by. */
export type ProposableRow = PriceInput & {
  account_id: string;
  id: string;
  formula: FreightFormula;
  client: { id: string; number: number; name: string };
  sku: { id: string; code: string; title: string };
  channel: { id: string; name: string };
  goods: { weight_g: number; volume_mm3: number; weighing: Weighing };
  rule: AcceptRule;
  /** The proposal that is under way for it. */
  pending: string | null;
};

/** Those of the prices that count now, in the sequence of clients and prices. */
export async function findProposable(
  ctx: Ctx,
  which: readonly { account_id: string; id: string }[],
): Promise<ProposableRow[]> {
  const { rows } = await sql<ProposableRow>`
    SELECT p.account_id, p.id, p.catalog_sku_id, p.destination, p.channel_id, p.unit_price, p.currency, p.formula, p.days_min, p.days_max,
      p.tax_mode, p.divisor, p.step_g, p.locked_until, p.quote_id, p.quote_version,
      json_build_object('id', a.id, 'number', a.number, 'name', a.name) AS client,
      json_build_object('id', k.id, 'code', k.code, 'title', k.title) AS sku, json_build_object('id', c.id, 'name', c.name) AS channel,
      json_build_object('weight_g', k.weight_g, 'volume_mm3', coalesce(k.length_mm::bigint * k.width_mm * k.height_mm, 0),
        'weighing', json_build_object('divisor', p.divisor, 'step_g', p.step_g)) AS goods,
      json_build_object('percent_bp', u.percent_bp, 'amount', u.amount) AS rule,
      (SELECT 'PC-' || o.number FROM price_changes x JOIN price_proposals o ON o.account_id = x.account_id AND o.id = x.proposal_id
       WHERE x.account_id = p.account_id AND x.status IN ${underWay}
         AND x.catalog_sku_id = p.catalog_sku_id AND x.destination = p.destination AND x.channel_id = p.channel_id) AS pending
    FROM json_to_recordset(${JSON.stringify(which)}::json) AS r(account_id uuid, id uuid)
    JOIN prices p ON p.account_id = r.account_id AND p.id = r.id AND p.valid_to IS NULL
    JOIN accounts a ON a.id = p.account_id
    JOIN catalog_skus k ON k.id = p.catalog_sku_id
    JOIN channels c ON c.id = p.channel_id
    LEFT JOIN price_rules u ON u.account_id = p.account_id
    ORDER BY p.account_id, p.id`.execute(ctx.db);
  return rows;
}
