import { type AccountCtx, type Ctx, type Entry, forAccount } from '#server/db/context.ts';
import { enqueue, publish } from '#server/db/queue.ts';
import { type CatalogIndex, indexCatalog } from './catalog-index.ts';
import { type Dictionary, dictionaryOf, factsOf } from './option-facts.ts';
import { titleWords } from './plain-words.ts';
import { suggest } from './suggest.ts';
import * as rows from './suggestions.db.ts';
import { alikeInCatalog } from '#server/features/image-search/index.ts';
import { deriveStates, markSuggested } from '#server/features/products/index.ts';

export const refreshTask = 'suggestions_refresh';
const perTransaction = 100; // other calls get their turn between batches
const quietMs = 3_000;
const firstId = '00000000-0000-0000-0000-000000000000';

/** Has the suggestions of an account computed: now, or when products have stopped arriving for a moment. */
export const refreshSoon = (ctx: AccountCtx, options: { when?: 'now' | 'quiet' } = {}): Promise<void> =>
  enqueue(
    ctx,
    refreshTask,
    { account_id: ctx.account },
    {
      key: `${refreshTask}:${ctx.account}`,
      queue: refreshTask,
      ...(options.when === 'quiet' && { runAt: new Date(ctx.now.getTime() + quietMs) }),
    },
  );

/** Has the suggestions of every account computed that has something unmapped: the catalogue or the words changed. */
export const refreshAllSoon = (ctx: Ctx): Promise<void> =>
  enqueue(ctx, `${refreshTask}_all`, {}, { key: `${refreshTask}_all` });

/** Enqueues a computation per account that waits for one. */
export async function refreshEveryone(entry: Entry): Promise<void> {
  await entry.run('all_accounts', async (ctx) => {
    for (const accountId of await rows.findAccountsWaiting(ctx)) await refreshSoon(forAccount(ctx, accountId));
  });
}

/**
 * Computes what the unmapped variants of an account probably are; each batch in a transaction of its own. `similarTo` says
 * how similar pictures of the catalogue are to others, from 0 to 1.
 */
export async function refreshSuggestions(
  entry: Entry,
  accountId: string,
  similarTo: typeof alikeInCatalog = alikeInCatalog,
): Promise<number> {
  const scope = { account_id: accountId };
  const { index, dictionary } = await entry.run(scope, async (ctx) => {
    const known = dictionaryOf(await rows.findDictionary(ctx));
    return { dictionary: known, index: indexCatalog(await rows.findOffered(ctx), known) };
  });
  let changed = 0;
  for (let after = firstId; ; ) {
    const batch = await entry.run(scope, async (ctx) => {
      const waiting = await rows.findWaiting(ctx, after, perTransaction);
      changed += await refreshBatch(ctx, { waiting, index, dictionary, similarTo });
      return waiting;
    });
    after = batch.at(-1)?.id ?? after;
    if (batch.length < perTransaction) break;
  }
  if (changed > 0)
    await entry.run(scope, async (ctx) => publish(ctx, { account_id: accountId, kind: 'products.changed' }));
  return changed;
}

type Batch = {
  waiting: readonly rows.WaitingVariant[];
  index: CatalogIndex;
  dictionary: Dictionary;
  similarTo: typeof alikeInCatalog;
};

async function refreshBatch(ctx: AccountCtx, batch: Batch): Promise<number> {
  const { waiting, index, dictionary, similarTo } = batch;
  if (waiting.length === 0) return 0;
  const pictures = [...new Set(waiting.flatMap((variant) => variant.picture ?? []))];
  const alike = await similarTo(ctx, pictures);
  const computed = waiting.flatMap((variant) => {
    const { id, sku, sku_shared, known_sku_id, options, title, product_title } = variant;
    const open = {
      id,
      sku,
      sku_shared,
      known_sku_id,
      words: titleWords(product_title),
      facts: factsOf(dictionary, options, [product_title, title]),
      similarity: similarityOf(index, variant.picture, alike),
    };
    const found = suggest(index, open, new Set(variant.dismissed));
    return found ? [{ ...found, variant_id: id }] : [];
  });
  const ids = waiting.map((variant) => variant.id);
  await rows.replaceOpen(ctx, ids, computed);
  const products = await markSuggested(ctx, ids);
  if (products.length > 0) await deriveStates(ctx, products);
  return products.length;
}

/** Likeness by SKU; the very same picture is alike even before anybody has looked at it. */
function similarityOf(
  index: CatalogIndex,
  picture: string | null,
  alike: ReadonlyMap<string, ReadonlyMap<string, number>>,
): Map<string, number> {
  if (picture === null) return new Map();
  const pictures = alike.get(picture) ?? new Map([[picture, 1]]);
  return new Map(
    [...pictures].flatMap(([one, similarity]) =>
      (index.byPicture.get(one) ?? []).map((sku): [string, number] => [sku.id, similarity]),
    ),
  );
}
