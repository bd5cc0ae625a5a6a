import { v7 as uuid } from 'uuid';
import type { ShopOrder } from '#server/connectors/connector.ts';
import {
  balances,
  bankOf,
  bonusLot,
  type ChainCheck,
  post,
  verifyChain,
} from '#server/features/ledger/ledger.service.ts';
import { applyShopOrders } from '#server/features/orders/intake/apply.service.ts';
import type { TestApp } from './app.ts';
import {
  type Goods,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  inAccount,
  shopLine,
  shopOrder,
  systemEntry,
} from './order-fixtures.ts';
import type { Place } from './people.ts';

/** Lets merchants pay by bank transfer, as finance does before opening. */
export async function givenBank(test: Pick<Place, 'ground'>, fee_bp = 0): Promise<void> {
  const details = JSON.stringify([{ label: 'IBAN', value: 'DE02 1203 0000 0000 2020 51' }]);
  await systemEntry(test).run('all_accounts', ({ db }) =>
    db.updateTable('recharge_methods').set({ active: true, details, fee_bp }).where('code', '=', 'bank').execute(),
  );
}

/** Puts money into a wallet without a recharge. */
export async function givenMoney(test: Place, account_id: string, amount: number): Promise<void> {
  const entry = (ledger_account: string, value: number) => ({ ledger_account, amount: value, currency: 'USD' });
  await inAccount(test, account_id, (ctx) =>
    post(ctx, {
      kind: 'adjustment',
      ref: { kind: 'tests', id: account_id, label: 'opening' },
      idempotency_key: uuid(),
      entries: [entry(bankOf('bank'), -amount), entry('cash', amount)],
    }),
  );
}

/** Gives an account a bonus; answers what is left of that lot. */
export async function givenBonus(
  test: Place,
  account_id: string,
  amount: number,
  lastDay = '2099-12-31',
): Promise<() => Promise<number>> {
  const lot = bonusLot(lastDay, uuid());
  const entry = (ledger_account: string, value: number) => ({ ledger_account, amount: value, currency: 'USD' });
  await inAccount(test, account_id, (ctx) =>
    post(ctx, {
      kind: 'recharge_bonus',
      ref: { kind: 'tests', id: account_id, label: 'bonus' },
      idempotency_key: uuid(),
      entries: [entry('bonus_given', -amount), entry(lot, amount)],
    }),
  );
  return async () => (await inAccount(test, account_id, (ctx) => balances(ctx))).accounts.get(lot) ?? 0;
}

const boundary = 'tradewind-boundary';
const pdf = Buffer.from('%PDF-1.4\n%the shortest thing that is one\n');

/** Uploads a proof and answers its file id. */
export async function uploadProof(test: TestApp, token: string, name = 'proof.pdf'): Promise<string> {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nrecharge_proof\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const answer = await test.app.fastify.inject({
    method: 'POST',
    url: '/api/files',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, authorization: `Bearer ${token}` },
    payload: Buffer.concat([Buffer.from(head), pdf, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  return answer.json<{ data: { id: string } }>().data.id;
}

/** Whether the account's ledger is whole. */
export function checkLedger(test: Pick<Place, 'ground'>, account_id: string): Promise<ChainCheck> {
  return inAccount(test, account_id, (ctx) => verifyChain(ctx));
}

/** The account's cash in minor units. */
export async function cashOf(test: Pick<Place, 'ground'>, account_id: string): Promise<number> {
  return (await inAccount(test, account_id, (ctx) => balances(ctx))).cash;
}

const shelves = new Map<string, { store: { account_id: string; id: string }; goods: Goods }>();
let ordersMade = 0;

/** A store of the account with one priced variant, the same at each call; `of` says what the first call makes it. */
export async function givenShelf(
  test: Pick<Place, 'ground'>,
  account_id: string,
  of: Parameters<typeof givenStore>[2] = {},
) {
  let shelf = shelves.get(account_id);
  if (!shelf) {
    const store = { account_id, id: await givenStore(test, account_id, of) };
    shelf = { store, goods: await givenVariant(test, store) };
    await givenPrice(test, account_id, { sku_id: shelf.goods.sku_id, channel: await givenChannel(test) });
    shelves.set(account_id, shelf);
  }
  return shelf;
}

/** Orders of an account that can be paid at once, in a store of their own; answers their ids. */
export async function givenOrdersToPay(
  test: Pick<Place, 'ground'>,
  account_id: string,
  count: number,
): Promise<string[]> {
  const { store, goods } = await givenShelf(test, account_id);
  const names = Array.from({ length: count }, () => String((ordersMade += 1)));
  const orders = names.map((name) =>
    shopOrder([shopLine(goods, { external_id: `l${name}` })], { external_id: name, name: `#${name}` }),
  );
  return inAccount(test, account_id, async (ctx) => {
    await applyShopOrders(ctx, store, orders, 'api');
    const made = await ctx.db
      .selectFrom('orders')
      .select('id')
      .where('account_id', '=', account_id)
      .where('external_id', 'in', names)
      .execute();
    return made.map(({ id }) => id);
  });
}

/** Lets orders of a store arrive as its shop reports them. */
export async function givenShopOrders(
  test: TestApp,
  store: { account_id: string; id: string },
  orders: ShopOrder[],
): Promise<void> {
  await inAccount(test, store.account_id, (ctx) => applyShopOrders(ctx, store, orders, 'api'));
}
