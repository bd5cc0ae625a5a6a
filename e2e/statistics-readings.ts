import { statisticsGroups } from '#contract/statistics-rules.ts';
import { listRows, type Reader } from './money-readings.ts';
import { amountIn, countIn, rowsOf, type ShownFigures, type ShownRow } from './shown-figures.ts';

const period = 'period=last_90';
const cards = ['sales', 'orders', 'units', 'cost', 'profit'] as const;
type Card = (typeof cards)[number];
const heads: Record<Card, string> = {
  sales: 'Sales',
  orders: 'Orders',
  units: 'Units',
  cost: 'Cost',
  profit: 'Profit',
};
const figureOf = (card: Card, text: string) => (card === 'orders' || card === 'units' ? countIn(text) : amountIn(text));

/** The statistics' cards, their table of days and their breakdowns, and the order list of the same days. */
export async function readStatistics(shown: ShownFigures, reader: Reader): Promise<void> {
  const { page, open } = reader;
  await open(`/sales-statitstics/index?${period}&view=table`);
  const texts = await page
    .locator('[data-figure]')
    .evaluateAll((all) => all.map((one) => [one.getAttribute('data-figure') ?? '', (one as HTMLElement).innerText]));
  const card = Object.fromEntries(texts) as Record<string, string>;
  if (countIn(card.orders?.replace('Orders', '') ?? '') === 0) return;
  const value = (name: string) => card[name] ?? '';
  for (const name of cards) shown.note(`statistics: ${name}`, figureOf(name, value(name)));
  shown.note('statistics: refunds', amountIn(value('credited')));
  shown.note('statistics: kept', amountIn(/Cancelled orders cost \S+/.exec(value('profit'))?.[0] ?? ''));
  const bind = (place: string, rows: readonly ShownRow[]) => {
    for (const name of cards)
      shown.equal(
        `statistics: ${name}`,
        ...rows.map((row, at) => shown.note(`${place} ${at}: ${name}`, figureOf(name, row[heads[name]] ?? ''))),
      );
  };
  const table = (name: string) => rowsOf(page.getByRole('table', { name, exact: true }));
  bind('step', await table('Sales over time'));
  for (const group of statisticsGroups) {
    await open(`/sales-statitstics/index?${period}&view=table&by=${group}`);
    bind(`by ${group}`, await table('Breakdown'));
  }
  const parts = /Products (\S+) · shipping (\S+) · fees (\S+)/.exec(value('cost'))?.slice(1) ?? [];
  shown.equal(
    'statistics: cost',
    ...parts.map((text, at) => shown.note(`statistics: part ${at} of cost`, amountIn(text))),
  );

  const href = (await page.locator('[data-figure="orders"] a').getAttribute('href')) ?? '';
  const orders = (await listRows(reader, href, 'Orders')).map((row, at) => ({ row, at }));
  const counted = shown.note('orders: count', orders.length);
  shown.equal('statistics: orders', counted);
  const live = orders.filter(({ row }) => !(row.Status ?? '').startsWith('Cancelled'));
  const each = (name: 'Cost' | 'Profit') =>
    live.map(({ row, at }) => shown.note(`order ${at}: ${name}`, amountIn(row[name] ?? '')));
  shown.equal('statistics: cost', ...each('Cost'));
  shown.equal('statistics: profit', ...each('Profit'), 'statistics: refunds', { less: 'statistics: kept' });
  await readTrend(shown, reader);
}

/** The dashboard's last 30 days beside the cards of the statistics for the same days. */
async function readTrend(shown: ShownFigures, { page, open }: Reader): Promise<void> {
  const read = async (path: string, place: string) => {
    await open(path);
    const first = page.locator('[data-figure="sales"]').filter({ visible: true });
    await first.waitFor();
    for (const name of ['sales', 'profit', 'orders'] as const) {
      const text = await page.locator(`[data-figure="${name}"]`).filter({ visible: true }).innerText();
      shown.note(`${place}: ${name}`, figureOf(name, text));
    }
  };
  await read('/sales-statitstics/index', 'last 30 days');
  await read('/Dashboard/index', 'dashboard');
  for (const name of ['sales', 'profit', 'orders']) shown.equal(`dashboard: ${name}`, `last 30 days: ${name}`);
}
