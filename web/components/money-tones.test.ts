import { expect, it } from 'vitest';
import { invoiceTones, orderPaymentTones } from './money-tones.ts';

it('gives a refund one colour on the order and on its invoice', () => {
  expect(orderPaymentTones.refunded).toBe(invoiceTones.credited);
  expect(orderPaymentTones.partly_refunded).toBe(invoiceTones.partly_credited);
  expect([orderPaymentTones.none, orderPaymentTones.invoiced]).toEqual(['grey', 'amber']);
});
