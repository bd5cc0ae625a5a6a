import { v7 as uuid } from 'uuid';
import type { Ctx } from '#server/db/context.ts';
import * as rows from './timeline.db.ts';

export type Happening = { product_id: string; kind: string; data: Record<string, unknown> };

/** Adds to the products' timelines; what happened alike to several variants of a product is one row with their number. */
export async function noteProducts(ctx: Ctx, accountId: string, happenings: readonly Happening[]): Promise<void> {
  const alike = new Map<string, Happening & { variants: number }>();
  for (const happening of happenings) {
    const key = JSON.stringify([happening.product_id, happening.kind, happening.data]);
    const known = alike.get(key);
    if (known) known.variants += 1;
    else alike.set(key, { ...happening, variants: 1 });
  }
  await rows.insertEvents(
    ctx,
    accountId,
    [...alike.values()].map(({ variants, data, ...row }) => ({ id: uuid(), ...row, data: { ...data, variants } })),
  );
}
