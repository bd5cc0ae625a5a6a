import { createHash } from 'node:crypto';
import { type BankColumn, bankColumns } from '#contract/bank-statement-rules.ts';
import { currencyDigits, readMoney, statedCurrency } from '#server/connectors/file/cell-values.ts';
import { type DateReading, readDate } from '#server/connectors/file/date-readings.ts';
import type { Phrase } from '#server/lib/refusal-texts.ts';

/** Titles that banks give their columns, the likeliest first. */
const titles: Readonly<Record<BankColumn, readonly string[]>> = {
  date: [
    'booking date',
    'value date',
    'transaction date',
    'date',
    'completed date',
    'created on',
    'buchungstag',
    '交易日期',
    '入账日期',
    '日期',
  ],
  amount: [
    'credit',
    'credit amount',
    'paid in',
    'money in',
    'amount',
    'transaction amount',
    'betrag',
    '收入金额',
    '贷方金额',
    '交易金额',
    '金额',
  ],
  currency: ['currency', 'ccy', 'währung', '币种', '货币'],
  reference: [
    'payment reference',
    'reference',
    'remittance information',
    'description',
    'details',
    'narrative',
    'memo',
    'purpose',
    'verwendungszweck',
    '附言',
    '摘要',
    '备注',
    '用途',
  ],
  payer: [
    'payer name',
    'payer',
    'counterparty',
    'name',
    'sender',
    'from',
    'merchant',
    'auftraggeber',
    '付款人',
    '对方户名',
    '对方名称',
  ],
  transaction: [
    'transaction id',
    'transaction no',
    'transaction number',
    'bank reference',
    'transferwise id',
    'transaction',
    'id',
    'trn',
    '交易流水号',
    '流水号',
    '交易号',
  ],
};

const spelt = (title: string) =>
  title
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')
    .replace(/[.:]+$/, '')
    .replace(/ ?[(（].*[)）]$/, '');

/** What the columns of a file seem to hold; each column for one thing. */
export function guessColumns(head: readonly string[]): Record<BankColumn, number | null> {
  const names = head.map(spelt);
  const taken = new Set<number>();
  const placeOf = (column: BankColumn): number | null => {
    for (const title of titles[column]) {
      const place = names.findIndex((name, at) => name === title && !taken.has(at));
      if (place < 0) continue;
      taken.add(place);
      return place;
    }
    return null;
  };
  return Object.fromEntries(bankColumns.map((column) => [column, placeOf(column)])) as Record<
    BankColumn,
    number | null
  >; // all columns
}

export type BankRow = {
  row: number;
  row_key: string;
  booked_on: string;
  amount: number;
  currency: string;
  reference: string;
  payer: string;
  transaction_id: string | null;
  named: string[];
};
export type Refused = { row: number; problem: Phrase };
export type ReadRows = { rows: BankRow[]; outgoing: number; refused: Refused[] };

export type How = {
  columns: Record<BankColumn, number | null>;
  dates: DateReading | null;
  currency: string;
  /** The last day that a payment can be of. */
  today: string;
};

/** The payments in a table of a bank. What left the account is counted; what cannot be read is named and left out. */
export function readBankRows(table: readonly { row: number; cells: readonly string[] }[], how: How): ReadRows {
  const read: ReadRows = { rows: [], outgoing: 0, refused: [] };
  const times = new Map<string, number>();
  for (const { row, cells } of table) {
    const found = readRow((column) => cellOf(cells, how.columns[column]), how);
    if (found === 'outgoing') read.outgoing += 1;
    else if ('text' in found) read.refused.push({ row, problem: found });
    else take(read, times, { ...found, row });
  }
  return read;
}

/** Spreadsheets put an apostrophe before what must stay text. */
const cellOf = (cells: readonly string[], place: number | null) =>
  place === null ? '' : (cells[place] ?? '').replace(/^'/, '').trim();

/** A column of credits is empty beside a debit. */
const isNothing = (written: string) => written === '' || /^[-+]?0+(?:[.,]0+)?$/.test(written);
const amountOf = (written: string, digits: number, currency: string) =>
  readMoney(written.replace(/^\+/, ''), digits, currency);
const isNegative = (amount: ReturnType<typeof readMoney>) =>
  'problem' in amount && amount.problem.code === 'negative_amount';

/** How many rows hold no money that came in, were a column that of the amount; whatever else is wrong with them. */
export function countOutgoing(table: readonly (readonly string[])[], column: number): number {
  return table.filter((cells) => {
    const written = cellOf(cells, column);
    const currency = statedCurrency(written) ?? usualCurrency;
    return isNothing(written) || isNegative(amountOf(written, currencyDigits(currency) ?? 2, currency));
  }).length;
}
const usualCurrency = 'USD'; // of amounts that name none; how many digits it has tells no sign

type Found = Omit<BankRow, 'row' | 'row_key'>;

function readRow(cell: (column: BankColumn) => string, how: How): Found | Phrase | 'outgoing' {
  const written = cell('amount');
  if (isNothing(written)) return 'outgoing';
  const currency = cell('currency').toUpperCase() || statedCurrency(written) || how.currency;
  const digits = currencyDigits(currency);
  if (digits === null) return { text: 'bank-statements.no_currency', params: { value: currency.slice(0, 20) } };
  const amount = amountOf(written, digits, currency);
  if (isNegative(amount)) return 'outgoing';
  if ('problem' in amount) return { text: 'bank-statements.no_amount', params: { value: written.slice(0, 40) } };
  const booked = readDate(cell('date'), how.dates);
  if ('problem' in booked) return { text: 'bank-statements.no_date', params: { value: cell('date').slice(0, 40) } };
  const booked_on = booked.value.toISOString().slice(0, 10);
  if (booked_on > how.today || booked_on < '2000-01-01')
    return { text: 'bank-statements.no_date', params: { value: cell('date').slice(0, 40) } };
  const reference = cell('reference').slice(0, 500);
  const transaction = cell('transaction').replace(/\s+/g, '').toUpperCase();
  if (transaction.length > 64) return { text: 'bank-statements.long_transaction' };
  return {
    booked_on,
    amount: amount.value,
    currency,
    reference,
    payer: cell('payer').slice(0, 200),
    transaction_id: transaction || null,
    named: namedIn(reference),
  };
}

/** References of recharges in a text, however the bank spaced or cut it. */
export function namedIn(text: string): string[] {
  const plain = text.toUpperCase().replace(/[^0-9A-Z]/g, '');
  const found = [...plain.matchAll(/(?=TW([0-9A-HJKMNP-TV-Z]{4})([0-9A-HJKMNP-TV-Z]{4}))/g)];
  return [...new Set(found.map(([, first, second]) => `TW-${first}-${second}`))];
}

/** Keeps a row under its key. The bank's number is a payment's own; without one, rows that say the same are counted. */
function take(read: ReadRows, times: Map<string, number>, found: Found & { row: number }): void {
  const { booked_on, amount, currency, reference, payer, transaction_id } = found;
  const said = JSON.stringify([booked_on, amount, currency, reference, payer]);
  const key =
    transaction_id === null ? `row:${createHash('sha256').update(said).digest('hex')}` : `id:${transaction_id}`;
  const before = times.get(key) ?? 0;
  times.set(key, before + 1);
  if (transaction_id !== null && before > 0) {
    const params = { value: transaction_id };
    read.refused.push({ row: found.row, problem: { text: 'bank-statements.transaction_repeated', params } });
    return;
  }
  read.rows.push({ ...found, row_key: transaction_id === null ? `${key}:${before}` : key });
}
