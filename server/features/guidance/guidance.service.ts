import type { MerchantCtx } from '#server/db/context.ts';
import * as rows from './guidance.db.ts';

const whichOf = (ctx: MerchantCtx) => ({ accountId: ctx.account, stores: ctx.actor.stores });

/** From the connected store to the first price (domain.md §4.1). */
export async function guideShop(ctx: MerchantCtx) {
  const { store, shop, ordered, map, price } = await rows.findShop(ctx, whichOf(ctx));
  return {
    steps: [
      { key: 'store' as const, done: store },
      { key: 'map' as const, done: map },
      { key: 'price' as const, done: price },
    ],
    awaits_file: store && !shop && !ordered,
    by_files: store && !shop,
  };
}

/** From the first paid order to its tracking number. */
export async function guideOrder(ctx: MerchantCtx) {
  const { pay, tracking } = await rows.findOrder(ctx, whichOf(ctx));
  return {
    steps: [
      { key: 'pay' as const, done: pay },
      { key: 'tracking' as const, done: tracking },
    ],
  };
}

/** The money that invoices are paid from. */
export async function guideInvoice(ctx: MerchantCtx) {
  const { recharge } = await rows.findInvoice(ctx, whichOf(ctx));
  return { steps: [{ key: 'recharge' as const, done: recharge }] };
}

/** The agent check of spec §3. */
export async function guideAgent(ctx: MerchantCtx) {
  const agent = await rows.findAgent(ctx);
  return { agent_exist: agent !== null, agent };
}
