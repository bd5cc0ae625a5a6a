import { createInstance } from 'i18next';
import { expect, it } from 'vitest';
import { ordersActions as en } from '#web/i18n/en/orders-actions.ts';
import { ordersActions as zh } from '#web/i18n/zh/orders-actions.ts';
import { cancelEffects, cancelledItems } from './cancel-effects.ts';

const replacement = (
  n: number,
  part: { stage?: 'processing' | 'cancelled'; recallable?: boolean; units?: number },
) => ({
  id: `r${n}`,
  name: `#1001-R${n}`,
  stage: 'processing' as const,
  units: 2,
  worth: 600,
  recallable: true,
  ...part,
});
const paid = { left: { amount: 1000, currency: 'USD' }, reship_of: null };

/** The sentences of the dialog, as it puts them together. */
async function said(language: 'en' | 'zh', effects: ReturnType<typeof cancelEffects>): Promise<string[]> {
  const i18n = createInstance();
  await i18n.init({ lng: language, resources: { en: { translation: en }, zh: { translation: zh } } });
  const say = i18n.t as (key: string, params: object) => string; // the texts of one feature alone
  const money = (minor: number) => `$${(minor / 100).toFixed(2)}`;
  return [
    say(effects.text, { amount: money(effects.amount), name: '' }),
    ...effects.replacements.map(({ text, name, units, worth }) =>
      say(text, { name, count: units, money: money(worth) }),
    ),
  ];
}

it('a cancellation says which replacements it takes along and which it leaves, and counts only the former', async () => {
  const reships = [
    replacement(1, {}),
    replacement(2, { recallable: false, units: 1 }),
    replacement(3, { stage: 'cancelled' }),
  ];
  const effects = cancelEffects({ ...paid, reships }, false);
  expect(await said('en', effects)).toEqual([
    '$16.00 is refunded to your wallet immediately.',
    'Replacement order #1001-R1 (2 units, $6.00) is cancelled too.',
    'Replacement order #1001-R2 (1 unit) isn’t cancelled and isn’t part of this refund.',
  ]);
  expect(await said('zh', effects)).toEqual([
    '$16.00 将立即退回您的钱包。',
    '补发订单 #1001-R1（2 件，$6.00）将一并取消。',
    '补发订单 #1001-R2（1 件）不会取消，也不包含在本次退款中。',
  ]);
});

it('a request for a cancellation leaves every replacement, also one that a cancellation would take along', async () => {
  const reships = [replacement(1, {}), replacement(2, { stage: 'cancelled' })];
  expect((await said('en', cancelEffects({ ...paid, reships }, true))).slice(1)).toEqual([
    'Replacement order #1001-R1 (2 units) isn’t cancelled and isn’t part of this refund.',
  ]);
  expect(cancelEffects({ ...paid, reships }, 'removed').replacements).toEqual([]); // these stay the order's
});

it('cancelling a replacement says what becomes of its units', () => {
  const of = (part: { had_left?: boolean; cancelled_by_us?: boolean }) =>
    cancelEffects(
      {
        left: null,
        reships: [],
        reship_of: { id: 'o', name: '#1001', had_left: false, cancelled_by_us: false, ...part },
      },
      false,
    ).text;
  expect([of({ had_left: true }), of({ cancelled_by_us: true }), of({})]).toEqual([
    'cancel.claimable',
    'cancel.refunded',
    'cancel.returns',
  ]);
  expect(cancelEffects({ left: null, reship_of: null, reships: [] }, false).text).toBe('cancel.free');
});

const line = (part: object) => ({
  id: 'l',
  title: 'Lamp',
  variant_title: null,
  sku: '',
  image_url: null,
  quantity: 3,
  current_quantity: 3,
  shipped_quantity: 0,
  cancelled_quantity: 0,
  moved_quantity: 0,
  replaced_quantity: 0,
  from: null,
  open_quantity: 0,
  unit_price: null,
  unit_cost: null,
  not_ours: false,
  requires_shipping: true,
  variant_id: null,
  product_id: null,
  mapping_version: null,
  ...part,
});

it.each([
  ['an unpaid order', null, {}, [3]],
  ['an unpaid order, of which one was moved', null, { moved_quantity: 1 }, [2]],
  ['a paid order, of which one has left', paid.left, { shipped_quantity: 1, open_quantity: 2 }, [2]],
  ['a paid order that is on its way', paid.left, { shipped_quantity: 3 }, []],
  ['what the client sends himself', null, { not_ours: true }, []],
])('names the units to cancel of %s', (_, left, part, units) => {
  const items = cancelledItems({ left, reship_of: null, order_lines: [line(part)] });
  expect(items.map((item) => item.units)).toEqual(units);
});
