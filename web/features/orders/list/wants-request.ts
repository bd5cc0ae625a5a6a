import { blockStepOf, lackOf } from '#contract/order-lacks.ts';
import { orderBlocks } from '#contract/order-states.ts';
import type { Order } from '../orders-types.ts';

/** Whether a quote is what an order waits for, and nobody has requested it. */
export const wantsRequest = ({ blocks }: Pick<Order, 'blocks'>): boolean =>
  blocks.some(
    ({ code, owner, detail }) =>
      orderBlocks[code].fix === 'quote' &&
      owner === 'merchant' &&
      blockStepOf(lackOf(detail)?.lines ?? []) === 'request',
  );
