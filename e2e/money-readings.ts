import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { parse } from 'csv-parse/sync';
import type { DemoStage } from '#testing/demo-stage.ts';
import { pdfPages } from '#testing/pdf-tools.ts';
import { amountIn, amountsIn, countIn, factsOf, rowsOf, type ShownFigures, type ShownRow } from './shown-figures.ts';

/** One reader's pages: how to open one, and how to ask the API beside them. */
export type Reader = {
  page: Page;
  open(path: string): Promise<void>;
  post<T>(path: string, body?: object): Promise<T>;
  get<T>(path: string): Promise<T>;
  /** The bytes behind a link that a call answers. */
  file(url: string): Promise<Buffer>;
};

export function readerOf(stage: DemoStage, token: string, page: Page, open: Reader['open']): Reader {
  return {
    page,
    open,
    async post<T>(path: string, body: object = {}) {
      const answer = await fetch(stage.url + path, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        },
        body: JSON.stringify(body),
      });
      expect([path, answer.status]).toEqual([path, 200]);
      return ((await answer.json()) as { data: T }).data;
    },
    async get<T>(path: string) {
      const answer = await fetch(stage.url + path, { headers: { authorization: `Bearer ${token}` } });
      expect([path, answer.status]).toEqual([path, 200]);
      return ((await answer.json()) as { data: T }).data;
    },
    file: async (url) => Buffer.from(await (await fetch(stage.url + url)).arrayBuffer()),
  };
}

/** Rows of a page: more of them take a busy browser longer than it waits. */
const atOnce = 100;

/** All rows of a list, page by page; none where the list is empty. */
export async function listRows(
  { page, open }: Pick<Reader, 'page' | 'open'>,
  path: string,
  name: string,
): Promise<ShownRow[]> {
  const all: ShownRow[] = [];
  for (let at = 1; ; at += 1) {
    await open(`${path}${path.includes('?') ? '&' : '?'}per_page=${atOnce}&page=${at}`);
    const table = page.getByRole('table', { name, exact: true });
    const rows = (await table.count()) === 0 ? [] : await rowsOf(table);
    all.push(...rows);
    if (rows.length < atOnce) return all;
  }
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);
const cell = (row: ShownRow, head: string) => row[head] ?? '';
const detail = (text: string, words: RegExp) => amountIn(words.exec(text)?.[0] ?? '');

/** The head of the wallet and of the dashboard, and what lies behind held and expected money. */
export async function readWallet(shown: ShownFigures, reader: Reader): Promise<void> {
  const { page, open } = reader;
  await open('/wallet/wallet');
  const head = await factsOf(page.locator('main dl').first());
  const available = head.Available ?? '';
  const short = head.Shortfall !== undefined;
  const note = (name: string, amount: number) => shown.note(`wallet: ${name}`, amount);
  note('available', amountIn(available));
  note('credit limit', detail(available, /Includes \S+ credit limit/));
  readBonus(shown, available);
  await readDays(shown, reader, available);
  note('held', amountIn(head['On hold'] ?? ''));
  note('under review', amountIn(head['Pending recharges'] ?? ''));
  note('orders to pay', amountIn(head['Orders to pay'] ?? ''));
  note('unpaid invoices', amountIn(head['Unpaid invoices'] ?? ''));
  note('left', amountIn((short ? head.Shortfall : head['Balance after paying all']) ?? '') * (short ? -1 : 1));
  shown.equal(
    'wallet: left',
    'wallet: available',
    { less: 'wallet: orders to pay' },
    { less: 'wallet: unpaid invoices' },
  );

  await open('/Dashboard/index');
  const facts = await factsOf(page.locator('main dl').filter({ hasText: 'Available' }).first());
  const same = (name: string, amount: number) =>
    shown.equal(shown.note(`dashboard: ${name}`, amount), `wallet: ${name}`);
  same('available', amountIn(facts.Available ?? ''));
  same('under review', amountIn(facts['Pending recharges'] ?? ''));
  same('orders to pay', amountIn(facts['Orders to pay'] ?? ''));
  same('unpaid invoices', amountIn(facts['Unpaid invoices'] ?? ''));
  const lacks = facts.Shortfall;
  same('left', lacks === undefined ? amountIn(facts['Balance after paying all'] ?? '') : -amountIn(lacks));

  const recharges = await listRows(reader, '/wallet/recharge', 'Recharges');
  shown.equal(
    'wallet: under review',
    ...recharges
      .filter((row) => cell(row, 'Status') === 'Under review')
      .map((row, place) => shown.note(`recharges: ${place}`, amountIn(cell(row, 'Amount (USD)')))),
  );
  const withdrawals = await listRows(reader, '/wallet/wallet?tab=withdrawals', 'Withdrawals');
  shown.equal(
    'wallet: held',
    ...withdrawals
      .filter((row) => !/Paid|Declined|Cancelled/.test(cell(row, 'Status')))
      .map((row, place) => shown.note(`withdrawals: ${place}`, amountIn(cell(row, 'Amount (USD)')))),
  );
}

/** Bonus beside the days on which it ends. */
function readBonus(shown: ShownFigures, available: string): void {
  const lots = [...available.matchAll(/(\S+) expires on/g)].map(([, text = ''], place) =>
    shown.note(`wallet: bonus lot ${place}`, amountIn(text)),
  );
  shown.equal(shown.note('wallet: bonus', detail(available, /Includes \S+ bonus/)), ...lots);
}

/** How long the balance lasts, and lasts with a recharge, beside what was spent. */
async function readDays(shown: ShownFigures, { get, page, open }: Reader, available: string): Promise<void> {
  const days = shown.note('wallet: days left', countIn(/Lasts about \S+ day/.exec(available)?.[0] ?? ''));
  const since = Date.now() - 30 * day;
  const paid = (await payments(get)).filter(({ at }) => Date.parse(at) >= since);
  const spent = -sumOf(paid.map(({ amount }) => amount));
  const first = Math.min(...paid.map(({ at }) => Date.parse(at)));
  const counted = Math.min(30, Math.max(1, Math.ceil((Date.now() - first) / day)));
  const lasting = (balance: number) => (spent > 0 ? Math.max(0, Math.floor((balance * counted) / spent)) : 0);
  shown.equal(days, shown.note('wallet: days by what was spent', lasting(amountIn(available))));

  await open('/wallet/recharge');
  const form = page.locator('main form').filter({ hasText: 'Payment method' });
  await form.getByRole('textbox').first().fill('40000');
  const then = /lasts about \S+ day/.exec(await form.innerText())?.[0] ?? '';
  const more = lasting(amountIn(available) + 4_000_000);
  shown.equal(shown.note('recharge: days with 40,000', countIn(then)), shown.note('recharge: by what was spent', more));
}

const day = 86_400_000;

/** What was paid from the wallet lately. */
async function payments(get: Reader['get']): Promise<{ at: string; amount: number }[]> {
  const from = new Date(Date.now() - 32 * day).toISOString().slice(0, 10);
  const all: { at: string; amount: number }[] = [];
  for (const kind of ['invoice_payment', 'stock_payment', 'brand_payment', 'service_fee', 'storage_fee'])
    for (let at = 1; ; at += 1) {
      const rows = await get<typeof all>(`/api/billing_logs?kind=${kind}&from=${from}&per_page=200&page=${at}`);
      all.push(...rows);
      if (rows.length < 200) break;
    }
  return all;
}

export type StatementRow = {
  entry: number;
  charged: { charged: string; fee: string } | null;
  reference: string;
  balance: string;
  moved: { in: string; out: string };
};

/** The wallet's transactions: each balance follows from the one before it, and the newest is what can be spent. */
export async function readTransactions(shown: ShownFigures, reader: Reader): Promise<StatementRow[]> {
  const rows = await listRows(reader, '/wallet/wallet', 'Transactions');
  const read = rows.map((row): StatementRow => {
    const entry = Number(cell(row, 'Transaction'));
    const note = (head: string) => shown.note(`transaction ${entry}: ${head}`, amountIn(cell(row, `${head} (USD)`)));
    const reference = /(?:INV|CN|RC|WD|ADJ)-\d+/.exec(cell(row, 'Description'))?.[0] ?? '';
    const charges = /charged (\S+), fee (\S+)/.exec(cell(row, 'Description'));
    const charged = charges && {
      charged: shown.note(`transaction ${entry}: charged`, amountIn(charges[1] ?? '')),
      fee: shown.note(`transaction ${entry}: fee`, amountIn(charges[2] ?? '')),
    };
    return { entry, reference, charged, moved: { in: note('In'), out: note('Out') }, balance: note('Balance') };
  });
  const nothing = shown.note('before the first transaction', 0);
  for (const [place, { balance, moved }] of read.entries())
    shown.equal(balance, read[place + 1]?.balance ?? nothing, moved.in, { less: moved.out });
  for (const { charged, moved } of read) if (charged) shown.equal(charged.charged, moved.in, charged.fee);
  shown.equal('wallet: available', read[0]?.balance ?? nothing, 'wallet: credit limit');
  return read;
}

export type InvoiceRow = { number: string; status: string; total: string; credited: string };
const paid = ['Paid', 'Partially refunded', 'Refunded'];

/** The invoice list with its tabs and the summary of all days, and the file of bills. */
export async function readInvoices(
  shown: ShownFigures,
  reader: Reader,
  transactions: readonly StatementRow[],
): Promise<InvoiceRow[]> {
  const { page, open, post, file } = reader;
  const read = (await listRows(reader, '/invoice/invoice', 'Invoices')).map((row): InvoiceRow => {
    const number = /INV-\d+/.exec(cell(row, 'Invoice'))?.[0] ?? '';
    const note = (name: string, amount: number) => shown.note(`${number}: ${name}`, amount);
    const [total = 0, credited = 0] = amountsIn(cell(row, 'Total'));
    const parts = ['Products', 'Shipping', 'Fees'].map((head) => note(head, amountIn(cell(row, head))));
    shown.equal(note('Total', total), ...parts);
    const [status = ''] = cell(row, 'Status').split(/\s*Prices end /); // an unpaid one says how long its prices stand
    return { number, status, total: `${number}: Total`, credited: note('credited', -credited) };
  });
  for (const [tab, statuses] of [
    ['unpaid', ['Unpaid']],
    ['paid', paid],
  ] as const) {
    const rows = await listRows(reader, `/invoice/invoice?tab=${tab}`, 'Invoices');
    const sum = shown.note(`invoices: ${tab}`, sumOf(rows.map((row) => amountIn(cell(row, 'Total')))));
    shown.equal(sum, ...read.filter(({ status }) => statuses.includes(status as never)).map(({ total }) => total));
  }
  shown.equal('wallet: unpaid invoices', 'invoices: unpaid');
  // what was paid is what left the wallet, and what credit notes gave back is what came to it
  const outOf = (number: string) =>
    transactions.filter(({ reference }) => reference === number).map(({ moved }) => moved.out);
  for (const { number, status, total } of read) if (paid.includes(status)) shown.equal(total, ...outOf(number));
  const credits = read.map(({ credited }) => credited);
  const back = transactions.filter(({ reference }) => reference.startsWith('CN-')).map(({ moved }) => moved.in);
  shown.equal(shown.note('credit notes', sumOf(credits.map((name) => shown.of(name)))), ...credits);
  shown.equal('credit notes', ...back);

  await open('/invoice/invoice');
  await page.getByRole('button', { name: 'Period summary' }).click();
  const dialog = page.getByRole('dialog', { name: 'Period summary' });
  await dialog.getByLabel('First day').fill('2020-01-01');
  await dialog.getByLabel('Last day').fill('2029-12-31');
  const facts = dialog.locator('dl');
  const counted = read.filter(({ status }) => paid.includes(status)).length;
  // the days before stay until these come
  await expect.poll(async () => countIn((await factsOf(facts)).Invoices ?? '')).toBe(counted);
  const summary = await factsOf(facts);
  const after = shown.note('summary: total after refunds', amountIn(summary['Total after refunds'] ?? ''));
  shown.equal(after, 'invoices: paid', { less: 'credit notes' });

  const { result } = await post<{ result: { file_id: string } }>('/api/exports', {
    list: 'bills_xero',
    format: 'csv',
    query: {},
  });
  const { url } = await post<{ url: string }>(`/api/files/${result.file_id}/link`);
  const bills: Record<string, string>[] = parse(await file(url), { bom: true, columns: true });
  const billed = shown.note('bills: sum', sumOf(bills.map((row) => amountIn(row['*UnitAmount'] ?? ''))));
  shown.equal(billed, 'invoices: paid', 'invoices: unpaid', { less: 'credit notes' });
  return read;
}

/** The words and the amount of a line of sums on paper. */
export const onPaper = (text: string, label: string) =>
  amountIn(new RegExp(`^ *${label} {2,}(.*)$`, 'm').exec(text)?.[1] ?? '');

/** One invoice in its drawer, on its page, and as a file where pdftotext reads one. */
export async function readInvoice(
  shown: ShownFigures,
  reader: Reader,
  invoice: InvoiceRow,
  paper: boolean,
): Promise<void> {
  const { page, open, post, file } = reader;
  const { number, total, credited } = invoice;
  await open('/invoice/invoice?per_page=200');
  await page.getByRole('button', { name: `Open ${number}` }).click();
  const drawer = page.getByRole('dialog', { name: new RegExp(`^${number}`) });
  await drawer.locator('dl').first().waitFor();
  const id = new URL(page.url()).searchParams.get('invoice') ?? '';
  const inDrawer = await factsOf(drawer.locator('dl').first());
  const check = (place: string, text: (label: string) => number, refunded: (label: string) => number) => {
    for (const label of ['Products', 'Shipping', 'Fees', 'Total'])
      shown.equal(shown.note(`${number} ${place}: ${label}`, text(label)), `${number}: ${label}`);
    if (shown.of(credited) === 0) return;
    shown.equal(shown.note(`${number} ${place}: refunded`, -refunded('Refunds')), credited);
    shown.equal(shown.note(`${number} ${place}: net`, refunded('Net of refunds')), total, { less: credited });
  };
  const of = (facts: ShownRow) => (label: string) => amountIn(facts[label] ?? '');
  check('in its drawer', of(inDrawer), of(inDrawer));

  await open(`/clientInvoice?id=${id}`);
  const onPage = await factsOf(page.locator('article dl').last());
  check('on its page', of(onPage), of(onPage));
  const lines = await rowsOf(page.locator('article table').first());
  const amounts = lines.filter((row) => cell(row, 'Quantity') !== '' && !cell(row, 'Quantity').includes('$'));
  shown.equal(
    total,
    ...amounts.map((row, place) => shown.note(`${number} on its page: line ${place}`, amountIn(cell(row, 'Amount')))),
  );
  if (!paper) return;
  const { url } = await post<{ url: string }>(`/api/invoices/${id}/pdf`);
  const text = pdfPages(await file(url)).join('\n');
  for (const label of ['Products', 'Shipping', 'Fees', 'Total'])
    shown.equal(shown.note(`${number} on paper: ${label}`, onPaper(text, label)), `${number}: ${label}`);
}

/** A statement of all days that are over, on paper: its sums, and each movement as the wallet shows it. */
export async function readStatement(
  shown: ShownFigures,
  { post, file }: Pick<Reader, 'post' | 'file'>,
  transactions: readonly StatementRow[],
): Promise<void> {
  const to = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10); // over in every zone
  const issued = await post<{ id: string; transactions: number }>('/api/statements', { from: '2020-01-01', to });
  const { url } = await post<{ url: string }>(`/api/statements/${issued.id}/file`, { format: 'pdf' });
  const text = pdfPages(await file(url)).join('\n');
  const note = (name: string) => shown.note(`statement: ${name}`, onPaper(text, name));
  const closing = note('Closing balance');
  shown.equal(closing, note('Opening balance'), note('Money in'), { less: note('Money out') });
  const moved = transactions
    .filter(({ entry, moved: { in: come, out } }) => entry <= issued.transactions && shown.of(come) !== shown.of(out))
    .toSorted((a, b) => a.entry - b.entry);
  // a withdrawal that is paid moves only what is on hold
  const lines = text
    .split('\n')
    .filter((line) => /^ *\d{4}-\d\d-\d\d .*\.\d{2} +\S*\.\d{2}$/.test(line) && !/Withdrawal WD-\d+ paid/.test(line));
  expect(lines).toHaveLength(moved.length);
  for (const [place, { entry, moved: change, balance }] of moved.entries()) {
    const amounts = amountsIn(lines[place] ?? ''); // between them stands what was put on hold
    const [amount = 0, after = 0] = [amounts[0], amounts.at(-1)];
    shown.equal(shown.note(`statement ${entry}: amount`, amount), change.in, { less: change.out });
    shown.equal(shown.note(`statement ${entry}: balance`, after), balance);
  }
  const charges = [...text.matchAll(/Charged (\S+) USD, fee (\S+) USD/g)];
  const charged = moved.flatMap((row) => row.charged ?? []);
  expect(charges).toHaveLength(charged.length);
  for (const [place, { charged: whole, fee }] of charged.entries()) {
    const [, wholeText = '', feeText = ''] = charges[place] ?? [];
    shown.equal(shown.note(`statement: charged ${place}`, amountIn(wholeText)), whole);
    shown.equal(shown.note(`statement: fee ${place}`, amountIn(feeText)), fee);
  }
  const last = moved.at(-1);
  if (last) shown.equal(closing, last.balance);
}
