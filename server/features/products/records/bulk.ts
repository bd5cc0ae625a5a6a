import { products } from '#contract/products.ts';
import { type MerchantCtx, notFound } from '#server/db/context.ts';
import type { Finding } from '#server/http/list-actions.ts';
import { type Candidate, findCandidates } from './products.db.ts';
import { selectProducts } from './products.service.ts';

/** How bulk actions select products: by ids, or by the filters of the list. */
export const productSelection = { list: 'products', query: products.list.query, select: selectProducts } as const;

/** The selected products, each with why a bulk action leaves it out; null where it does not. */
export async function productFindings(
  ctx: MerchantCtx,
  ids: readonly string[],
  refuse: (product: Candidate) => Finding['refusal'],
): Promise<Finding[]> {
  const found = await findCandidates(ctx, ids, ctx.actor.stores);
  return found.map((product) => ({ id: product.id, name: product.title, refusal: refuse(product) }));
}

/** One selected product as it is now; throws 404 for another account's and for hidden stores. */
export async function bulkCandidate(ctx: MerchantCtx, id: string): Promise<Candidate> {
  const [found] = await findCandidates(ctx, [id], ctx.actor.stores);
  if (!found) throw notFound('product');
  return found;
}

export const nothingShipped: NonNullable<Finding['refusal']> = {
  code: 'nothing_shipped',
  reason: { text: 'products.nothing_ships' },
};
