import { v7 as uuid } from 'uuid';
import type { ListQuery } from '#contract/shared.ts';
import { noteAccess } from '#server/db/audit.ts';
import type { Ctx, StaffCtx } from '#server/db/context.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import * as rows from './catalog.db.ts';

export type { NewSku, OwnedSku } from './catalog.db.ts';

/** The provider's SKUs; those made for one client only when it is named, which leaves an access row (P39). */
export async function listForDesk(ctx: StaffCtx, query: ListQuery & { account_id?: string | undefined }) {
  const data = await rows.findSkus(ctx, query, pageOf(query));
  if (query.account_id) {
    const { user_id: staff_user_id } = ctx.actor;
    await noteAccess(ctx, {
      feature: 'catalog',
      route: 'catalog.deskList',
      accounts: [query.account_id],
      staff_user_id,
    });
  }
  return { data, meta: metaOf(query, await rows.countSkus(ctx, query)) };
}

/** Adds a SKU with the next code; weight in grams. Staff and jobs only: merchants cannot write the catalogue. */
export async function createSku(ctx: Ctx, sku: rows.NewSku): Promise<{ id: string; code: string; title: string }> {
  return rows.insertSku(ctx, { ...sku, id: uuid(), title: sku.title.slice(0, 255) });
}

/** Those of the SKUs that may be offered to the account: shared ones and its own. */
export const skusFor = (ctx: Ctx, accountId: string, ids: readonly string[]): Promise<rows.OwnedSku[]> =>
  rows.findForAccount(ctx, accountId, ids);

/** Corrects a SKU that nobody was charged for yet. */
export const correctSku = (
  ctx: Ctx,
  id: string,
  change: { weight_g: number; lead_days: number; moq: number },
): Promise<void> => rows.updateSku(ctx, id, change);
