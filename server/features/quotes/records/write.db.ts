import { sql } from 'kysely';
import type { QuoteSource, UnavailableReason } from '#contract/quote-rules.ts';
import type { QuoteStatus } from '#contract/quotes.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';

export type AskedProduct = {
  id: string;
  title: string;
  store_id: string;
  currency: string;
  agent_user_id: string | null;
  client: string;
};

/** The product to be priced, with what its account says about money and agent. */
export async function findProduct(ctx: AccountCtx, id: string): Promise<AskedProduct | undefined> {
  const { rows } = await sql<AskedProduct>`
    SELECT p.id, p.title, p.store_id, a.currency, a.agent_user_id, a.name AS client
    FROM store_products p JOIN accounts a ON a.id = p.account_id
    WHERE p.account_id = ${ctx.account} AND p.id = ${id} AND p.removed_at IS NULL`.execute(ctx.db);
  return rows[0];
}

/** What a request says of its account: money, agent, name. */
export async function findAsker(ctx: AccountCtx): Promise<Pick<AskedProduct, 'currency' | 'agent_user_id' | 'client'>> {
  return ctx.db
    .selectFrom('accounts')
    .select(['currency', 'agent_user_id', 'name as client'])
    .where('id', '=', ctx.account)
    .executeTakeFirstOrThrow();
}

/** Variants of the product that are still in the shop and shipped, in the shop's order. */
export async function findVariants(ctx: AccountCtx, productId: string): Promise<{ id: string; title: string }[]> {
  return ctx.db
    .selectFrom('store_variants')
    .select(['id', 'title'])
    .where('account_id', '=', ctx.account)
    .where('product_id', '=', productId)
    .where('removed_at', 'is', null)
    .where('requires_shipping', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** All variants of the product, gone ones too: orders may still have them. */
export async function findAllVariantIds(ctx: AccountCtx, productId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('store_variants')
    .select('id')
    .where('account_id', '=', ctx.account)
    .where('product_id', '=', productId)
    .execute();
  return rows.map((row) => row.id);
}

export type NewQuote = {
  id: string;
  title: string;
  store_id: string | null;
  product_id: string | null;
  /** What is asked for when it is not a store's product. */
  picture: string | null;
  source: QuoteSource;
  url: string | null;
  note: string;
  destinations: string[];
  orders_per_day: number | null;
  quantity: number | null;
  target_price: number | null;
  target_days: number | null;
  branding: boolean;
  sample: boolean;
  currency: string;
  assignee_user_id: string | null;
  sla_due_at: Date;
  created_by: string | null;
  asked_from?: string;
};

/** Adds the request; undefined when the product or the page has an open one already, also one made at the same moment. */
export async function insertQuote(ctx: AccountCtx, quote: NewQuote): Promise<{ number: number } | undefined> {
  const { rows } = await sql<{ number: number }>`
    INSERT INTO quotes (account_id, id, status, title, store_id, product_id, picture, source, url, note, destinations, orders_per_day, quantity,
      target_price, target_days, branding, sample, asked_from, currency, assignee_user_id, sla_due_at, submitted_at, created_by)
    VALUES (${ctx.account}, ${quote.id}, 'submitted', ${quote.title}, ${quote.store_id}, ${quote.product_id}, ${quote.picture}, ${quote.source}, ${quote.url}, ${quote.note},
      ${quote.destinations}::text[], ${quote.orders_per_day}, ${quote.quantity}, ${quote.target_price}, ${quote.target_days}, ${quote.branding},
      ${quote.sample}, ${quote.asked_from ?? null}, ${quote.currency}, ${quote.assignee_user_id},
      ${quote.sla_due_at}, ${ctx.now}, ${quote.created_by})
    ON CONFLICT DO NOTHING
    RETURNING number`.execute(ctx.db);
  return rows[0];
}

export async function findOpen(
  ctx: AccountCtx,
  about: { product_id: string | null; url: string | null },
): Promise<{ id: string; number: number } | undefined> {
  const { rows } = await sql<{ id: string; number: number }>`
    SELECT id, number FROM quotes WHERE account_id = ${ctx.account}
      AND ${about.product_id === null ? sql`url = ${about.url}` : sql`product_id = ${about.product_id}`}
      AND status IN ('submitted', 'in_progress', 'need_info', 'quoted', 'countered')`.execute(ctx.db);
  return rows[0];
}

export async function insertItems(
  ctx: AccountCtx,
  quoteId: string,
  items: readonly { id: string | null; title: string }[],
): Promise<void> {
  await ctx.db
    .insertInto('quote_items')
    .values(
      items.map((item, index) => ({
        account_id: ctx.account,
        quote_id: quoteId,
        line: index + 1,
        variant_id: item.id,
        title: item.title,
      })),
    )
    .execute();
}

/** Adds variants behind those that are asked for already. */
export async function addItems(
  ctx: AccountCtx,
  quoteId: string,
  behind: number,
  items: readonly { id: string; title: string }[],
): Promise<void> {
  if (items.length === 0) return;
  const key = { account_id: ctx.account, quote_id: quoteId };
  const rows = items.map(({ id, title }, index) => ({ ...key, line: behind + index + 1, variant_id: id, title }));
  await ctx.db.insertInto('quote_items').values(rows).execute();
}

export async function setDestinations(ctx: AccountCtx, id: string, destinations: string[]): Promise<void> {
  await ctx.db
    .updateTable('quotes')
    .set((set) => ({ destinations, version: set('version', '+', 1) }))
    .where('account_id', '=', ctx.account)
    .where('id', '=', id)
    .execute();
}

export type LockedQuote = {
  id: string;
  number: number;
  status: QuoteStatus;
  title: string;
  store_id: string | null;
  product_id: string | null;
  picture: string | null;
  currency: string;
  current_version: number;
  version: number;
  created_by: string | null;
  assignee_user_id: string | null;
  destinations: string[];
} & Clock;

/** The clock of the answer: stopped, it keeps what is left of the business time. */
export type Clock = { sla_due_at: Date; paused_at: Date | null; sla_left_ms: number | null };

/** The quote, kept still until the transaction ends. */
export async function lockQuote(ctx: AccountCtx, id: string): Promise<LockedQuote | undefined> {
  const { rows } = await sql<LockedQuote>`
    SELECT q.id, q.number, q.status, q.title, q.store_id, q.product_id, q.currency, q.current_version, q.version, q.created_by,
      q.assignee_user_id, q.destinations, q.sla_due_at, q.paused_at, q.sla_left_ms,
      coalesce(q.picture, (SELECT p.picture FROM store_products p WHERE p.account_id = q.account_id AND p.id = q.product_id)) AS picture
    FROM quotes q WHERE q.account_id = ${ctx.account} AND q.id = ${id} FOR UPDATE OF q`.execute(ctx.db);
  return rows[0];
}

export type NewVersion = {
  version: number;
  note: string;
  valid_until: Date;
  price_lock_days: number;
  created_by: string | null;
  due_at: Date | null;
  lines: {
    line: number;
    variant_id: string | null;
    catalog_sku_id: string;
    unit_price: number;
    weight_g: number;
    lead_days: number;
    moq: number;
  }[];
  freight: {
    destination: string;
    channel_id: string;
    formula: object;
    days_min: number;
    days_max: number;
    tax_mode: string;
  }[];
};

export async function insertVersion(ctx: AccountCtx, quoteId: string, answer: NewVersion): Promise<void> {
  const { lines, freight, ...head } = answer;
  const key = { account_id: ctx.account, quote_id: quoteId, version: head.version };
  await ctx.db
    .insertInto('quote_versions')
    .values({ ...key, ...head, created_at: ctx.now })
    .execute();
  await ctx.db
    .insertInto('quote_lines')
    .values(lines.map((line) => ({ ...key, ...line })))
    .execute();
  // how the channel weighs and what it refuses today is part of what is offered
  await sql`
    INSERT INTO quote_freight (account_id, quote_id, version, destination, channel_id, formula, days_min, days_max, tax_mode, divisor, step_g,
      max_weight_g, refuses)
    SELECT ${ctx.account}, ${quoteId}, ${head.version}, r.destination, r.channel_id, r.formula, r.days_min, r.days_max, r.tax_mode, c.divisor, c.step_g,
      t.max_weight_g, coalesce(t.refuses, '{}')
    FROM json_to_recordset(${JSON.stringify(freight)}::json)
      AS r(destination text, channel_id uuid, formula jsonb, days_min int, days_max int, tax_mode text)
    JOIN channels c ON c.id = r.channel_id
    LEFT JOIN LATERAL (SELECT x.max_weight_g, x.refuses FROM channel_rates x
      WHERE x.channel_id = r.channel_id AND x.destination = r.destination AND x.valid_from <= ${ctx.now}
      ORDER BY x.valid_from DESC, x.created_at DESC, x.id DESC LIMIT 1) t ON true`.execute(ctx.db);
}

export async function markQuoted(
  ctx: AccountCtx,
  id: string,
  change: { current_version: number; assignee: string | null },
): Promise<void> {
  await sql`
    UPDATE quotes SET status = 'quoted', current_version = ${change.current_version}, quoted_at = ${ctx.now},
      paused_at = NULL, sla_left_ms = NULL, unavailable_reason = NULL, closed_at = NULL,
      assignee_user_id = coalesce(assignee_user_id, ${change.assignee}), version = version + 1
    WHERE account_id = ${ctx.account} AND id = ${id}`.execute(ctx.db);
}

export async function markClosed(
  ctx: AccountCtx,
  id: string,
  change: {
    status: 'accepted' | 'declined' | 'cancelled' | 'expired' | 'unavailable';
    accepted_version?: number;
    decline_reason?: string;
    unavailable_reason?: UnavailableReason;
  },
): Promise<void> {
  await ctx.db
    .updateTable('quotes')
    .set((set) => ({
      ...change,
      closed_at: ctx.now,
      paused_at: null,
      sla_left_ms: null,
      version: set('version', '+', 1),
    }))
    .where('account_id', '=', ctx.account)
    .where('id', '=', id)
    .execute();
}

/** The quote is with the agent, or waits for the client's answer; with its clock, and whose it is. */
export async function markWaiting(
  ctx: AccountCtx,
  id: string,
  { assignee, ...change }: { status: 'in_progress' | 'need_info' | 'countered'; assignee?: string } & Clock,
): Promise<void> {
  await ctx.db
    .updateTable('quotes')
    .set((set) => ({
      ...change,
      version: set('version', '+', 1),
      ...(assignee !== undefined && { assignee_user_id: set.fn.coalesce('assignee_user_id', set.val(assignee)) }),
    }))
    .where('account_id', '=', ctx.account)
    .where('id', '=', id)
    .execute();
}

/** Gives the quote to an agent. */
export async function setAssignee(
  ctx: AccountCtx,
  id: string,
  change: { assignee_user_id: string; status: QuoteStatus },
): Promise<void> {
  await ctx.db
    .updateTable('quotes')
    .set((set) => ({ ...change, version: set('version', '+', 1) }))
    .where('account_id', '=', ctx.account)
    .where('id', '=', id)
    .execute();
}

/** Answered quotes whose validity is over. */
/** Answered quotes whose price ends before a moment and whose client was not reminded of this version; soonest first. */
export async function findEnding(ctx: Ctx, before: Date, limit: number): Promise<{ account_id: string; id: string }[]> {
  const { rows } = await sql<{ account_id: string; id: string }>`
    SELECT q.account_id, q.id FROM quotes q
    JOIN quote_versions e ON e.account_id = q.account_id AND e.quote_id = q.id AND e.version = q.current_version
    WHERE q.status = 'quoted' AND e.valid_until BETWEEN ${ctx.now} AND ${before} AND q.ending_told_version IS DISTINCT FROM q.current_version
    ORDER BY e.valid_until LIMIT ${limit}`.execute(ctx.db);
  return rows;
}

export async function markEndingNotified(ctx: AccountCtx, id: string, version: number): Promise<void> {
  await ctx.db
    .updateTable('quotes')
    .set({ ending_told_version: version })
    .where('account_id', '=', ctx.account)
    .where('id', '=', id)
    .execute();
}

export async function findOverdue(ctx: Ctx, limit: number): Promise<{ account_id: string; id: string }[]> {
  const { rows } = await sql<{ account_id: string; id: string }>`
    SELECT q.account_id, q.id FROM quotes q
    JOIN quote_versions e ON e.account_id = q.account_id AND e.quote_id = q.id AND e.version = q.current_version
    WHERE q.status = 'quoted' AND e.valid_until < ${ctx.now} ORDER BY e.valid_until LIMIT ${limit}`.execute(ctx.db);
  return rows;
}
