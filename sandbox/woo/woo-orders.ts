import { rows } from '../shop/sql.ts';
import { report } from './woo-hooks.ts';
import {
  changeRecord,
  type Doc,
  findRecord,
  gmt,
  insertRecord,
  newWooId,
  recordsOf,
  removeRecord,
  type WooRecord,
  type WooRuntime,
  type WooShop,
  wholeSecond,
} from './woo-records.ts';

export type WooAddress = Partial<
  Record<
    | 'first_name'
    | 'last_name'
    | 'company'
    | 'address_1'
    | 'address_2'
    | 'city'
    | 'state'
    | 'postcode'
    | 'country'
    | 'phone'
    | 'email',
    string
  >
>;
export type NewWooOrder = {
  lines: { sku: string; quantity: number; price?: string }[];
  status?: string;
  billing?: WooAddress;
  shipping?: WooAddress;
  note?: string;
  /** Percent that are added to the lines, whose totals do not contain it. */
  tax?: number;
  paid?: boolean;
  at?: Date;
};

const nobody: Required<WooAddress> = {
  first_name: '',
  last_name: '',
  company: '',
  address_1: '',
  address_2: '',
  city: '',
  state: '',
  postcode: '',
  country: '',
  phone: '',
  email: '',
};
const someone: Required<WooAddress> = {
  ...nobody,
  first_name: 'Iris',
  last_name: 'Vale',
  address_1: '12 Quay Street',
  city: 'Portland',
  state: 'OR',
  postcode: '97201',
  country: 'US',
  phone: '+1 503 555 0142',
  email: 'iris.vale@example.com',
};

type Found = {
  kind: string;
  id: string;
  parent: string | null;
  doc: { price: string; sku: string; name?: string; attributes?: { name: string; option: string }[] };
};

async function lineOf(rt: WooRuntime, shop: WooShop, asked: NewWooOrder['lines'][number]): Promise<Doc> {
  const [found] = await rows<Found>(
    rt.pool,
    `select kind, id, parent, doc from woo_records where shop = $1 and kind in ('product', 'variation') and doc ->> 'sku' = $2`,
    [shop.slug, asked.sku],
  );
  if (!found) throw new Error(`the shop sells no ${asked.sku}`);
  const parent =
    found.kind === 'variation' ? await findRecord(rt.pool, shop.slug, 'product', found.parent ?? '') : undefined;
  const name = typeof parent?.doc.name === 'string' ? parent.doc.name : (found.doc.name ?? '');
  const choice = parent ? (found.doc.attributes ?? []) : [];
  const price = Number(asked.price ?? found.doc.price);
  return {
    id: await newWooId(rt.pool),
    name: parent ? `${name} - ${choice.map(({ option }) => option).join(', ')}` : name,
    parent_name: parent ? name : null,
    product_id: Number(parent ? found.parent : found.id),
    variation_id: parent ? Number(found.id) : 0,
    quantity: asked.quantity,
    price,
    subtotal: (price * asked.quantity).toFixed(2),
    total: (price * asked.quantity).toFixed(2),
    sku: asked.sku,
    image: null,
    meta_data: choice.map(({ name: key, option }, index) => ({
      id: index + 1,
      key: key.toLowerCase(),
      value: option.toLowerCase(),
      display_key: key,
      display_value: option,
    })),
  };
}

/** A buyer's order; `processing` unless said otherwise. */
export async function placeOrder(rt: WooRuntime, shop: WooShop, order: NewWooOrder): Promise<WooRecord> {
  const line_items: Doc[] = [];
  for (const line of order.lines) {
    const made = await lineOf(rt, shop, line);
    line_items.push({ ...made, total_tax: ((Number(made.total) * (order.tax ?? 0)) / 100).toFixed(2) });
  }
  const status = order.status ?? 'processing';
  const at = wholeSecond(order.at ?? rt.now());
  const billing = { ...someone, ...order.billing };
  const id = await newWooId(rt.pool);
  const record = await insertRecord(
    rt,
    shop.slug,
    'order',
    {
      parent_id: 0,
      number: String(id),
      status,
      currency: shop.currency,
      total: line_items.reduce((sum, line) => sum + Number(line.total) + Number(line.total_tax), 0).toFixed(2),
      total_tax: line_items.reduce((sum, line) => sum + Number(line.total_tax), 0).toFixed(2),
      date_paid_gmt: (order.paid ?? status === 'processing') ? gmt(at) : null,
      billing,
      shipping: order.shipping ? { ...nobody, ...order.shipping } : { ...billing, email: '' },
      customer_note: order.note ?? '',
      line_items,
      shipping_lines: [],
      fee_lines: [],
      refunds: [],
      meta_data: [],
      needs_processing: true,
    },
    { at, id },
  );
  await report(rt, shop, 'order.created', record);
  return record;
}

type Meta = { key: string; value: unknown };

/** Changes an order as its edit page or REST does: meta by key, states with their dates. */
export async function changeOrder(
  rt: WooRuntime,
  shop: WooShop,
  id: string,
  change: Doc,
): Promise<WooRecord | undefined> {
  const before = await findRecord(rt.pool, shop.slug, 'order', id);
  if (!before) return undefined;
  const { meta_data, ...rest } = change;
  const kept = before.doc.meta_data as Meta[]; // written by this file alone
  const given = Array.isArray(meta_data) ? (meta_data as Meta[]) : []; // from REST, in the shape that it documents
  const merged = [...kept.filter((meta) => !given.some(({ key }) => key === meta.key)), ...given];
  const paid =
    rest.status === 'processing' && before.doc.date_paid_gmt === null ? { date_paid_gmt: gmt(rt.now()) } : {};
  await changeRecord(rt, shop.slug, 'order', id, { ...rest, ...paid, meta_data: merged });
  const after = await findRecord(rt.pool, shop.slug, 'order', id);
  if (after) await report(rt, shop, 'order.updated', after);
  return after;
}

/** Pays pieces back; with the last one the order is refunded. */
export async function refundOrder(
  rt: WooRuntime,
  shop: WooShop,
  id: string,
  pieces: Record<string, number>,
): Promise<void> {
  const order = await findRecord(rt.pool, shop.slug, 'order', id);
  const lines = (order?.doc.line_items ?? []) as { id: number; quantity: number; price: number; total_tax: string }[]; // written by this file
  const refunded = lines.filter((line) => pieces[String(line.id)]);
  const of = (line: (typeof lines)[number]) => pieces[String(line.id)] ?? 0;
  const taxOf = (line: (typeof lines)[number]) => (Number(line.total_tax) * of(line)) / line.quantity;
  const amount = refunded.reduce((sum, line) => sum + line.price * of(line) + taxOf(line), 0).toFixed(2);
  const refund = await insertRecord(
    rt,
    shop.slug,
    'refund',
    {
      amount,
      line_items: refunded.map((line) => ({
        id: line.id + 100_000,
        quantity: -of(line),
        total_tax: (-taxOf(line)).toFixed(2),
        meta_data: [{ id: 1, key: '_refunded_item_id', value: String(line.id) }],
      })),
    },
    { parent: id },
  );
  const refunds = [
    ...((order?.doc.refunds ?? []) as Doc[]),
    { id: Number(refund.id), reason: '', total: `-${amount}` },
  ]; // as above
  await changeOrder(rt, shop, id, { refunds });
}

/** To the bin, from which it can come back; or away for good. */
export async function deleteOrder(rt: WooRuntime, shop: WooShop, id: string, forGood = false): Promise<void> {
  const record = await findRecord(rt.pool, shop.slug, 'order', id);
  if (!record) return;
  if (forGood) await removeRecord(rt.pool, shop.slug, 'order', id);
  else await changeRecord(rt, shop.slug, 'order', id, { status: 'trash' });
  await report(rt, shop, 'order.deleted', record);
}

/** Pieces of each line that no fulfilment holds. */
export async function unfulfilled(
  rt: WooRuntime,
  shop: WooShop,
  order: WooRecord,
  except?: string,
): Promise<Map<number, number>> {
  const left = new Map(
    (order.doc.line_items as { id: number; quantity: number }[]).map((line) => [line.id, line.quantity]),
  ); // as above
  for (const { id, doc } of await recordsOf(rt.pool, shop.slug, 'fulfillment', order.id)) {
    if (id === except) continue;
    const items = (doc.meta_data as Meta[]).find(({ key }) => key === '_items')?.value as {
      item_id: number;
      qty: number;
    }[]; // checked when written
    for (const item of items) left.set(item.item_id, (left.get(item.item_id) ?? 0) - item.qty);
  }
  return left;
}
