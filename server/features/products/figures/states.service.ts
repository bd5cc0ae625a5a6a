import type { Ctx } from '#server/db/context.ts';
import { saveStates } from './apply.db.ts';
import { figuresChanged } from './figures.service.ts';

/** Gives each product the state of the variant that needs attention most; what its list row shows follows. */
export async function deriveStates(ctx: Ctx, accountId: string, productIds: readonly string[]): Promise<void> {
  await saveStates(ctx, accountId, productIds);
  await figuresChanged(ctx, accountId, productIds);
}
