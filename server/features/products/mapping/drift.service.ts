import { isDeepStrictEqual } from 'node:util';
import type { Drift } from '#contract/mappings.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { enqueue, publish } from '#server/db/queue.ts';
import { driftOf } from './drift.ts';
import * as rows from './map-variants.db.ts';
import { skuFiguresChanged, deriveStates } from '../figures/figures.service.ts';
import { noteProducts } from '../records/products.service.ts';
import { mappingChanged } from '../records/products.events.ts';

/** The task that looks at the mappings of one account that consist of a catalogue item. */
export const reviewTask = 'products_review_mappings';

type Changed = rows.ConfirmedRow & { found: Drift[] | null };

/**
 * Sets `needs_review` on variants that are not what was confirmed, and lifts it from those that are again (domain.md
 * §3.2). Answers the variants whose drift changed; their open orders are to be looked at again.
 */
export async function checkDrift(ctx: AccountCtx, where: rows.Where): Promise<string[]> {
  const confirmed = await rows.findConfirmed(ctx, where);
  const changed = confirmed
    .map((row): Changed => {
      const found = driftOf(row);
      return { ...row, found: found.length > 0 ? found : null };
    })
    .filter(
      (row) => !isDeepStrictEqual(row.found, row.drift) || (row.found === null) !== (row.mapping_state === 'mapped'),
    );
  if (changed.length === 0) return [];
  await rows.saveDrift(
    ctx,
    changed.map(({ id, found }) => ({ id, drift: found })),
  );
  await noteProducts(
    ctx,
    changed.map(({ product_id, found }) => ({
      product_id,
      kind: found ? 'drifted' : 'as_confirmed',
      data: found ? { changes: found.slice(0, 5) } : {},
    })),
  );
  await deriveStates(ctx, [...new Set(changed.map((row) => row.product_id))]);
  return changed.map((row) => row.id);
}

/**
 * A catalogue item was discontinued or is described otherwise: what merchants mapped to it is looked at, each account in a
 * transaction of its own. For staff and jobs, in staff's scope.
 */
export async function reviewMappingsOf(ctx: Ctx, skuId: string): Promise<void> {
  for (const account_id of await rows.findUsers(ctx, skuId))
    await enqueue(ctx, reviewTask, { account_id, sku_id: skuId }, { key: `${reviewTask}:${account_id}:${skuId}` });
}

/** The work of `reviewTask`. */
export async function reviewAccountMappings(ctx: AccountCtx, skuId: string): Promise<void> {
  const variantIds = await checkDrift(ctx, { skuId });
  await skuFiguresChanged(ctx, [skuId]);
  await mappingChanged.emit(ctx, { accountId: ctx.account, which: { variantIds, skuIds: [skuId] } }); // orders may keep an older version with it
  if (variantIds.length > 0) publish(ctx, { account_id: ctx.account, kind: 'products.changed' });
}
