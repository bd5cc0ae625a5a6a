import { z } from 'zod';
import { products } from '#contract/products.ts';
import type { quoteRequestSchema } from '#contract/quotes.ts';
import { country } from '#contract/shared.ts';
import { sureConfidence } from '#contract/suggestion-rules.ts';
import { capabilitiesOf } from '#server/connectors/capabilities.ts';
import { audit } from '#server/db/audit.ts';
import { accountOf, type Ctx, type MerchantCtx, notFound } from '#server/db/context.ts';
import { type AnyBulkAct, bulkAct, type Finding } from '#server/http/list-acts.ts';
import { appError } from '#server/lib/app-error.ts';
import { type Needs as MappingNeeds, saveMapping } from './mapping.service.ts';
import { selectProducts } from '../records/selection.service.ts';
import { type Candidate, findCandidates } from './bulk.db.ts';
import { findVariants } from '../records/variants.db.ts';

/** Acts of other features that bulk acts on products lead to; `server/app.ts` hands them in. */
export type BulkNeeds = MappingNeeds & {
  requestQuote(
    ctx: MerchantCtx,
    request: z.output<typeof quoteRequestSchema> & { product_id: string },
  ): Promise<unknown>;
  /** How many variants of each product have a suggestion that is sure enough. */
  countSure(
    ctx: Ctx,
    accountId: string,
    productIds: readonly string[],
    confidence: number,
  ): Promise<Map<string, number>>;
  acceptAll(
    ctx: MerchantCtx,
    body: { min_confidence: number; product_ids: string[]; mode: 'commit' },
  ): Promise<{ variants: number }>;
  /** Has one product read from its shop, in the background. */
  readProductSoon(ctx: Ctx, store: { account_id: string; id: string }, externalId: string): Promise<void>;
};

type Refusal = Finding['refusal'];
const list = 'products' as const;
const edit = ['products', 'edit'] as const;
const shape = { list, query: products.list.query, select: selectProducts };

async function findings(
  ctx: MerchantCtx,
  ids: readonly string[],
  refuse: (product: Candidate) => Refusal,
): Promise<Finding[]> {
  const found = await findCandidates(ctx, accountOf(ctx), ids, ctx.actor.stores);
  return found.map((product) => ({ id: product.id, name: product.title, refusal: refuse(product) }));
}

async function candidate(ctx: MerchantCtx, id: string): Promise<Candidate> {
  const [found] = await findCandidates(ctx, accountOf(ctx), [id], ctx.actor.stores);
  if (!found) throw notFound('product');
  return found;
}

const nothingShipped: NonNullable<Refusal> = { code: 'nothing_shipped', reason: { text: 'products.nothing_ships' } };

/** Asks for the prices of products, each for where most of its orders go unless countries are named. */
const askPrices = (needs: BulkNeeds) =>
  bulkAct({
    ...shape,
    act: 'ask_price',
    right: ['quotes', 'edit'],
    input: z.object({
      destinations: z.array(country).max(30).optional(),
      note: quoteNote,
    }),
    check: (ctx, ids) =>
      findings(ctx, ids, ({ open_quote, shipped }) => {
        if (open_quote !== null) return { code: 'quote_open_already', reason: { text: 'products.price_requested' } };
        return shipped === 0 ? nothingShipped : null;
      }),
    async run(ctx, id, { destinations = [], note }) {
      const { country: main } = await candidate(ctx, id);
      const places = destinations.length > 0 ? destinations : main === null ? [] : [main];
      if (places.length === 0) throw appError('invalid_input', { text: 'products.destinations_missing' });
      await needs.requestQuote(ctx, { product_id: id, destinations: places, ...(note !== undefined && { note }) });
    },
  });
const quoteNote = z.string().trim().max(2000).optional();

/** Maps variants whose suggestion is sure enough. */
const acceptSuggestions = (needs: BulkNeeds) =>
  bulkAct({
    ...shape,
    act: 'accept_suggestions',
    right: edit,
    input: z.object({ min_confidence: z.number().min(0.5).max(1).default(sureConfidence) }),
    async check(ctx, ids, { min_confidence }) {
      const sure = await needs.countSure(ctx, accountOf(ctx), ids, min_confidence);
      return findings(ctx, ids, ({ id }) => ((sure.get(id) ?? 0) > 0 ? null : notSure));
    },
    async run(ctx, id, { min_confidence }) {
      await candidate(ctx, id);
      const { variants } = await needs.acceptAll(ctx, { min_confidence, product_ids: [id], mode: 'commit' });
      if (variants === 0) throw appError('suggestion_gone', notSure.reason);
    },
  });
const notSure: NonNullable<Refusal> = { code: 'suggestion_gone', reason: { text: 'products.no_sure_match' } };

/** Says of every variant that is shipped that it is not ours, or takes that back. */
const decideAll = (needs: BulkNeeds, kind: 'not_ours' | 'ours') =>
  bulkAct({
    ...shape,
    act: kind,
    right: edit,
    input: z.object({}),
    check: (ctx, ids) =>
      findings(ctx, ids, ({ shipped, not_ours }) => {
        if (shipped === 0) return nothingShipped;
        if (kind === 'not_ours')
          return not_ours === shipped
            ? { code: 'not_ours_already', reason: { text: 'products.self_fulfilled_already' } }
            : null;
        return not_ours === 0 ? { code: 'ours_already', reason: { text: 'products.not_self_fulfilled' } } : null;
      }),
    async run(ctx, id) {
      await candidate(ctx, id);
      const variants = await findVariants(ctx, accountOf(ctx), id, { retired: false });
      const concerned = variants.filter(
        (variant) => variant.requires_shipping && (variant.mapping_state === 'not_ours') === (kind === 'ours'),
      );
      if (concerned.length === 0) return;
      await saveMapping(ctx, needs, id, {
        mode: 'commit',
        apply: 'open_orders',
        variants: concerned.map((variant) => ({
          variant_id: variant.id,
          version: variant.mapping_version ?? 0,
          decision: { kind },
        })),
      });
    },
  });

/** Has products read from their shops again. */
const refresh = (needs: BulkNeeds) =>
  bulkAct({
    ...shape,
    act: 'refresh',
    right: edit,
    input: z.object({}),
    check: (ctx, ids) => findings(ctx, ids, unreadable),
    async run(ctx, id) {
      const product = await candidate(ctx, id);
      const refusal = unreadable(product);
      if (refusal) throw appError('store_not_connected', refusal.reason);
      await needs.readProductSoon(ctx, { account_id: accountOf(ctx), id: product.store.id }, product.external_id);
      await audit(ctx, { action: 'products.refresh', entity: 'products', entity_id: id });
    },
  });

function unreadable({ store }: Candidate): Refusal {
  if (!capabilitiesOf(store.platform).reads_shop)
    return { code: 'store_by_files', reason: { text: 'products.store_by_files' } };
  if (store.status !== 'connected')
    return { code: 'store_not_connected', reason: { text: 'products.store_not_connected' } };
  return null;
}

/** What can be done with many products at once (domain.md §4.3). */
export const productActs = (needs: BulkNeeds): AnyBulkAct[] => [
  askPrices(needs),
  acceptSuggestions(needs),
  decideAll(needs, 'not_ours'),
  decideAll(needs, 'ours'),
  refresh(needs),
];
