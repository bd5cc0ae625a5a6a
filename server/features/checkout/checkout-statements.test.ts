import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { expect, it, vi } from 'vitest';
import { startTestApp } from '#testing/app.ts';
import { merchant } from '#testing/people.ts';
import { givenMoney, givenOrdersToPay } from '#testing/wallet-fixtures.ts';

it('pays orders by as many statements as one of them, planned once but for a few, and looks up nothing that is known', async () => {
  const test = await startTestApp();
  try {
    const { account_id, token } = await merchant(test);
    await givenMoney(test, account_id, 1_000_000);
    const orders = await givenOrdersToPay(test, account_id, 6);
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const send = async (method: string, path: string, body: object, key = uuid()) => {
      query.mockClear();
      const answer = await test.call(method, path, { token, key, body });
      const sent = query.mock.calls.map(([statement]) => statement as unknown as string | pg.QueryConfig);
      const texts = sent.map((statement) => (typeof statement === 'string' ? statement : statement.text));
      return { answer: answer.body, texts, planned: sent.filter((statement) => typeof statement === 'string') };
    };
    const pay = async (order_ids: string[]) => {
      const { answer } = await send('POST', '/api/invoices/checkout', { order_ids });
      return send('POST', '/api/invoices', { order_ids, expected_total: answer.data.total });
    };
    const [one, five] = [await pay(orders.slice(0, 1)), await pay(orders.slice(1))];
    expect(five.answer).toMatchObject({ status: 200, data: { status: 'paid' } });
    expect(five.texts).toHaveLength(one.texts.length);
    expect(one.texts).toHaveLength(40);
    expect(one.planned.map((text) => text.replace(/\s+/g, ' ').trim().slice(0, 20))).toEqual([
      'begin; SET LOCAL app',
      "SELECT nextval('invo",
      'select "invoice_orde',
      'commit',
    ]);
    expect(one.texts.filter((text) => text.includes('DISTINCT catalog_sku_id AS sku_id FROM prices'))).toEqual([]);
    expect(one.texts.filter((text) => text.includes("settings->>'stock_plan'"))).toHaveLength(1);
  } finally {
    await test.close();
  }
});
