import type { ParsedOf } from '#contract/endpoint.ts';
import type { FulfilmentStep } from '#contract/order-acts.ts';
import type { orders } from '#contract/orders.ts';
import type { StaffCtx } from '#server/db/context.ts';
import { lockFor } from '../review/actions.service.ts';
import { after } from '../cancel/cancel.service.ts';
import { setFulfilmentStep } from '../records/cancel.db.ts';
import { noteEvents } from '../review/review.service.ts';

type Body = ParsedOf<typeof orders.recordFulfilmentStep>['body'];

const leadsTo = { buy: 'bought', pick: 'picked', pack: 'packed', unpack: 'picked' } as const satisfies Record<
  Body['act'],
  FulfilmentStep
>;

/** The warehouse says how far it is with an order; what may still be changed of it follows. */
export async function recordFulfilmentStep(
  ctx: StaffCtx,
  order: { account_id: string; id: string },
  { act, version }: Body,
): Promise<void> {
  const { account_id, id } = order;
  await lockFor(ctx, account_id, id, act, version);
  await setFulfilmentStep(ctx, account_id, id, leadsTo[act]);
  const kind = act === 'unpack' ? 'unpacked' : leadsTo[act];
  await noteEvents(ctx, account_id, [{ order_id: id, kind }]);
  await after(ctx, account_id, id, act);
}
