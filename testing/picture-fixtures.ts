import { v7 as uuid } from 'uuid';
import { createSku } from '#server/features/catalog/catalog.service.ts';
import { drawPicture, keepPicture as keepDrawn } from '#server/features/files/files.service.ts';
import { mapVariants } from '#server/features/products/mapping/map-variants.service.ts';
import { describeSoon } from '#server/features/image-search/image-search.jobs.ts';
import type { Answer, TestApp } from './app.ts';
import { sqlRows } from './sql-rows.ts';
import { givenChannel, inAccount, systemEntry } from './order-fixtures.ts';
import { applyProducts, shopProduct, shopVariant } from './product-fixtures.ts';
import { type DrawnProduct, drawProducts, pictureOf } from './product-pictures.ts';
import { runTasks } from './run-tasks.ts';

/** Where pictures are put: the app under test, or a stage. */
type Gallery = Pick<TestApp, 'ground' | 'blobs'>;

/** Keeps a drawn product's picture as the mirror would. */
export async function keepPicture(test: Gallery, product: DrawnProduct): Promise<string> {
  const drawn = await drawPicture(await pictureOf(product), null);
  const kept = await systemEntry(test).run('all_accounts', (ctx) => keepDrawn(ctx, drawn));
  return kept.sha256;
}

/** A SKU of the catalogue that shows a drawn product; `owner` makes it for one client only. */
export async function catalogPicture(test: Gallery, product: DrawnProduct, title: string, owner: string | null = null) {
  const picture = await keepPicture(test, product);
  const sku = { title, weight_g: 300, lead_days: 3, moq: 1, picture, owner_account_id: owner };
  return { ...(await systemEntry(test).run('all_accounts', (ctx) => createSku(ctx, sku))), picture };
}

/** A product of a store that shows a drawn product. */
export async function ownPicture(
  test: Gallery,
  accountId: string,
  store: string,
  external_id: string,
  product: DrawnProduct,
) {
  const picture = await keepPicture(test, product);
  await applyProducts(test, accountId, store, [shopProduct(external_id, [shopVariant(`${external_id}1`)])]);
  await systemEntry(test).run('all_accounts', ({ db }) =>
    db
      .updateTable('store_products')
      .set({ picture })
      .where('account_id', '=', accountId)
      .where('store_id', '=', store)
      .where('external_id', '=', external_id)
      .execute(),
  );
  return picture;
}

/** Lets a SKU have a price for an account. */
export async function priceSku(test: Gallery, accountId: string, skuId: string, unit_price: number): Promise<void> {
  const channel = await givenChannel(test);
  await sqlRows(
    test,
    `INSERT INTO prices (account_id, id, catalog_sku_id, destination, channel_id, unit_price, currency, formula, days_min, days_max, tax_mode, valid_from, created_at)
     VALUES ('${accountId}', '${uuid()}', '${skuId}', 'US', '${channel.id}', ${unit_price}, 'USD', '{"kind":"per_parcel","amount":1}', 5, 9, 'DDP', now(), now())`,
  );
}

/** Maps the variants of a product to a SKU of its own, at a price. */
export async function givenPrice(test: Gallery, accountId: string, external_id: string, unit_price: number) {
  const variants = await sqlRows<{ id: string }>(
    test,
    `SELECT v.id FROM store_variants v JOIN store_products p ON p.account_id = v.account_id AND p.id = v.product_id
     WHERE p.account_id = '${accountId}' AND p.external_id = '${external_id}'`,
  );
  const sku = {
    title: `SKU of ${external_id}`,
    weight_g: 300,
    lead_days: 3,
    moq: 1,
    picture: null,
    owner_account_id: null,
  };
  const { id } = await systemEntry(test).run('all_accounts', (ctx) => createSku(ctx, sku));
  const components = [{ catalog_sku_id: id, quantity: 1 }];
  const mappings = variants.map((variant) => ({ variant_id: variant.id, source: 'manual' as const, components }));
  await inAccount(test, accountId, (ctx) => mapVariants(ctx, mappings));
  await priceSku(test, accountId, id, unit_price);
}

const boundary = 'tradewind-boundary';

/** Uploads a picture to search by, as the page does. */
export async function uploadPicture(test: TestApp, token: string, bytes: Buffer, name = 'found.jpg'): Promise<Answer> {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nimage_search\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const answer = await test.app.fastify.inject({
    method: 'POST',
    url: '/api/files',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, authorization: `Bearer ${token}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  return { status: answer.statusCode, body: answer.json() };
}

/** Searches by a picture: by a drawn product unless set otherwise. */
export async function searchBy(test: TestApp, token: string, bytes?: Buffer): Promise<Answer> {
  const [drawn] = drawProducts(1, 'searched');
  const picture = bytes ?? (drawn ? await pictureOf(drawn) : Buffer.alloc(0));
  const file = await uploadPicture(test, token, picture);
  return test.call('POST', '/api/image_searches', { token, body: { file_id: file.body.data.id } });
}

/** Has all stored pictures described, and products compared by them. */
export async function describeAll(test: TestApp): Promise<void> {
  await systemEntry(test).run('all_accounts', describeSoon);
  await runTasks(test);
}
