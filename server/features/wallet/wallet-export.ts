import type { ParsedOf } from '#contract/endpoint.ts';
import { leavesGaps } from '#contract/transaction-rules.ts';
import { wallet } from '#contract/wallet.ts';
import { readerLanguage } from '#server/db/context.ts';
import type { ExportList } from '#server/http/list-actions.ts';
import { keptSentence } from '#server/lib/refusal-texts.ts';
import { journalPiece } from '#server/features/ledger/index.ts';
import { countLogs, findLogs, type LogRow } from './wallet.db.ts';
import { logFilterOf } from './wallet.service.ts';

const batch = 500;

/** `balance` is null where filters leave out transactions between the rows. */
type ExportRow = LogRow & { balance: number | null };

/** What a transaction changed, without its sign. */
const change = ({ amount, currency }: LogRow) => ({ amount: Math.abs(amount), currency });

/**
 * The wallet's statement as a file: newest first as a table with the list's filters, and oldest first as a journal of double
 * entries, whose balances need every transaction of the days.
 */
export const transactionsExport: ExportList<ExportRow, ParsedOf<typeof wallet.billingLogs>['query']> = {
  list: 'transactions',
  query: wallet.billingLogs.query,
  count: async (ctx, query, most) => countLogs(ctx, await logFilterOf(ctx, query), most),
  async rows(ctx, query, after) {
    const filter = { ...(await logFilterOf(ctx, query)), ...(after !== null && { before: Number(after) }) };
    const found = await findLogs(ctx, filter, { offset: 0, limit: batch });
    const gaps = leavesGaps(query);
    const rows = found.map((row) => ({
      ...row,
      memo: keptSentence(readerLanguage(ctx), row.memo),
      balance: gaps ? null : row.balance_after,
    }));
    return { rows, next: rows.length === batch ? String(rows.at(-1)?.seq) : null };
  },
  journal: (ctx, { from, to }, after) => journalPiece(ctx, { from, to }, after),
  columns: [
    { id: 'entry', header: { en: 'Transaction', zh: '交易号' }, kind: 'int', value: (row) => row.seq },
    { id: 'time', header: { en: 'Time', zh: '时间' }, kind: 'date', value: (row) => row.at },
    { id: 'kind', of: 'what', header: { en: 'Type', zh: '类型' }, kind: 'id', value: (row) => row.kind },
    {
      id: 'reference',
      of: 'what',
      header: { en: 'Reference', zh: '关联单据' },
      kind: 'id',
      value: (row) => row.ref_label || null,
    },
    { id: 'memo', header: { en: 'Note', zh: '备注' }, kind: 'text', value: (row) => row.memo || null },
    {
      id: 'in',
      header: { en: 'In', zh: '收入' },
      kind: 'money',
      value: (row) => (row.amount > 0 ? change(row) : null),
    },
    {
      id: 'out',
      header: { en: 'Out', zh: '支出' },
      kind: 'money',
      value: (row) => (row.amount < 0 ? change(row) : null),
    },
    {
      id: 'bonus',
      header: { en: 'Bonus part', zh: '其中赠金' },
      kind: 'money',
      value: ({ bonus, currency }) => (bonus === 0 ? null : { amount: bonus, currency }),
    },
    {
      id: 'balance',
      header: { en: 'Balance', zh: '余额' },
      kind: 'money',
      value: ({ balance, currency }) => (balance === null ? null : { amount: balance, currency }),
    },
    { id: 'hash', header: { en: 'Hash', zh: '哈希' }, kind: 'id', value: (row) => row.hash.toString('hex') },
  ],
};
