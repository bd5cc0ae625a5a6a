import { sql } from 'kysely';
import { searchEntries } from '#contract/list-rules.ts';
import type { AccountCtx } from '#server/db/context.ts';
import { countUpTo } from '#server/db/count-up-to.ts';
import { type Span, within } from '#server/db/day-span.ts';
import { type Page, visible } from './invoices.db.ts';

export type CreditNoteListRow = {
  id: string;
  number: number;
  invoice_id: string;
  invoice_number: number;
  order: { id: string; name: string } | null;
  reason: string;
  amount: number;
  currency: string;
  issued_at: Date;
};

/** Credit notes that are found by their number or that of their invoice, and issued in a span. */
export type CreditNoteFilter = { q?: string | undefined; issued?: Span | undefined };

function notesMatching(ctx: AccountCtx, { q, issued }: CreditNoteFilter) {
  const entries = searchEntries(q ?? '');
  const numbersAs = (prefix: string) =>
    entries.map((entry) => Number(new RegExp(`^(?:${prefix}-?)?(\\d{1,15})$`, 'i').exec(entry)?.[1] ?? -1));
  const parts = [sql`c.account_id = ${ctx.account}`, visible(ctx), ...within('c.issued_at', issued)];
  if (entries.length > 0)
    parts.push(sql`(c.number = ANY(${numbersAs('cn')}::bigint[]) OR i.number = ANY(${numbersAs('inv')}::bigint[]))`);
  return sql.join(parts, sql` AND `);
}

/** The statement of a page of credit notes, for the test that looks at its plan. */
export function creditNotesStatement(ctx: AccountCtx, filter: CreditNoteFilter, page: Page) {
  return sql<CreditNoteListRow>`
    SELECT c.id, c.number, c.invoice_id, i.number AS invoice_number, c.reason, c.amount, i.currency, c.issued_at,
      CASE WHEN o.id IS NULL THEN NULL ELSE json_build_object('id', o.id, 'name', o.name) END AS "order"
    FROM credit_notes c JOIN invoices i ON i.account_id = c.account_id AND i.id = c.invoice_id
    LEFT JOIN invoice_orders io ON io.account_id = c.account_id AND io.id = c.invoice_order_id
    LEFT JOIN orders o ON o.account_id = io.account_id AND o.id = io.order_id
    WHERE ${notesMatching(ctx, filter)} ORDER BY c.issued_at DESC, c.id DESC OFFSET ${page.offset} LIMIT ${page.limit}`;
}

export async function listCreditNotes(ctx: AccountCtx, filter: CreditNoteFilter, page: Page) {
  return (await creditNotesStatement(ctx, filter, page).execute(ctx.db)).rows;
}

export async function countCreditNotes(ctx: AccountCtx, filter: CreditNoteFilter, most: number): Promise<number> {
  return countUpTo(
    ctx,
    sql`SELECT 1 FROM credit_notes c JOIN invoices i ON i.account_id = c.account_id AND i.id = c.invoice_id
    WHERE ${notesMatching(ctx, filter)}`,
    most,
  );
}
