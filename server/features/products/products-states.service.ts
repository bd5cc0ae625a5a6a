import type { Ctx } from '#server/db/context.ts';
import { saveStates } from './products-apply.db.ts';
import { figuresChanged } from './products-figures.service.ts';

/** Gives each product the state of the variant that needs attention most; what its list row shows follows. */
export async function deriveStates(ctx: Ctx, accountId: string, productIds: readonly string[]): Promise<void> {
  await saveStates(ctx, accountId, productIds);
  await figuresChanged(ctx, accountId, productIds);
}
