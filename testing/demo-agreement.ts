import { type RawBuilder, sql } from 'kysely';
import { expect, it } from 'vitest';
import { products as productsContract } from '#contract/products.ts';
import { stock as stockContract } from '#contract/stock.ts';
import { merchantActor } from '#sandbox/demo/portal.ts';
import type { Entry, MerchantActor } from '#server/db/context.ts';
import { waitingTasks } from '#server/features/dashboard/dashboard.service.ts';
import { listProducts } from '#server/features/products/records/products.service.ts';
import { storeHealth } from '#server/features/stores/health/health.service.ts';
import { listStock } from '#server/features/stock/stock-list.service.ts';
import { groupBy } from '#server/lib/group-by.ts';

const rowsOf = async <Row>(entry: Entry, query: RawBuilder<Row>): Promise<Row[]> =>
  entry.run('all_accounts', async (ctx) => (await query.execute(ctx.db)).rows);

/** The owner of each account that has orders. */
async function ownersOf(entry: Entry): Promise<MerchantActor[]> {
  const found = await rowsOf(
    entry,
    sql<{ user_id: string; account_id: string }>`
    SELECT m.user_id, m.account_id FROM memberships m
    WHERE m.role = 'owner' AND EXISTS (SELECT FROM orders o WHERE o.account_id = m.account_id)`,
  );
  expect(found).not.toEqual([]);
  return found.map((member) => merchantActor({ ...member, name: 'Owner', role: 'owner' }));
}

/** Tests that the pages of each client of a filled demo do not contradict each other. */
export function testAgreement(entry: () => Entry): void {
  it('says the same of each SKU in every warehouse, and of how it lasts', async () => {
    let shelves = 0;
    for (const owner of await ownersOf(entry())) {
      const { data, meta } = await entry()
        .as(owner)
        .run({ account_id: owner.account_id }, (ctx) =>
          listStock(ctx, stockContract.list.query.parse({ per_page: 100 })),
        );
      const bySku = groupBy(data, ({ sku }) => sku.id);
      for (const levels of bySku.values()) {
        const [first] = levels;
        const all = levels.reduce((sum, { available }) => sum + available, 0);
        const sold = first?.sold_everywhere ?? 0;
        const cover = sold > 0 ? Math.floor((all * 30) / sold) : null;
        for (const level of levels) {
          expect(level).toMatchObject({ low: first?.low, running_out: first?.running_out, cover_days: cover });
          expect(level.sold_30 === null).toBe(levels.length > 1); // several shelves have no sales of their own
        }
        if (levels.length > 1) shelves += 1;
      }
      expect(meta.counts?.low).toBe(data.filter(({ low, running_out }) => low || running_out).length);
    }
    expect(shelves).toBeGreaterThan(0);
  });

  it('knows of each store’s last message what its deliveries say', async () => {
    let heard = 0;
    for (const owner of await ownersOf(entry())) {
      const stores = await rowsOf(
        entry(),
        sql<{ id: string; last_event_at: Date | null }>`
        SELECT id, last_event_at FROM stores WHERE account_id = ${owner.account_id} AND platform = 'shopify'`,
      );
      for (const { id, last_event_at } of stores) {
        const health = await storeHealth(entry().as(owner), id);
        const times = health.topics.map((topic) => topic.last_received_at.getTime());
        if (times.length > 0) expect(health.last_event_at?.getTime()).toBe(Math.max(...times));
        else expect(health.last_event_at === null || health.last_event_at < health.since).toBe(true);
        if (last_event_at && last_event_at >= health.since) expect(times).not.toEqual([]);
        heard += times.length;
      }
    }
    expect(heard).toBeGreaterThan(0);
  });

  it('sends each order by the shipping method that it was priced for, and that its store’s settings name', async () => {
    const strays = await rowsOf(
      entry(),
      sql`
      SELECT 1 FROM parcels p JOIN orders o ON o.account_id = p.account_id AND o.id = p.order_id WHERE p.channel_id <> o.channel_id`,
    );
    expect(strays).toEqual([]);
    const named = await rowsOf(
      entry(),
      sql<{ store: string; country: string; code: string; sent: boolean }>`
      SELECT s.name AS store, d.key AS country, c.code, EXISTS (
        SELECT FROM orders o WHERE o.account_id = s.account_id AND o.store_id = s.id AND o.country = d.key AND o.channel_id = c.id
          AND o.shipped_at IS NOT NULL) AS sent
      FROM stores s CROSS JOIN jsonb_each_text(s.settings -> 'default_channels') d JOIN channels c ON c.id::text = d.value`,
    );
    expect(named).toEqual([{ store: 'Harbour & Pine US', country: 'US', code: 'CP-EPACKET', sent: true }]);
  });

  it('has a delivery of stock on its way and one that is counted in part, paid for, as the warehouse receives them', async () => {
    const found = await rowsOf(
      entry(),
      sql<{ status: string; came: number; unpaid: number; story: string }>`
      SELECT o.status, (SELECT sum(received)::int FROM stock_order_lines l WHERE l.account_id = o.account_id AND l.stock_order_id = o.id) AS came,
        (SELECT count(*)::int FROM invoices i WHERE i.account_id = o.account_id AND i.stock_order_id = o.id AND i.paid_at IS NULL) AS unpaid,
        (SELECT string_agg(e.status, ' ' ORDER BY e.at, e.id) FROM stock_order_events e WHERE e.account_id = o.account_id AND e.stock_order_id = o.id) AS story
      FROM stock_orders o WHERE o.status IN ('inbound', 'receiving') ORDER BY o.status`,
    );
    const story = 'requested quoted open partly_paid producing producing inbound'; // the balance was paid during production
    expect(found).toEqual([
      { status: 'inbound', came: 0, unpaid: 0, story },
      { status: 'receiving', came: 160, unpaid: 0, story: `${story} receiving` },
    ]);
  });

  it('counts a product as one without a price until its price is asked for, wherever it is counted', async () => {
    let asked = 0;
    for (const owner of await ownersOf(entry())) {
      await entry()
        .as(owner)
        .run({ account_id: owner.account_id }, async (ctx) => {
          const list = (query: object) =>
            listProducts(ctx, productsContract.list.query.parse({ per_page: 100, ...query }));
          const { request_quotes: step } = await waitingTasks(ctx);
          const waiting = await list({ orders: 'to_quote' });
          expect(step?.count).toBe(waiting.meta.total);
          const { counts = {} } = waiting.meta;
          const unasked = [];
          for (const tab of ['unmapped', 'suggested'] as const) {
            const { data, meta } = await list({ tab });
            expect(meta.total).toBe(counts[tab]);
            unasked.push(...data);
          }
          const open = new Set((await list({ tab: 'quoting' })).data.map(({ id }) => id));
          expect(open.size).toBe(counts.quoting);
          expect(unasked.filter(({ id }) => open.has(id))).toEqual([]);
          const ids = new Set(unasked.map(({ id }) => id));
          expect(waiting.data.filter(({ id }) => !ids.has(id))).toEqual([]);
          asked += open.size;
        });
    }
    expect(asked).toBeGreaterThan(0);
  });
}
