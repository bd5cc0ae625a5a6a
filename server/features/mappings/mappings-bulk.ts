import { z } from 'zod';
import { sureConfidence } from '#contract/suggestion-rules.ts';
import { capabilitiesOf } from '#server/connectors/capabilities.ts';
import { audit } from '#server/db/audit.ts';
import { type AnyBulkAction, bulkAction, type Finding } from '#server/http/list-actions.ts';
import { appError } from '#server/lib/app-error.ts';
import { saveMapping } from './mappings.service.ts';
import {
  bulkCandidate,
  type Candidate,
  findVariants,
  nothingShipped,
  productFindings,
  productSelection,
} from '#server/features/products/index.ts';
import { countSure, acceptAll } from '#server/features/suggestions/index.ts';
import { readProductSoon } from '#server/features/stores/index.ts';

type Refusal = Finding['refusal'];
const edit = ['products', 'edit'] as const;

/** Maps variants whose suggestion is sure enough. */
const acceptSuggestions = bulkAction({
  ...productSelection,
  action: 'accept_suggestions',
  right: edit,
  input: z.object({ min_confidence: z.number().min(0.5).max(1).default(sureConfidence) }),
  async check(ctx, ids, { min_confidence }) {
    const sure = await countSure(ctx, ids, min_confidence);
    return productFindings(ctx, ids, ({ id }) => ((sure.get(id) ?? 0) > 0 ? null : notSure));
  },
  async run(ctx, id, { min_confidence }) {
    await bulkCandidate(ctx, id);
    const { variants } = await acceptAll(ctx, { min_confidence, product_ids: [id], mode: 'commit' });
    if (variants === 0) throw appError('suggestion_gone', notSure.reason);
  },
});
const notSure: NonNullable<Refusal> = { code: 'suggestion_gone', reason: { text: 'products.no_sure_match' } };

/** Says of every variant that is shipped that it is not ours, or takes that back. */
const decideAll = (kind: 'not_ours' | 'ours') =>
  bulkAction({
    ...productSelection,
    action: kind,
    right: edit,
    input: z.object({}),
    check: (ctx, ids) =>
      productFindings(ctx, ids, ({ shipped, not_ours }) => {
        if (shipped === 0) return nothingShipped;
        if (kind === 'not_ours')
          return not_ours === shipped
            ? { code: 'not_ours_already', reason: { text: 'products.self_fulfilled_already' } }
            : null;
        return not_ours === 0 ? { code: 'ours_already', reason: { text: 'products.not_self_fulfilled' } } : null;
      }),
    async run(ctx, id) {
      await bulkCandidate(ctx, id);
      const variants = await findVariants(ctx, id, { retired: false });
      const concerned = variants.filter(
        (variant) => variant.requires_shipping && (variant.mapping_state === 'not_ours') === (kind === 'ours'),
      );
      if (concerned.length === 0) return;
      await saveMapping(ctx, id, {
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
const refresh = bulkAction({
  ...productSelection,
  action: 'refresh',
  right: edit,
  input: z.object({}),
  check: (ctx, ids) => productFindings(ctx, ids, unreadable),
  async run(ctx, id) {
    const product = await bulkCandidate(ctx, id);
    const refusal = unreadable(product);
    if (refusal) throw appError('store_not_connected', refusal.reason);
    await readProductSoon(ctx, { account_id: ctx.account, id: product.store.id }, product.external_id);
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
export const productActions: readonly AnyBulkAction[] = [
  acceptSuggestions,
  decideAll('not_ours'),
  decideAll('ours'),
  refresh,
];
