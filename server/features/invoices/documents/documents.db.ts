import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { AccountCtx } from '#server/db/context.ts';
import { prepared } from '#server/db/kysely-pool.ts';
import { languageOf } from '#server/features/account/index.ts';

/** Of what a paper is: of the document as it was issued, or of an invoice that ended since. */
export type Stage = 'issued' | 'expired' | 'void';
/** What a document is of: an invoice, or one of its credit notes. */
export type Subject = { invoice_id: string; credit_note_id: string | null; stage: Stage };

/** What an invoice in this state is given out as. */
export const stageOf = ({ status }: { status: string }): Stage =>
  status === 'expired' || status === 'void' ? status : 'issued';

export const asIssued = (invoice_id: string, credit_note_id: string | null = null): Subject => ({
  invoice_id,
  credit_note_id,
  stage: 'issued',
});
export type DocumentRow = Subject & {
  id: string;
  language: 'en' | 'zh';
  time_zone: string;
  /** Where the portal was when the document was noted. */
  portal_url: string | null;
  file_id: string | null;
  sha256: string | null;
};

/**
 * Notes that a document is to be made, in the language of the account's owner and for the portal's address, one of an invoice
 * that ended as the issued one was; nothing where it is noted already.
 */
export async function insertDocument(ctx: AccountCtx, { invoice_id, credit_note_id, stage }: Subject): Promise<void> {
  await sql`${prepared}
    INSERT INTO invoice_documents (account_id, id, invoice_id, credit_note_id, stage, language, time_zone, portal_url)
    SELECT a.id, ${uuid()}, ${invoice_id}, ${credit_note_id}, ${stage}, coalesce(d.language, ${languageOf(sql`a.id`)}),
      coalesce(d.time_zone, a.time_zone), CASE WHEN d.id IS NULL THEN ${ctx.app.publicUrl} ELSE d.portal_url END
    FROM accounts a LEFT JOIN invoice_documents d ON d.account_id = a.id AND d.invoice_id = ${invoice_id}
      AND d.credit_note_id IS NULL AND d.stage = 'issued' AND ${stage} <> 'issued'
    WHERE a.id = ${ctx.account}
    ON CONFLICT DO NOTHING`.execute(ctx.db);
}

const columns = [
  'id',
  'invoice_id',
  'credit_note_id',
  'stage',
  'language',
  'time_zone',
  'portal_url',
  'file_id',
  'sha256',
] as const;

/** The document of an invoice or a credit note; with `lock` it stays as it is until the transaction ends. */
export async function findDocument(ctx: AccountCtx, subject: Subject, lock = false): Promise<DocumentRow | undefined> {
  const query = ctx.db
    .selectFrom('invoice_documents')
    .select(columns)
    .where('account_id', '=', ctx.account)
    .where('invoice_id', '=', subject.invoice_id)
    .where('credit_note_id', subject.credit_note_id === null ? 'is' : '=', subject.credit_note_id)
    .where('stage', '=', subject.stage);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  // CHECK constraints hold them to these
  return row && { ...row, language: row.language as 'en' | 'zh', stage: row.stage as Stage };
}

/** Documents that wait to be made, the oldest first. */
export async function findWaiting(ctx: AccountCtx, most: number): Promise<Subject[]> {
  const waiting = await ctx.db
    .selectFrom('invoice_documents')
    .select(['invoice_id', 'credit_note_id', 'stage'])
    .where('account_id', '=', ctx.account)
    .where('file_id', 'is', null)
    .orderBy('id')
    .limit(most)
    .execute();
  return waiting.map((row) => ({ ...row, stage: row.stage as Stage }));
}

export async function markMade(
  ctx: AccountCtx,
  id: string,
  made: { file_id: string; sha256: string; unknown: number },
): Promise<void> {
  await ctx.db
    .updateTable('invoice_documents')
    .set(made)
    .where('account_id', '=', ctx.account)
    .where('id', '=', id)
    .where('file_id', 'is', null)
    .execute();
}

/** Who ordered and where it goes; null where that was erased. */
export type Buyer = Record<
  'name' | 'company' | 'address1' | 'address2' | 'city' | 'province' | 'zip' | 'country',
  string | null
>;

/** The buyer of an order. Phone and e-mail stay out: nothing on paper needs them. */
export async function findBuyer(ctx: AccountCtx, orderId: string): Promise<Buyer | null> {
  const found = await ctx.db
    .selectFrom('order_recipients')
    .select(['name', 'company', 'address1', 'address2', 'city', 'province', 'zip', 'country'])
    .where('account_id', '=', ctx.account)
    .where('order_id', '=', orderId)
    .where('redacted_at', 'is', null)
    .executeTakeFirst();
  return found ?? null;
}

export type CreditNoteRow = {
  id: string;
  number: number;
  invoice_id: string;
  amount: number;
  reason: string;
  issued_at: Date;
  ledger_seq: number;
  /** The order that it is about; null where it is about the whole invoice. */
  order_name: string | null;
};

export async function findCreditNote(ctx: AccountCtx, id: string): Promise<CreditNoteRow | undefined> {
  const { rows } = await sql<CreditNoteRow>`
    SELECT c.id, c.number, c.invoice_id, c.amount, c.reason, c.issued_at, c.ledger_seq, o.name AS order_name
    FROM credit_notes c
    LEFT JOIN invoice_orders io ON io.account_id = c.account_id AND io.id = c.invoice_order_id
    LEFT JOIN orders o ON o.account_id = io.account_id AND o.id = io.order_id
    WHERE c.account_id = ${ctx.account} AND c.id = ${id}`.execute(ctx.db);
  return rows[0];
}
