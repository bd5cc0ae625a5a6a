import type { ParsedOf } from '#contract/endpoint.ts';
import type { ExportListName } from '#contract/list-rules.ts';
import { type TransactionKind, transactionKinds, transactionKindsInChinese } from '#contract/transaction-kinds.ts';
import { chargedOf, leavesGaps } from '#contract/transaction-rules.ts';
import { wallet } from '#contract/wallet.ts';
import { type MerchantCtx, readerLanguage } from '#server/db/context.ts';
import type { ExportColumn, ExportList } from '#server/http/list-actions.ts';
import type { Words } from '#server/lib/file-words.ts';
import { keptSentence, sentenceIn } from '#server/lib/refusal-texts.ts';
import { journalPiece } from '#server/features/ledger/index.ts';
import { countLogs, findLogs, type LogRow } from './wallet.db.ts';
import { logFilterOf, methodOf } from './wallet.service.ts';

const batch = 500;

type Query = ParsedOf<typeof wallet.billingLogs>['query'];

const codes = Object.keys(transactionKinds) as TransactionKind[]; // they are the table's own
const kinds: Words = Object.fromEntries(
  codes.map((kind) => [kind, { en: transactionKinds[kind], zh: transactionKindsInChinese[kind] }]),
);

/** `balance` is null where filters leave out transactions between the rows. */
type ExportRow = Omit<LogRow, 'method'> & { method: string | null; actor: string; balance: number | null };

/** What a transaction changed, without its sign. */
const change = ({ amount, currency }: Pick<LogRow, 'amount' | 'currency'>) => ({ amount: Math.abs(amount), currency });

async function transactionRows(
  ctx: MerchantCtx,
  query: Query,
  { after, withHeld = false }: { after: string | null; withHeld?: boolean },
): Promise<{ rows: ExportRow[]; next: string | null }> {
  const filter = { ...(await logFilterOf(ctx, query)), withHeld, ...(after !== null && { before: Number(after) }) };
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
}

/**
 * The wallet's statement as a file: newest first as a table with the list's filters, and oldest first as a journal of double
 * entries, whose balances need every transaction of the days.
 */
export const transactionsExport: ExportList<ExportRow, Query> = {
  list: 'transactions',
  query: wallet.billingLogs.query,
  count: async (ctx, query, most) => countLogs(ctx, await logFilterOf(ctx, query), most),
  rows: async (ctx, query, after) => transactionRows(ctx, query, { after }),
  journal: (ctx, { from, to }, after) => journalPiece(ctx, { from, to }, after),
  columns: [
    { id: 'entry', header: { en: 'Transaction', zh: '交易号' }, kind: 'int', value: (row) => row.seq },
    { id: 'time', header: { en: 'Time', zh: '时间' }, kind: 'date', value: (row) => row.at },
    {
      id: 'kind',
      of: 'what',
      header: { en: 'Type', zh: '类型' },
      kind: 'state',
      words: kinds,
      value: (row) => row.kind,
    },
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
      id: 'charged',
      of: 'what',
      header: { en: 'Charged', zh: '扣款金额' },
      kind: 'money',
      value: (row) => (row.fee === 0 ? null : { amount: chargedOf(row), currency: row.currency }),
    },
    {
      id: 'fee',
      of: 'what',
      header: { en: 'Recharge fee', zh: '充值手续费' },
      kind: 'money',
      value: ({ fee, currency }) => (fee === 0 ? null : { amount: fee, currency }),
    },
    {
      id: 'held',
      of: 'what',
      header: { en: 'On hold, change', zh: '冻结金额变动' },
      kind: 'money',
      value: ({ held, currency }) => (held === 0 ? null : { amount: held, currency }),
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

type Column = ExportColumn<ExportRow>;

/** A column with the name that the program documents, in every language. */
const text = (name: string, value: (row: ExportRow) => string | null): Column => ({
  id: name,
  header: { en: name, zh: name },
  kind: 'text',
  value,
});
const day = (name: string): Column => ({
  id: name,
  header: { en: name, zh: name },
  kind: 'day',
  value: (row) => row.at,
});
const amount = (name: string): Column => ({
  id: name,
  header: { en: name, zh: name },
  kind: 'amount',
  value: ({ amount: moved, currency }) => ({ amount: moved, currency }),
});

/** In English, as the programs' other words: what moved the money, for what, and the note. */
function described({ kind, ref_label, memo }: ExportRow): string {
  const known: Readonly<Record<string, string>> = transactionKinds;
  const what = [known[kind] ?? kind, ref_label].filter(Boolean).join(' ');
  return memo ? `${what}: ${memo}` : what;
}

/**
 * Lines of the bank account that the wallet is: with what is on hold in it, so a withdrawal leaves it on the day on which it
 * is paid, and holding or releasing its money moves nothing. A recharge comes in as charged, and its fee goes out beside it.
 */
function bankLines(row: ExportRow): ExportRow[] {
  const moved = row.amount + row.held;
  if (moved === 0) return [];
  if (row.fee === 0) return [{ ...row, amount: moved }];
  return [
    { ...row, amount: chargedOf({ amount: moved, fee: row.fee }) },
    { ...row, kind: 'recharge_fee', amount: -row.fee },
  ];
}

/** The wallet as a bank account of an accounting program; what moves nothing in it is left out. */
function bankList(list: ExportListName, columns: readonly Column[]): ExportList<ExportRow, Query> {
  return {
    list,
    columns,
    query: wallet.billingLogs.query,
    count: async (ctx, query, most) => countLogs(ctx, { ...(await logFilterOf(ctx, query)), withHeld: true }, most),
    async rows(ctx, query, after) {
      const { rows, next } = await transactionRows(ctx, query, { after, withHeld: true });
      return { rows: rows.flatMap(bankLines), next };
    },
  };
}

/** Xero's template of a bank statement; what leaves the account is negative. */
export const xeroBankLines = bankList('bank_xero', [
  day('*Date'),
  amount('*Amount'),
  text('Payee', (row) => row.method),
  text('Description', described),
  text('Reference', (row) => row.ref_label || null),
  text('Check Number', () => null),
]);

/** The bank transactions of QuickBooks Online in three columns. */
export const quickbooksBankLines = bankList('bank_quickbooks', [
  day('Date'),
  text('Description', described),
  amount('Amount'),
]);
