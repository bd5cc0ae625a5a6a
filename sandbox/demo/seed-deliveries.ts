import { sql } from 'kysely';
import { forAccount } from '#server/db/context.ts';
import { payInvoice } from '#server/features/invoices/invoices-pay.service.ts';
import { acceptPrice, askForStock } from '#server/features/stock-orders/stock-orders-ask.service.ts';
import { receive } from '#server/features/stock-orders/stock-orders-receive.service.ts';
import { moveOrder, quoteOrder } from '#server/features/stock-orders/stock-orders-staff.service.ts';
import { startThread } from './portal.ts';
import type { Account, Context, Step } from './seed-merchant.ts';
import { yiwu } from './seed-stock.ts';
import type { Purse } from './seed-wallet.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Two stock orders of a month ago: of one a part was counted yesterday, the other is on its way. `eta` counts from the present, in days. */
const deliveries = [
  { units: 240, eta: -1, tracking: 'SF1460023718', carton: 'Our label on each box' },
  { units: 160, eta: 3, tracking: 'SF1460025502', carton: '' },
] as const;

/** What became of them in the merchant's history: asked, quoted, both invoices paid, made and sent. The warehouse counts later. */
export function deliverySteps({ thread, house, world }: Context, account: Account, purse: Purse): Step[] {
  const agent = house.staff.agent[account.merchant.agent];
  if (account.merchant.key !== 'harbour' || !agent) return [];
  const { account_id } = account;
  const scope = { account_id };
  const owner = thread.as(account.owner);
  const asAgent = thread.as(agent);
  const at = (days: number) => new Date(world.now.getTime() + days * day);
  const dayIn = (days: number) => at(days).toISOString().slice(0, 10);
  return deliveries.flatMap(({ units, eta, tracking, carton }, place): Step[] => {
    let id = '';
    let bills: readonly { id: string; total: number }[] = [];
    const versionOf = async () => (await thread.allAccounts((ctx) => findState(ctx.db, account_id, id))).version;
    const pay = async (bill: { id: string; total: number } | undefined, now: Date) => {
      if (!bill) return;
      await purse.cover(bill.total);
      thread.clock.set(now);
      await owner.run(scope, (ctx) => payInvoice(ctx, bill.id, { expected_total: bill.total }));
    };
    const move = async (action: 'produce' | 'send', more: object = {}) => {
      const body = { action, version: await versionOf(), note: '', ...more };
      await asAgent.run('all_accounts', (ctx) => moveOrder(forAccount(ctx, account_id), id, body));
    };
    const step = (days: number, action: (now: Date) => Promise<void>): Step => {
      const now = new Date(at(days).getTime() + place * hour);
      return { at: now, do: () => action(now) };
    };
    return [
      step(-29, async () => {
        const [sku] = await thread.allAccounts(({ db }) => findSellers(db, account_id, place));
        if (!sku) return;
        const lines = [{ sku_id: sku.sku_id, quantity: units }];
        const asked = { warehouse_id: yiwu, lines, wanted_by: dayIn(eta + 4), branding: carton, note: '' };
        ({ id } = await owner.run(scope, (ctx) => askForStock(ctx, asked)));
        const unit = Math.ceil(sku.cost * 0.85);
        const quote = {
          version: 1,
          lines: [{ line: 1, breaks: [{ from: 1, unit_price: unit }], pack: 10, moq: 50, delivery_piece: 320 }],
          deposit_percent: 30,
          freight_kg: 280,
          branding_fee: carton === '' ? 0 : 45_00,
          ready_on: dayIn(eta - 8),
          eta: dayIn(eta),
          valid_until: dayIn(-20),
          answer: '',
        };
        thread.clock.advance(5 * hour);
        const quoted = await asAgent.run('all_accounts', (ctx) => quoteOrder(forAccount(ctx, account_id), id, quote));
        const body = { version: quoted.version, expected_total: quoted.total ?? 0, quantities: [] };
        thread.clock.advance(3 * hour);
        bills = (await owner.run(scope, (ctx) => acceptPrice(ctx, id, body))).invoices;
      }),
      step(-28, (now) => pay(bills[0], now)),
      step(-27, () => (id === '' ? Promise.resolve() : move('produce'))),
      step(eta - 9, (now) => pay(bills[1], now)),
      step(eta - 8, () => (id === '' ? Promise.resolve() : move('send', { tracking }))),
    ];
  });
}

/** The warehouse counts a part of the first of them; answers the SKUs that unpaid orders may want of it. */
export async function seedReceiving({ portal, house, world }: Context, { account_id }: Account): Promise<string[]> {
  const thread = startThread(portal, new Date(world.now.getTime() - 20 * hour));
  const [packer] = house.staff.warehouse;
  const [order] = await thread.allAccounts(({ db }) => findInbound(db, account_id));
  if (!packer || !order) return [];
  const counted = {
    version: order.version,
    counts: [{ line: 1, good_qty: 156, damaged_qty: 4 }],
    verdict: 'partly' as const,
    note: 'One carton was crushed. The rest is still at the forwarder.',
    file_ids: [],
    last: false,
  };
  await thread.as(packer).run('all_accounts', (ctx) => receive(forAccount(ctx, account_id), order.id, counted));
  return [order.sku_id];
}

type Db = Parameters<Parameters<ReturnType<typeof startThread>['allAccounts']>[0]>[0]['db'];

/** A product that sells well, by how many sell better, with what the merchant pays for it. */
async function findSellers(db: Db, accountId: string, better: number) {
  const { rows } = await sql<{ sku_id: string; cost: number }>`
    SELECT d.sku_id, min(p.unit_price)::bigint AS cost FROM sku_sales_days d
    JOIN prices p ON p.account_id = d.account_id AND p.catalog_sku_id = d.sku_id
    WHERE d.account_id = ${accountId} GROUP BY d.sku_id ORDER BY max(d.pieces) DESC, d.sku_id OFFSET ${better} LIMIT 1`.execute(
    db,
  );
  return rows;
}

const findState = (db: Db, accountId: string, id: string) =>
  db
    .selectFrom('stock_orders')
    .select('version')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

async function findInbound(db: Db, accountId: string) {
  const { rows } = await sql<{ id: string; version: number; sku_id: string }>`
    SELECT o.id, o.version, l.sku_id FROM stock_orders o
    JOIN stock_order_lines l ON l.account_id = o.account_id AND l.stock_order_id = o.id
    WHERE o.account_id = ${accountId} AND o.status = 'inbound' ORDER BY o.eta LIMIT 1`.execute(db);
  return rows;
}
