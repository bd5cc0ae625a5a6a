import { sql } from 'kysely';
import type { DisputeKind, DisputeStatus } from '#contract/line-dispute-rules.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { countUpTo } from '#server/db/count-up-to.ts';
import { seesStore } from '#server/db/store-scope.ts';
import type { LineCheck } from './line-check.ts';

export type DisputeRow = {
  account_id: string;
  id: string;
  number: number;
  kind: DisputeKind;
  status: DisputeStatus;
  invoice_id: string;
  invoice_number: number;
  invoice_order_id: string;
  order_id: string;
  order_name: string;
  store_id: string;
  store_name: string;
  line: number;
  title: string;
  currency: string;
  text: string;
  claimed_weight_g: number | null;
  checked: LineCheck;
  owner: string | null;
  due_at: Date;
  credited: number | null;
  answer: string | null;
  created_by: string;
  created_at: Date;
  decided_at: Date | null;
  version: number;
  client_number: number;
  client_name: string;
};

const joined = sql`
  FROM line_disputes d
  JOIN invoice_orders io ON io.account_id = d.account_id AND io.id = d.invoice_order_id
  JOIN invoices i ON i.account_id = io.account_id AND i.id = io.invoice_id
  JOIN invoice_lines l ON l.account_id = d.account_id AND l.invoice_order_id = d.invoice_order_id AND l.line = d.line
  JOIN orders o ON o.account_id = io.account_id AND o.id = io.order_id
  JOIN stores s ON s.account_id = o.account_id AND s.id = o.store_id
  JOIN accounts a ON a.id = d.account_id
  LEFT JOIN users u ON u.id = a.agent_user_id`;

const shape = sql`
  SELECT d.account_id, d.id, d.number, d.kind, d.status, i.id AS invoice_id, i.number AS invoice_number, d.invoice_order_id,
    o.id AS order_id, o.name AS order_name, o.store_id, s.name AS store_name, d.line, l.title, i.currency, d.text,
    d.claimed_weight_g, d.checked, coalesce(nullif(u.nick_name, ''), u.username) AS owner, d.due_at, d.credited, d.answer,
    d.created_by, d.created_at, d.decided_at, d.version, a.number AS client_number, a.name AS client_name
  ${joined}`;

/** A search names a dispute (LD-1001), an order, or part of a client's name. */
function matching(q: string | undefined) {
  if (!q) return sql<boolean>`true`;
  const number = /^(?:ld-?)?(\d{1,15})$/i.exec(q)?.[1];
  const name = q.replace(/^#/, '');
  return sql<boolean>`(d.number = ${number ? Number(number) : -1} OR o.name IN (${name}, ${`#${name}`})
    OR strpos(lower(a.name), ${q.toLowerCase()}) > 0)`;
}

export type Which = { open: boolean | null; q: string | undefined; invoice_id?: string | undefined };

function chosen(ctx: Ctx, { open, q, invoice_id }: Which, account: string | null) {
  return sql<boolean>`${account === null ? sql`true` : sql`d.account_id = ${account}`}
    AND ${open === null ? sql`true` : sql`(d.status = 'open') = ${open}`} AND ${matching(q)}
    AND ${invoice_id === undefined ? sql`true` : sql`i.id = ${invoice_id}`} AND ${seesStore(ctx.actor, sql`o.store_id`)}`;
}

type Page = { offset: number; limit: number };

/** Disputes of one account, or of all clients with `null`; open ones of all clients by their deadline. */
export async function list(ctx: Ctx, which: Which, account: string | null, page: Page): Promise<DisputeRow[]> {
  const order = account === null && which.open === true ? sql`d.due_at, d.id` : sql`d.created_at DESC, d.id DESC`;
  const { rows } = await sql<DisputeRow>`${shape} WHERE ${chosen(ctx, which, account)}
    ORDER BY ${order} OFFSET ${page.offset} LIMIT ${page.limit}`.execute(ctx.db);
  return rows;
}

export async function count(ctx: Ctx, which: Which, account: string | null, most: number): Promise<number> {
  return countUpTo(ctx, sql`SELECT 1 ${joined} WHERE ${chosen(ctx, which, account)}`, most + 1);
}

export async function find(ctx: AccountCtx, id: string, lock = false): Promise<DisputeRow | undefined> {
  const { rows } = await sql<DisputeRow>`${shape} WHERE d.account_id = ${ctx.account} AND d.id = ${id}
    AND ${seesStore(ctx.actor, sql`o.store_id`)} ${lock ? sql`FOR UPDATE OF d` : sql``}`.execute(ctx.db);
  return rows[0];
}

export type BilledLine = {
  line: number;
  code: string;
  amount: number;
  quantity: number;
  inputs: Record<string, unknown>;
};

/** A paid bill of an order that the reader may see, with its lines. */
export async function findBill(ctx: AccountCtx, invoiceOrderId: string) {
  const { rows } = await sql<{ order_id: string; paid_at: Date | null; lines: BilledLine[] }>`
    SELECT io.order_id, i.paid_at, (
      SELECT coalesce(jsonb_agg(jsonb_build_object('line', l.line, 'code', l.code, 'amount', l.amount, 'quantity', l.quantity,
        'inputs', l.inputs) ORDER BY l.line), '[]') FROM invoice_lines l
      WHERE l.account_id = io.account_id AND l.invoice_order_id = io.id) AS lines
    FROM invoice_orders io
    JOIN invoices i ON i.account_id = io.account_id AND i.id = io.invoice_id
    JOIN orders o ON o.account_id = io.account_id AND o.id = io.order_id
    WHERE io.account_id = ${ctx.account} AND io.id = ${invoiceOrderId} AND ${seesStore(ctx.actor, sql`o.store_id`)}`.execute(
    ctx.db,
  );
  return rows[0];
}

type NewDispute = Pick<
  DisputeRow,
  'id' | 'invoice_order_id' | 'line' | 'kind' | 'text' | 'claimed_weight_g' | 'checked' | 'due_at' | 'created_by'
>;

/** Keeps a dispute; false when the line has an open one. */
export async function insert(ctx: AccountCtx, dispute: NewDispute): Promise<boolean> {
  const added = await ctx.db
    .insertInto('line_disputes')
    .values({ ...dispute, checked: JSON.stringify(dispute.checked), account_id: ctx.account, created_at: ctx.now })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'invoice_order_id', 'line']).where('status', '=', 'open').doNothing(),
    )
    .executeTakeFirst();
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export type Decision = {
  status: Exclude<DisputeStatus, 'open'>;
  credited: number | null;
  answer: string | null;
  decided_by: string;
};

export async function decide(ctx: AccountCtx, id: string, decision: Decision): Promise<void> {
  await ctx.db
    .updateTable('line_disputes')
    .set((eb) => ({ ...decision, decided_at: ctx.now, version: eb('version', '+', 1) }))
    .where('account_id', '=', ctx.account)
    .where('id', '=', id)
    .execute();
}
