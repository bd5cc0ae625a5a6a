import type { promiseActs } from '#contract/delivery-planning.ts';
import type { UnpaidRow } from './delivery-planning.db.ts';

export type Act = (typeof promiseActs)[number];
/** One way to meet a need of an order. */
export type Way = { key: string; act: Act; subject_id: string | null; product_id: string | null; label: string };

const way = (act: Act, subject_id: string | null, label: string, product_id: string | null = null): Way => ({
  key: subject_id === null ? act : `${act} ${subject_id}`,
  act,
  subject_id,
  product_id,
  label,
});

type Block = UnpaidRow['blocks'][number];

/** What takes a block away: all of these, each by one of its ways; null where only the provider can. */
function waysOf(order: UnpaidRow, { code, owner, detail }: Block): Way[][] | null {
  if (owner === 'provider') return null;
  const here = (act: Act): Way => way(act, order.id, order.name);
  switch (code) {
    case 'UNMAPPED_VARIANT':
      return order.unlinked > 0 ? null : toMap(order);
    case 'MAPPING_CHANGED':
      return toReview(order);
    case 'PRICE_APPROVAL':
      return awaited(detail).map(({ id, sku }) => [way('accept_price', id, sku)]);
    case 'PRICE_GUARD':
      return [[here('accept_cost'), way('raise_guard', order.store.id, order.store.name)]];
    case 'OUT_OF_STOCK':
      return [[way('change_stock_plan', order.store.id, order.store.name)]];
    default:
      return [[{ ...here('other'), key: `${code} ${order.id}`, label: code }]];
  }
}

const toMap = ({ variants }: UnpaidRow): Way[][] =>
  variants
    .filter(({ state }) => state !== 'needs_review')
    .map(({ id, sku, product_id }) => [way('map_variant', id, sku, product_id)]);

function toReview({ variants }: UnpaidRow): Way[][] {
  const changed = variants.filter(({ state }) => state === 'needs_review');
  const products = new Map(changed.map(({ product_id, sku }) => [product_id, sku]));
  return [...products].map(([product, sku]) => [way('review_product', product, sku, product)]);
}

function awaited({ changes }: Record<string, unknown>): { id: string; sku: string }[] {
  return Array.isArray(changes) ? (changes as { id: string; sku: string }[]) : []; // as the order's block tells them
}

/** All that the merchant must do before an order can be paid; null where that is not in their hands. */
export function needsOf(order: UnpaidRow): Way[][] | null {
  if (order.stage === 'quoting') return null;
  const needs = order.blocks.map((block) => waysOf(order, block));
  if (needs.some((ways) => ways === null)) return null;
  const release = order.held ? [[way('release', order.id, order.name)]] : [];
  return [...needs.flatMap((ways) => ways ?? []), ...release];
}

/** The one act for all orders that the wallet does not reach. */
export const recharge: Way = way('recharge', null, '');
