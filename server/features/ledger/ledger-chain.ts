import { createHash } from 'node:crypto';
import type { TransactionKind } from '#contract/transaction-kinds.ts';

/** Kinds of money movements (domain.md §3.9); the database checks the same list. */
export type LedgerKind = TransactionKind;

export type ChainEntry = {
  line: number;
  ledger_account: string;
  amount: number;
  currency: string;
  balance_after: number;
  overdraws: boolean;
};

export type ChainTransaction = {
  account_id: string;
  seq: number;
  id: string;
  at: Date;
  kind: string;
  ref_kind: string;
  ref_id: string;
  ref_label: string;
  memo: string;
  actor_kind: string;
  actor_user_id: string | null;
  idempotency_key: string;
};

/** Hash before a merchant's first transaction. */
export const firstHash = Buffer.alloc(32);

/**
 * The text that a transaction's hash covers: JSON without white space of fixed positions, entries by line. Never
 * change it: old hashes must stay computable.
 */
export function canonicalText(tx: ChainTransaction, entries: readonly ChainEntry[]): string {
  return JSON.stringify([
    tx.account_id,
    tx.seq,
    tx.id,
    tx.at.toISOString(),
    tx.kind,
    [tx.ref_kind, tx.ref_id, tx.ref_label],
    tx.memo,
    [tx.actor_kind, tx.actor_user_id],
    tx.idempotency_key,
    entries.map((entry) => [
      entry.line,
      entry.ledger_account,
      entry.amount,
      entry.currency,
      entry.balance_after,
      entry.overdraws,
    ]),
  ]);
}

/** sha256 over the hash before and the canonical text: a changed or missing row breaks every later hash. */
export function chainHash(previous: Buffer, tx: ChainTransaction, entries: readonly ChainEntry[]): Buffer {
  return createHash('sha256').update(previous).update(canonicalText(tx, entries), 'utf8').digest();
}
