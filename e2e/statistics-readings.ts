import { expect } from 'vitest';
import { statisticsGroups } from '#contract/statistics-rules.ts';
import { listRows, type Reader } from './money-readings.ts';
import { amountIn, amountsIn, countIn, rowsOf, type ShownFigures, type ShownRow } from './shown-figures.ts';

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
  await readPanels(shown, reader);
  await page.getByRole('button', { name: 'What is Cost?', exact: true }).click();
  const made = await page.getByRole('dialog').innerText();
  const parts = /Products (\S+) · shipping (\S+) · fees (\S+)/.exec(made)?.slice(1) ?? [];
  shown.equal(
    'statistics: cost',
    ...parts.map((text, at) => shown.note(`statistics: part ${at} of cost`, amountIn(text))),
  );

  const href = (await page.locator('[data-figure="orders"] a').first().getAttribute('href')) ?? '';
  const orders = (await listRows(reader, href, 'Orders')).map((row, at) => ({ row, at }));
  const counted = shown.note('orders: count', orders.length);
  shown.equal('statistics: orders', counted);
  const isCancelled = ({ row }: (typeof orders)[number]) => (row.Status ?? '').startsWith('Cancelled');
  const live = orders.filter((order) => !isCancelled(order));
  shown.equal(
    'statistics: cost',
    ...live.map(({ row, at }) => shown.note(`order ${at}: Cost`, amountIn(row.Cost ?? ''))),
  );
  const profits = orders.map((order) => ({
    cancelled: isCancelled(order),
    noted: shown.note(`order ${order.at}: Profit`, amountIn(order.row.Profit ?? '')),
  }));
  shown.equal('statistics: profit', ...profits.map(({ noted }) => noted));
  // cancelled orders lose what they cost all the same
  shown.equal(
    'statistics: kept',
    ...profits.filter(({ cancelled }) => cancelled).map(({ noted }) => ({ less: noted })),
  );
  shown.equal('statistics: refunds', ...(await readRefunds(shown, reader, href)));
  await readTrend(shown, reader);
}

/** What claims gave back of each order of a list, which has no column for it. */
async function readRefunds(shown: ShownFigures, { get }: Reader, href: string): Promise<string[]> {
  const refunds: string[] = [];
  const query = href.slice(href.indexOf('?') + 1);
  for (let at = 1; ; at += 1) {
    const rows = await get<{ credited: number }[]>(`/api/shopify_orders?${query}&per_page=200&page=${at}`);
    for (const { credited } of rows)
      if (credited !== 0) refunds.push(shown.note(`refund ${refunds.length} of an order`, credited));
    if (rows.length < 200) return refunds;
  }
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

/** Pieces that one table of top products may leave out: it has so many rows at most. */
const mostProducts = 20;

/** Top products beside the pieces of the cards, delivery times beside the claims among them, and what ads cost. */
async function readPanels(shown: ShownFigures, { page, open }: Reader): Promise<void> {
  await open(`/sales-statitstics/index?${period}&view=table`);
  const rows = async (name: string) => {
    const table = page.getByRole('table', { name, exact: true });
    return (await table.count()) === 0 ? [] : rowsOf(table);
  };
  const products = await rows('Top products');
  const units = products.map((row, at) => {
    const note = (head: string) => shown.note(`product ${at}: ${head}`, amountIn(row[head] ?? ''));
    if (amountsIn(row['Profit before shipping'] ?? '').length > 0)
      shown.equal(note('Profit before shipping'), note('Sales'), { less: note('Product cost') });
    return shown.note(`product ${at}: Units`, countIn(row.Units ?? ''));
  });
  const named = units.reduce((all, name) => all + shown.of(name), 0);
  if (products.length > 0 && products.length < mostProducts) shown.equal('statistics: units', ...units);
  else if (products.length > 0) {
    expect(named).toBeLessThanOrEqual(shown.of('statistics: units'));
    shown.equal(shown.note('top products: units', named), ...units);
  }
  const ads = await page.locator('[data-figure="ads"]').allInnerTexts();
  const spent = (await rows('Ad spend')).map((row, at) => shown.note(`ads ${at}`, amountIn(row.Amount ?? '')));
  shown.equal(shown.note('statistics: ads', amountIn(ads.join(' '))), ...spent);
  const after = await page.locator('[data-figure="profit_after_ads"]').allInnerTexts();
  if (after.length > 0)
    shown.equal(shown.note('statistics: after ads', amountIn(after.join(' '))), 'statistics: profit', {
      less: 'statistics: ads',
    });
  for (const row of await rows('Delivery times and claims')) {
    const [half = 0, most = 0] = [...(row['Days to delivery'] ?? '').matchAll(/\d+/g)].slice(1).map(Number);
    expect(half).toBeLessThanOrEqual(most || half);
    const shares = /([\d.]+)% \(([\d,]+) of ([\d,]+) sent\)/.exec(row.Claims ?? '');
    expect(shares !== null).toBe(row.Claims?.includes('%') === true);
    const [, share = '0', claims = '0', sent = '1'] = shares ?? [];
    expect(Math.abs(Number(share) - (100 * countIn(claims)) / countIn(sent))).toBeLessThan(0.11); // rounded to one digit
  }
}
