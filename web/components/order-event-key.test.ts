import { expect, it } from 'vitest';
import { fulfillmentStatuses } from '#contract/order-states.ts';
import { orders as en } from '#web/i18n/en/orders.ts';
import { orders as zh } from '#web/i18n/zh/orders.ts';
import { orderEventKey } from './order-event-key.ts';

it.each([en, zh])('says each state of the fulfillment in the store in a sentence', ({ events, eventStates }) => {
  const known = new Set([
    ...Object.keys(events).map((kind) => `events.${kind}`),
    ...Object.keys(eventStates.store_fulfillment).map((to) => `eventStates.store_fulfillment.${to}`),
  ]);
  const exists = (key: string) => known.has(key);
  for (const to of fulfillmentStatuses)
    expect(orderEventKey('store_fulfillment', to, exists)).toBe(`eventStates.store_fulfillment.${to}`);
  expect(orderEventKey('store_fulfillment', 'odd', exists)).toBe('events.store_fulfillment');
  expect(orderEventKey('paid', undefined, exists)).toBe('events.paid');
  expect(orderEventKey('unheard', 'of', exists)).toBe('events.other');
});
