import { v7 as uuid } from 'uuid';
import { forAccount } from '#server/db/context.ts';
import { expireInvoice } from '#server/features/order-invoices/order-invoices-end.service.ts';
import type { TestApp } from './app.ts';
import { billContradictions } from './bill-checks.ts';
import {
  applyShopOrders,
  type Channel,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  type Goods,
  inAccount,
  shopLine,
  shopOrder,
  systemEntry,
} from './order-fixtures.ts';
import { merchant, type Person, staff } from './people.ts';
import { runTasks } from './run-tasks.ts';
import { enqueueTask, sqlRows } from './sql-rows.ts';
import { cashOf, givenMoney } from './wallet-fixtures.ts';

/** A merchant with one store, and the priced goods that its orders have. */
export type Invoiced = { owner: Person; store: string; goods: Goods };
/** What an order is reported with beside its name; `units` is how many of its two pieces are left. */
type Shop = Parameters<typeof shopOrder>[1] & { units?: number };

const hour = 3_600_000;
/** What an order costs: two pieces at 5.00, 800 g at 10.00 per kg plus 2.00 are 10.00 of goods and 10.00 of freight. */
export const each = 2_000;
/** What the wallet of a merchant holds unless said otherwise. */
export const money = 100_000;

/** Merchants whose orders an agent invoices, and the calls that both make. */
export async function openInvoicing(test: TestApp) {
  const channel: Channel = await givenChannel(test);
  const agent = await staff(test, 'agent');
  let placed = 0;

  const get = async (token: string, path: string) => (await test.call('GET', path, { token })).body;
  const post = (token: string, path: string, body: object, key = uuid()) =>
    test.call('POST', path, { token, key, body });
  const issuePath = ({ owner }: Invoiced) => `/api/staff/clients/${owner.account_id}/order_invoices`;

  async function given(amount = money): Promise<Invoiced> {
    const owner = await merchant(test);
    const store = await givenStore(test, owner.account_id);
    const goods = await givenVariant(test, { account_id: owner.account_id, id: store });
    await givenPrice(test, owner.account_id, { sku_id: goods.sku_id, channel });
    if (amount > 0) await givenMoney(test, owner.account_id, amount);
    return { owner, store, goods };
  }

  /** An order as its shop reports it; with the name of one that is there, the order changed. */
  async function order({ owner, store, goods }: Invoiced, { units, ...more }: Shop = {}) {
    placed += more.name ? 0 : 1;
    const name = more.name ?? `#${placed}`;
    const now = test.clock.now();
    const line = shopLine(goods, { external_id: `l${name}` });
    const shown = shopOrder([{ ...line, current_quantity: units ?? line.quantity }], {
      external_id: `9${name.slice(1)}`,
      name,
      placed_at: now,
      updated_at: now,
      ...more,
    });
    const ref = { account_id: owner.account_id, id: store };
    await inAccount(test, owner.account_id, (ctx) => applyShopOrders(ctx, ref, [shown], 'api'));
    const [row] = await sqlRows<{ id: string }>(
      test,
      `SELECT id FROM orders WHERE account_id = '${owner.account_id}' AND name = '${name}'`,
    );
    return { id: row?.id ?? '', name };
  }

  async function newPrice({ owner, goods }: Invoiced, unit_price: number): Promise<void> {
    await inAccount(test, owner.account_id, ({ db, now }) =>
      db.updateTable('prices').set({ valid_to: now }).where('account_id', '=', owner.account_id).execute(),
    );
    await givenPrice(test, owner.account_id, { sku_id: goods.sku_id, channel, unit_price });
  }

  const issue = (
    of: Invoiced,
    expected_total: number,
    more: { valid_hours?: number; key?: string; token?: string } = {},
  ) =>
    post(more.token ?? agent.token, issuePath(of), { expected_total, valid_hours: more.valid_hours ?? 24 }, more.key);

  async function issued(of: Invoiced, orders = 1, valid_hours = 24) {
    const answer = await issue(of, orders * each, { valid_hours });
    if (answer.status !== 200 || answer.body.data.orders !== orders)
      throw new Error(`not issued: ${JSON.stringify(answer.body)}`);
    return answer.body.data.invoices[0] as { id: string; number: string };
  }

  /** What the job does with an invoice, as the job would. */
  const expireNow = ({ owner }: Invoiced, id: string) =>
    systemEntry(test).run('all_accounts', (ctx) => expireInvoice(forAccount(ctx, owner.account_id), id));

  return {
    channel,
    agent,
    get,
    post,
    issuePath,
    given,
    order,
    newPrice,
    issue,
    issued,
    expireNow,
    pay: ({ owner }: Invoiced, id: string, expected_total = each, token = owner.token) =>
      post(token, `/api/invoices/${id}/payment`, { expected_total }),
    checkout: ({ owner }: Invoiced, order_ids: string[], expected_total = order_ids.length * each) =>
      post(owner.token, '/api/invoices', { order_ids, expected_total }),
    refresh: ({ owner }: Invoiced, id: string, expected_total = each, token = owner.token) =>
      post(token, `/api/invoices/${id}/refresh`, { expected_total }),
    decline: ({ owner }: Invoiced, id: string, token = owner.token) =>
      post(token, `/api/invoices/${id}/decline`, { reason: 'Not now.' }),
    voided: (of: Invoiced, id: string) => post(agent.token, `${issuePath(of)}/${id}/void`, { reason: 'Wrong month.' }),
    invoiceOf: async ({ owner }: Invoiced, id: string) => (await get(owner.token, `/api/invoices/${id}`)).data,
    orderOf: async ({ owner }: Invoiced, id: string) => (await get(owner.token, `/api/shopify_orders/${id}`)).data,
    countsOf: async ({ owner }: Invoiced) => (await get(owner.token, '/api/invoices')).meta.counts,
    cash: ({ owner }: Invoiced) => cashOf(test, owner.account_id),
    contradictions: ({ owner }: Invoiced) => billContradictions(test, owner.account_id, money),
    async run(task: string) {
      await enqueueTask(test, task);
      await runTasks(test);
    },
    async expire(of: Invoiced, id: string) {
      test.clock.advance(24 * hour);
      await expireNow(of, id);
    },
  };
}
