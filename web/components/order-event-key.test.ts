import { expect, it } from 'vitest';
import { fulfillmentStatuses } from '#contract/order-states.ts';
import { orders as en } from '#web/i18n/en/orders.ts';
import { orders as zh } from '#web/i18n/zh/orders.ts';
import { orderEventKey } from './order-event-key.ts';

it.each([en, zh])('says each state of the fulfillment in the store in a sentence', (texts) => {
  const exists = (key: string) => Object.hasOwn(texts.events, key.replace('events.', ''));
  for (const to of fulfillmentStatuses)
    expect(orderEventKey('store_fulfillment', to, exists)).toBe(`events.store_fulfillment_${to}`);
  expect(orderEventKey('store_fulfillment', 'odd', exists)).toBe('events.store_fulfillment');
  expect(orderEventKey('paid', undefined, exists)).toBe('events.paid');
  expect(orderEventKey('unheard', 'of', exists)).toBe('events.other');
});
