import { listRows, type Reader } from './money-readings.ts';
import { amountIn, factsOf, rowsOf, type ShownFigures } from './shown-figures.ts';

/** The provider's books: trial balance, what is owed to clients today, and what each client brought, beside the clients' wallets. */
export async function readFinance(shown: ShownFigures, reader: Reader, wallets: readonly string[]): Promise<void> {
  const { page, open } = reader;
  await open('/staff/finance');
  const table = page.getByRole('table', { name: 'Trial balance in USD' });
  await table.waitFor();
  const lines = (await rowsOf(table)).map((row) => {
    const name = row.Account ?? '';
    const note = (side: string) => shown.note(`trial balance: ${name} ${side}`, amountIn(row[`${side} (USD)`] ?? ''));
    return { name, debit: note('Debit'), credit: note('Credit') };
  });
  const sums = lines.filter(({ name }) => name === 'Total');
  const accounts = lines.filter(({ name }) => name !== 'Total');
  for (const { debit, credit } of sums) {
    shown.equal(debit, ...accounts.map((line) => line.debit));
    shown.equal(credit, ...accounts.map((line) => line.credit));
    shown.equal(debit, credit);
  }
  const balance = (names: RegExp) =>
    accounts.filter(({ name }) => names.test(name)).flatMap(({ debit, credit }) => [credit, { less: debit }]);

  await open('/staff/finance?tab=liabilities');
  const [today = {}] = await rowsOf(page.getByRole('table', { name: 'Owed to clients in USD' }));
  const note = (head: string) => shown.note(`liabilities: ${head}`, amountIn(today[`${head} (USD)`] ?? ''));
  const owed = note('Owed to clients');
  shown.equal(owed, note('Cash'), note('Held'), note('Bonus'), note('Owed by clients'));
  shown.equal(owed, ...balance(/^Client (deposits|bonus credits)/));
  shown.equal('liabilities: Held', ...balance(/ on hold$/));
  shown.equal('liabilities: Bonus', ...balance(/^Client bonus credits$/));
  shown.equal(owed, ...wallets);

  const rows = await listRows(reader, '/staff/finance?tab=clients&period=last_12_months', 'Revenue by client');
  const each = (head: string) => rows.map((row) => shown.note(`${row.Client}: ${head}`, amountIn(row[head] ?? '')));
  const net = each('Net revenue');
  const closing = each('Closing balance');
  // each of both refunds has its credit note, so none of them is called so
  const heads = ['Paid invoices', 'Recharge fees', 'Claim refunds', 'Other refunds'];
  const [invoiced, charged, claims, refunded] = heads.map(each);
  for (const [place, name] of net.entries())
    shown.equal(
      name,
      ...[invoiced, charged, claims, refunded].flatMap((all, at) => {
        const part = all?.[place];
        return part === undefined ? [] : [at < 2 ? part : { less: part }];
      }),
    );
  const said = await page.getByText(/^Net revenue .* closing balances/).innerText();
  const [netText = '', closingText = ''] = said.split('·');
  const allNet = shown.note('revenue: net of all', amountIn(netText));
  shown.equal(allNet, ...net);
  shown.equal(allNet, ...balance(/^(Sales revenue|Fee revenue|Claims expense)$/));
  shown.equal(shown.note('revenue: balances of all', amountIn(closingText)), ...closing);
  shown.equal('revenue: balances of all', owed);
}

/** The statement of one client in the finance desk: what moved leads to what the client's own wallet shows. */
export async function readClientStatement(
  shown: ShownFigures,
  { page, open }: Reader,
  client: { who: string; id: string; usable: number },
): Promise<void> {
  const { who, id, usable } = client;
  await open(`/staff/finance?tab=statement&client=${id}&period=last_12_months`);
  const list = page.locator('main dl').filter({ hasText: 'Closing balance' });
  await list.waitFor();
  const facts = await factsOf(list);
  const note = (name: string) => shown.note(`statement of ${who}: ${name}`, amountIn(facts[name] ?? ''));
  const closing = note('Closing balance');
  shown.equal(closing, note('Opening balance'), note('Money in'), { less: note('Money out') });
  shown.equal(closing, shown.note(`${who}: available without credit`, usable));
}
