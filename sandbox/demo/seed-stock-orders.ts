import { sql } from 'kysely';
import { forAccount } from '#server/db/context.ts';
import { payInvoice } from '#server/features/invoices/invoices-pay.service.ts';
import { acceptPrice, askForStock } from '#server/features/stock-orders/stock-orders-ask.service.ts';
import { quoteOrder } from '#server/features/stock-orders/stock-orders-staff.service.ts';
import { staffActor, startThread } from './portal.ts';
import type { Account, Context } from './seed-merchant.ts';
import { yiwu } from './seed-stock.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Stock orders of one merchant: one asked for, one with its price, one in production whose balance is due. */
export async function seedStockOrders({ portal, house, world }: Context, account: Account): Promise<void> {
  const now = world.now.getTime();
  const thread = startThread(portal, world.now);
  const scope = { account_id: account.account_id };
  const dayIn = (days: number) => new Date(now + days * day).toISOString().slice(0, 10);
  const { rows: skus } = await thread.allAccounts(({ db }) =>
    sql<{ sku_id: string; cost: number }>`
      SELECT l.sku_id, min(m.unit_cost)::bigint AS cost FROM stock_levels l
      JOIN stock_movements m ON m.account_id = l.account_id AND m.sku_id = l.sku_id AND m.unit_cost IS NOT NULL
      WHERE l.account_id = ${account.account_id} GROUP BY l.sku_id ORDER BY l.sku_id LIMIT 3`.execute(db),
  );
  const agent = house.staff.agent[account.merchant.agent];
  if (!agent) return;
  for (const [step, { sku_id, cost }] of skus.entries()) {
    const units = [300, 180, 440][step] ?? 300;
    thread.clock.set(new Date(now - (6 - step) * day));
    const owner = thread.as(account.owner);
    const asked = {
      warehouse_id: yiwu,
      lines: [{ sku_id, quantity: units }],
      wanted_by: dayIn(40),
      branding: '',
      note: '',
    };
    const { id } = await owner.run(scope, (ctx) => askForStock(ctx, asked));
    if (step === 2) continue;
    thread.clock.set(new Date(now - 2 * day));
    const breaks = [
      { from: 1, unit_price: Math.ceil(cost * 0.9) },
      { from: 500, unit_price: Math.ceil(cost * 0.8) },
    ];
    const quote = {
      version: 1,
      lines: [{ line: 1, breaks, pack: 10, moq: 50, delivery_piece: 320 }],
      deposit_percent: 30,
      freight_kg: 280,
      branding_fee: 0,
      ready_on: dayIn(14),
      eta: dayIn(19),
      valid_until: dayIn(12),
      answer: 'The factory can start within the week.',
    };
    const quoted = await thread
      .as(staffActor({ ...agent, roles: ['agent'] }))
      .run('all_accounts', (ctx) => quoteOrder(forAccount(ctx, account.account_id), id, quote));
    if (step === 1) continue;
    const expected_total = quoted.total ?? 0;
    const body = { version: quoted.version, expected_total, quantities: [] };
    const { invoices } = await owner.run(scope, (ctx) => acceptPrice(ctx, id, body));
    const deposit = invoices.find(({ part }) => part === 'deposit');
    if (!deposit) continue;
    thread.clock.set(new Date(now - 2 * hour)); // after what the wallet has paid before
    await owner.run(scope, (ctx) => payInvoice(ctx, deposit.id, { expected_total: deposit.total }));
  }
}
