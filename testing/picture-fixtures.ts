import { createSku } from '#server/features/catalog/catalog.service.ts';
import { storePicture } from '#server/features/files/files.service.ts';
import type { TestApp } from './app.ts';
import { systemEntry } from './order-fixtures.ts';
import { applyProducts, shopProduct, shopVariant } from './product-fixtures.ts';
import { type DrawnProduct, pictureOf } from './product-pictures.ts';

/** Keeps a drawn product's picture as the mirror would. */
export async function keepPicture(test: TestApp, product: DrawnProduct): Promise<string> {
  const bytes = await pictureOf(product);
  const kept = await systemEntry(test).run('desk', (ctx) => storePicture(ctx, test.blobs, bytes));
  return kept.sha256;
}

/** A SKU of the catalogue that shows a drawn product; `owner` makes it for one client only. */
export async function catalogPicture(test: TestApp, product: DrawnProduct, title: string, owner: string | null = null) {
  const picture = await keepPicture(test, product);
  const sku = { title, weight_g: 300, lead_days: 3, moq: 1, picture, owner_account_id: owner };
  return { ...(await systemEntry(test).run('desk', (ctx) => createSku(ctx, sku))), picture };
}

/** A product of a store that shows a drawn product. */
export async function ownPicture(
  test: TestApp,
  accountId: string,
  store: string,
  external_id: string,
  product: DrawnProduct,
) {
  const picture = await keepPicture(test, product);
  await applyProducts(test, accountId, store, [shopProduct(external_id, [shopVariant(`${external_id}1`)])]);
  await systemEntry(test).run('desk', ({ db }) =>
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
