import type { Ctx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';

/** Tells open pages of the merchant and of the desk. */
export async function announce(ctx: Ctx, accountId: string, id: string): Promise<void> {
  await publish(ctx, { account_id: accountId, kind: 'quotes.changed', id });
  await publish(ctx, { account_id: null, kind: 'quotes.changed', id });
}
