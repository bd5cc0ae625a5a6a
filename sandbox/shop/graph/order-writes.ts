import { createHash } from 'node:crypto';
import { gid, idOf, kindOf } from '../gid.ts';
import { emitOrder } from '../order-changes.ts';
import { lockOrder } from '../orders.ts';
import { changeProduct } from '../catalogue.ts';
import { ShopRefusal } from '../refusal.ts';
import type { Attribute, OrderRow } from '../rows.ts';
import { type Db, firstRow, newId } from '../sql.ts';
import { requireAny } from './access.ts';
import { type GraphContext, mutate } from './context.ts';
import { orderNode } from './order-node.ts';

function cleanTags(tags: string[]): string[] {
  // A comma splits a tag in two.
  return [
    ...new Set(
      tags
        .flatMap((tag) => tag.split(','))
        .map((tag) => tag.trim())
        .filter(Boolean),
    ),
  ];
}

async function changeTags(ctx: GraphContext, id: string, change: (tags: string[]) => string[]) {
  const kind = kindOf(id);
  requireAny(ctx, kind === 'Product' ? 'tags' : 'tagsAdd', [kind === 'Product' ? 'write_products' : 'write_orders']);
  return mutate(ctx, async (db) => {
    if (kind === 'Product') {
      const productId = idOf('Product', id) ?? '0';
      const row = await firstRow<{ tags: string[] }>(
        db,
        'select tags from shop_products where shop_id = $1 and id = $2 for update',
        [ctx.shop.id, productId],
      );
      if (!row) throw new ShopRefusal(['id'], 'Product does not exist');
      await changeProduct(db, ctx.rt, ctx.shop, productId, { tags: change(row.tags) });
      return { node: { __typename: 'Product', id } };
    }
    const order = await lockOrder(db, ctx.shop, idOf('Order', id) ?? '0');
    await db.query('update shop_orders set tags = $2, updated_at = $3 where id = $1', [
      order.id,
      change(order.tags),
      ctx.rt.now(),
    ]);
    await emitOrder(db, ctx.rt, ctx.shop, order.id, ['orders/updated']);
    return { node: { __typename: 'Order', id } };
  });
}

function tagsAdd(args: { id: string; tags: string[] }, ctx: GraphContext) {
  return changeTags(ctx, args.id, (tags) => cleanTags([...tags, ...args.tags]));
}

function tagsRemove(args: { id: string; tags: string[] }, ctx: GraphContext) {
  const gone = new Set(cleanTags(args.tags).map((tag) => tag.toLowerCase()));
  return changeTags(ctx, args.id, (tags) => tags.filter((tag) => !gone.has(tag.toLowerCase())));
}

type AddressInput = Partial<
  Record<
    | 'address1'
    | 'address2'
    | 'city'
    | 'company'
    | 'countryCode'
    | 'firstName'
    | 'lastName'
    | 'phone'
    | 'provinceCode'
    | 'zip',
    string | null
  >
>;
type OrderInput = {
  id: string;
  note?: string | null;
  tags?: string[];
  email?: string;
  phone?: string;
  customAttributes?: Attribute[];
  shippingAddress?: AddressInput | null;
};

function addressPatch(input: AddressInput) {
  return {
    first_name: input.firstName ?? '',
    last_name: input.lastName ?? '',
    company: input.company ?? null,
    address1: input.address1 ?? '',
    address2: input.address2 ?? null,
    city: input.city ?? '',
    province: input.provinceCode ?? null,
    province_code: input.provinceCode ?? null,
    zip: input.zip ?? null,
    country_code: input.countryCode ?? '',
    phone: input.phone ?? null,
  };
}

/** Note, attributes and tags given here replace the stored ones as a whole (shopify.md §2.7). */
async function orderUpdate({ input }: { input: OrderInput }, ctx: GraphContext) {
  return mutate(ctx, async (db) => {
    const order = await lockOrder(db, ctx.shop, idOf('Order', input.id) ?? '0');
    if (Object.keys(input).length < 2) throw new ShopRefusal(null, 'No valid update parameters have been provided');
    const data = {
      ...order.data,
      ...(input.note !== undefined && { note: input.note }),
      ...(input.customAttributes && { attributes: input.customAttributes.map(({ key, value }) => ({ key, value })) }),
      ...(input.shippingAddress && { address: addressPatch(input.shippingAddress) }),
    };
    const changed = await firstRow<OrderRow>(
      db,
      `update shop_orders set data = $2, tags = coalesce($3, tags), email = coalesce($4, email), phone = coalesce($5, phone), updated_at = $6 where id = $1 returning *`,
      [order.id, data, input.tags && cleanTags(input.tags), input.email, input.phone, ctx.rt.now()],
    );
    await emitOrder(db, ctx.rt, ctx.shop, order.id, ['orders/updated']);
    return { order: changed && orderNode(ctx, changed) };
  });
}

type MetafieldInput = { ownerId: string; namespace?: string | null; key: string; type?: string | null; value: string };

async function setMetafield(db: Db, ctx: GraphContext, input: MetafieldInput, index: number) {
  const at = ['metafields', String(index)];
  if (!['Order', 'Product', 'ProductVariant'].includes(kindOf(input.ownerId) ?? ''))
    throw new ShopRefusal([...at, 'ownerId'], 'Owner does not exist', 'INVALID');
  if (input.key.length < 2)
    throw new ShopRefusal([...at, 'key'], 'Key is too short (minimum is 2 characters)', 'TOO_SHORT');
  // `$app:` stands for a namespace that belongs to this app alone.
  const namespace = (input.namespace ?? '$app')
    .replace('$app', `app--${createHash('sha256').update(ctx.rt.app.clientId).digest('hex').slice(0, 10)}`)
    .replace(':', '--');
  const row = await firstRow<{ id: string; namespace: string; key: string; value: string }>(
    db,
    `insert into shop_metafields (id, shop_id, owner, namespace, key, type, value) values ($1,$2,$3,$4,$5,$6,$7)
     on conflict (shop_id, owner, namespace, key) do update set value = excluded.value, type = excluded.type returning *`,
    [
      await newId(db),
      ctx.shop.id,
      input.ownerId,
      namespace,
      input.key,
      input.type ?? 'single_line_text_field',
      input.value,
    ],
  );
  return (
    row && {
      __typename: 'Metafield',
      id: gid('Metafield', row.id),
      namespace: row.namespace,
      key: row.key,
      value: row.value,
    }
  );
}

async function metafieldsSet({ metafields }: { metafields: MetafieldInput[] }, ctx: GraphContext) {
  return mutate(ctx, async (db) => {
    if (metafields.length > 25)
      throw new ShopRefusal(
        ['metafields'],
        'Exceeded the maximum metafields input limit of 25.',
        'LESS_THAN_OR_EQUAL_TO',
      );
    const made = [];
    for (const [index, input] of metafields.entries()) made.push(await setMetafield(db, ctx, input, index));
    return { metafields: made };
  });
}

/** Root fields that write orders. */
export const orderWrites = { tagsAdd, tagsRemove, orderUpdate, metafieldsSet };
