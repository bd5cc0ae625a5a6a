import type { ParsedOf } from '#contract/endpoint.ts';
import { leavesGaps } from '#contract/transaction-rules.ts';
import { wallet } from '#contract/wallet.ts';
import { readerLanguage } from '#server/db/context.ts';
import type { ExportList } from '#server/http/list-actions.ts';
import { keptSentence, sentenceIn } from '#server/lib/refusal-texts.ts';
import { journalPiece } from '#server/features/ledger/index.ts';
import { countLogs, findLogs, type LogRow } from './wallet.db.ts';
import { logFilterOf, methodOf } from './wallet.service.ts';

const batch = 500;

/** `balance` is null where filters leave out transactions between the rows. */
type ExportRow = Omit<LogRow, 'method'> & { method: string | null; actor: string; balance: number | null };

/** What a transaction changed, without its sign. */
const change = ({ amount, currency }: Pick<LogRow, 'amount' | 'currency'>) => ({ amount: Math.abs(amount), currency });

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
    const language = readerLanguage(ctx);
    const rows = found.map((row) => ({
      ...row,
      memo: keptSentence(language, row.memo),
      method: methodOf(language, row),
      actor:
        row.member ??
        sentenceIn(language, { text: row.actor_kind === 'staff' ? 'ledger.by_provider' : 'ledger.by_system' }),
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
    { id: 'method', header: { en: 'Method', zh: '方式' }, kind: 'text', value: (row) => row.method },
    { id: 'actor', header: { en: 'By', zh: '操作人' }, kind: 'text', value: (row) => row.actor },
    { id: 'hash', header: { en: 'Hash', zh: '哈希' }, kind: 'id', value: (row) => row.hash.toString('hex') },
  ],
};
