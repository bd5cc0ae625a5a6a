import { expect, it } from 'vitest';
import { isOrderTemplate, orderTemplate, orderTemplateFields } from '#contract/order-template.ts';
import { readOrderFile } from './order-file.ts';
import { matchTitles } from './order-titles.ts';

it.each(['en', 'zh'])('the template in %s is recognized column by column and read as an order', async (locale) => {
  const text = orderTemplate(locale, '2026-11-26');
  const head = text.replace('\uFEFF', '').split('\r\n')[0]?.split(',') ?? [];
  const mapping = matchTitles(head);
  expect(mapping).toEqual(Object.fromEntries(orderTemplateFields.map((field, place) => [field, head[place]])));
  expect(isOrderTemplate(head)).toBe(true);
  expect(isOrderTemplate([...head.slice(1), head[0] ?? ''])).toBe(false);
  expect(isOrderTemplate([...head, 'Note'])).toBe(false);
  const target = { platform: 'file', currency: 'USD' };
  const read = await readOrderFile({ name: 'orders.csv', bytes: Buffer.from(text) }, mapping, target);
  expect(read).toMatchObject({ format: 'mapped', rows: 1, bad_orders: 0, problems: [] });
  expect(read.orders).toMatchObject([
    {
      name: '1001',
      financial_status: 'paid',
      address: { name: 'Ada Miller', address1: '12 Main Street', province: 'OR', zip: '97201', country: 'US' },
      lines: [{ title: 'Moon lamp', sku: 'MOON-15', quantity: 2, unit_price: 2490 }],
    },
  ]);
});
