import { decimalText } from '#server/lib/money-text.ts';
import type { AccountCtx } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import type { findBounds, StatementRow } from './statements.db.ts';
import { balancesAfter, readChain, seqBefore } from '#server/features/ledger/index.ts';

/** Name and version of the format (docs/STATEMENTS.md); what verifies it is `web/public/verify-statement/check.mjs`. */
export const format = 'tradewind-statement-1';

/** So many transactions fit into one statement; more are told in two, of shorter periods. */
export const mostTransactions = 50_000;
const batch = 1_000;

type Point = { seq: number; hash: string; balances: { ledger_account: string; amount: number }[] };
type Transaction = Awaited<ReturnType<typeof readTransactions>>[number];

/** What a statement says: everything that its hashes and balances are computed from, and nothing of buyers. */
export type Statement = {
  account: { id: string; name: string; number: number };
  provider: string;
  currency: string;
  period: { from: string; to: string; zone: string; starts_at: string; ends_at: string };
  issued_at: string;
  /** Statements of an account are counted from 1; the hash is that of the one before. */
  position: number;
  previous: { position: number; hash: string } | null;
  opening: Point;
  transactions: Transaction[];
  closing: Point;
};

/** What a statement's file holds. */
export type StatementFile = {
  format: string;
  signature: { key_id: string; value: string };
  statement: Statement;
};

type Bounds = Awaited<ReturnType<typeof findBounds>> & { from: string; to: string };

/** The statement of a period as the ledger has it, following the one that was issued last. */
export async function statementOf(
  ctx: AccountCtx,
  bounds: Bounds,
  last: Pick<StatementRow, 'position' | 'hash'> | undefined,
): Promise<Statement> {
  const { name, number, currency, from, to, zone, starts_at, ends_at } = bounds;
  const [first, end] = [await seqBefore(ctx, starts_at), await seqBefore(ctx, ends_at)];
  if (end.seq - first.seq > mostTransactions)
    throw appError('invalid_input', { text: 'statements.too_long', params: { most: mostTransactions } }, 'from');
  return {
    account: { id: ctx.account, name, number },
    provider: ctx.app.seller.name,
    currency,
    period: { from, to, zone, starts_at: starts_at.toISOString(), ends_at: ends_at.toISOString() },
    issued_at: ctx.now.toISOString(),
    position: (last?.position ?? 0) + 1,
    previous: last ? { position: last.position, hash: last.hash.toString('hex') } : null,
    opening: await pointOf(ctx, first),
    transactions: await readTransactions(ctx, first.seq, end.seq),
    closing: await pointOf(ctx, end),
  };
}

async function pointOf(ctx: AccountCtx, { seq, hash }: { seq: number; hash: Buffer }): Promise<Point> {
  const balances = (await balancesAfter(ctx, seq)).map(({ ledger_account, balance_after: amount }) => ({
    ledger_account,
    amount,
  }));
  return { seq, hash: hash.toString('hex'), balances: balances.filter(({ amount }) => amount !== 0) };
}

async function readTransactions(ctx: AccountCtx, after: number, until: number) {
  const all = [];
  for (let seq = after; seq < until; ) {
    for (const { tx, entries } of await readChain(ctx, seq, Math.min(batch, until - seq))) {
      all.push({
        seq: tx.seq,
        id: tx.id,
        at: tx.at.toISOString(),
        kind: tx.kind,
        ref: { kind: tx.ref_kind, id: tx.ref_id, label: tx.ref_label },
        memo: tx.memo,
        actor: { kind: tx.actor_kind, user_id: tx.actor_user_id },
        idempotency_key: tx.idempotency_key,
        hash: tx.hash.toString('hex'),
        entries: entries.map(({ line, ledger_account, amount, currency, balance_after, overdraws }) => ({
          line,
          ledger_account,
          amount,
          currency,
          balance_after,
          overdraws,
        })),
      });
      ({ seq } = tx);
    }
  }
  return all;
}

/** JSON without white space, names of objects sorted: one text for one content. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(',')}}`;
}

/** What the signature covers. */
export const signedText = (statement: Statement): string => `${format}\n${canonical(statement)}`;

const quoted = (text: string) => {
  const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text; // a spreadsheet would compute it
  return /[",\r\n;']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** The entries of a statement as a table: a row for each, with the balance that it leaves. */
export function csvOf({ currency, transactions }: Statement): string {
  const rows = transactions.flatMap((tx) =>
    tx.entries.map((entry) =>
      [
        String(tx.seq),
        tx.at,
        tx.kind,
        quoted(tx.ref.label),
        String(entry.line),
        entry.ledger_account,
        decimalText(entry.amount, currency),
        decimalText(entry.balance_after, currency),
        currency,
        tx.hash,
      ].join(','),
    ),
  );
  const header = 'transaction,time,kind,reference,line,ledger_account,amount,balance_after,currency,hash';
  return `\uFEFF${[header, ...rows].join('\r\n')}\r\n`;
}
