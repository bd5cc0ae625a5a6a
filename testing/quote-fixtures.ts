import { v7 as uuid } from 'uuid';
import { applyShopOrders } from '#server/features/orders/intake/apply.service.ts';
import type { TestApp } from './app.ts';
import { address, givenStore, inAccount, shopLine, shopOrder } from './order-fixtures.ts';
import type { Person, Place } from './people.ts';
import { applyProducts, shopProduct, shopVariant } from './product-fixtures.ts';

export const yunExpress = '019a0000-0000-7000-8000-000000000001'; // of the reference migration

/** A store with one product of two variants and `orders` paid orders of the first, to the United States. */
export async function givenUnpriced(
  test: Pick<Place, 'ground'>,
  owner: Person,
  orders = 2,
): Promise<{ store: string; product_id: string }> {
  const store = await givenStore(test, owner.account_id);
  await applyProducts(test, owner.account_id, store, [
    shopProduct('1', [shopVariant('11'), shopVariant('12', { position: 2 })], { title: 'Moon lamp' }),
  ]);
  const line = shopLine({ external_id: '11', sku: 'SKU-11' });
  const placed = Array.from({ length: orders }, (_, n) =>
    shopOrder([line], { external_id: `order-${n}`, name: `#${1001 + n}`, address }),
  );
  await inAccount(test, owner.account_id, (ctx) =>
    applyShopOrders(ctx, { account_id: owner.account_id, id: store }, placed, 'api'),
  );
  const product = await inAccount(test, owner.account_id, (ctx) =>
    ctx.db
      .selectFrom('store_products')
      .select('id')
      .where('account_id', '=', owner.account_id)
      .where('store_id', '=', store)
      .executeTakeFirstOrThrow(),
  );
  return { store, product_id: product.id };
}

/** Asks for the price of a product. */
export const ask = (test: TestApp, token: string, productId: string, more: object = {}) =>
  test.call('POST', `/api/products/${productId}/inquiry`, {
    token,
    key: uuid(),
    body: { destinations: ['US', 'GB'], ...more },
  });

const line = (n: number, more: object = {}) => ({
  line: n,
  catalog_sku_id: null,
  unit_price: 450 + n,
  weight_g: 300,
  lead_days: 3,
  moq: 1,
  ...more,
});

/** An agent's answer to a request of two variants, with one channel to the United States. */
export const answerBody = (more: object = {}) => ({
  version: 1,
  lines: [line(1), line(2)],
  freight: [
    {
      destination: 'US',
      channel_id: yunExpress,
      formula: { kind: 'per_kg', handling_amount: 200, kg_amount: 1000 },
      days_min: 7,
      days_max: 12,
      tax_mode: 'DDP',
    },
  ],
  note: 'In stock.',
  ...more,
});
export const answerLine = line;

export const sendAnswer = (
  test: TestApp,
  token: string,
  quote: { account_id: string; id: string },
  body: object = answerBody(),
) => test.call('POST', `/api/staff/quotes/${quote.account_id}/${quote.id}/answer`, { token, key: uuid(), body });

export const acceptQuote = (test: TestApp, token: string, id: string, version = 1, choice: object = {}) =>
  test.call('POST', `/api/quotes/${id}/accept`, { token, key: uuid(), body: { version, ...choice } });

/** Asks by a page, pictures or words. */
export const askFor = (test: TestApp, token: string, body: object) =>
  test.call('POST', '/api/quotes', { token, key: uuid(), body: { destinations: ['US'], ...body } });

/** Uploads a file for a quote: a member's own, or one that an agent brings for the account. */
export async function quoteFile(
  test: Pick<TestApp, 'app'>,
  token: string,
  file: { name: string; bytes: Buffer },
  account_id?: string,
): Promise<string> {
  const form = new FormData();
  form.append('purpose', 'quote_attachment');
  form.append('file', new Blob([Uint8Array.from(file.bytes)]), file.name);
  const sent = new Response(form);
  const answer = await test.app.fastify.inject({
    method: 'POST',
    url: account_id === undefined ? '/api/files' : `/api/staff/files/${account_id}`,
    headers: { 'content-type': sent.headers.get('content-type') ?? '', authorization: `Bearer ${token}` },
    payload: Buffer.from(await sent.arrayBuffer()),
  });
  return answer.json<{ data: { id: string } }>().data.id;
}
