import { accountOf, type Ctx, demandStore, type MerchantCtx, notFound, type StaffCtx } from '#server/db/context.ts';
import { noteAccess } from '#server/db/audit.ts';

type Scalar = string | number | boolean | null;
/** One thing that happened to an order, or was decided about it. */
export type StoryEntry = {
  at: Date;
  source: 'shop' | 'order' | 'mapping' | 'price' | 'freight' | 'payment' | 'parcel' | 'claim';
  kind: string;
  by: string | null;
  internal: boolean;
  params: Record<string, Scalar>;
  inputs: { name: string; value: Scalar }[];
  link: {
    to: 'order' | 'product' | 'quote' | 'invoice' | 'claim' | 'tracking' | 'store';
    id: string;
    label: string;
  } | null;
};
export type Recomputed = {
  currency: string;
  lines: { code: string; title: string; amount: number; recomputed: number }[];
};
type Part = (ctx: Ctx, accountId: string, orderId: string) => Promise<StoryEntry[]>;

/** Each feature tells its own part of the story; `server/app-claims.ts` hands them in. */
export type Needs = {
  orderHead(
    ctx: Ctx,
    accountId: string,
    orderId: string,
  ): Promise<{ id: string; name: string; store_id: string } | undefined>;
  parts: readonly Part[];
  recompute(ctx: Ctx, accountId: string, orderId: string): Promise<Recomputed | null>;
};

/** Everything that happened to an order of the account, oldest first. */
export async function explainOrder(ctx: MerchantCtx, needs: Needs, orderId: string) {
  return storyOf(ctx, needs, accountOf(ctx), orderId);
}

/** The same for staff, with what is internal; leaves an access row. */
export async function explainForDesk(ctx: StaffCtx, needs: Needs, accountId: string, orderId: string) {
  const story = await storyOf(ctx, needs, accountId, orderId);
  await noteAccess(ctx, {
    feature: 'orders',
    route: 'orderHistory.deskGet',
    accounts: [accountId],
    entity_id: orderId,
    staff_user_id: ctx.actor.user_id,
  });
  return story;
}

async function storyOf(ctx: Ctx, needs: Needs, accountId: string, orderId: string) {
  const head = await needs.orderHead(ctx, accountId, orderId);
  if (!head) throw notFound('order');
  demandStore(ctx.actor, head.store_id);
  const told: StoryEntry[] = [];
  for (const part of needs.parts) told.push(...(await part(ctx, accountId, orderId)));
  const staff = ctx.actor.kind === 'staff';
  const seen = told.filter((entry) => staff || !entry.internal);
  const bill = await needs.recompute(ctx, accountId, orderId);
  return {
    order: { id: head.id, name: head.name },
    entries: seen.sort((a, b) => a.at.getTime() - b.at.getTime()),
    cost: bill && sumOf(bill),
  };
}

function sumOf({ currency, lines }: Recomputed) {
  const billed = lines.reduce((sum, line) => sum + line.amount, 0);
  const recomputed = lines.reduce((sum, line) => sum + line.recomputed, 0);
  return { currency, billed, recomputed, equal: lines.every((line) => line.amount === line.recomputed), lines };
}
