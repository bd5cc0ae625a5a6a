import { expect, it } from 'vitest';
import { flattenTexts } from '#contract/branding-rules.ts';
import type { OrderEventKind } from '#contract/order-events.ts';
import { claims as enClaims } from './en/claims.ts';
import { notifications } from './en/notifications.ts';
import { orders as en } from './en/orders.ts';
import { shipping as enShipping } from './en/shipping.ts';
import { statistics as enStatistics } from './en/statistics.ts';
import type { Translation } from './translation.ts';
import { claims as zhClaims } from './zh/claims.ts';
import { orders as zh } from './zh/orders.ts';
import { shipping as zhShipping } from './zh/shipping.ts';
import { statistics as zhStatistics } from './zh/statistics.ts';

type English = { title: string; days_one: string; days_other: string; paid_one: string; events: { paid: string } };

it('a translation has every sentence in its place, and needs no singular', () => {
  const whole: Translation<English> = { title: '订单', days_other: '天', paid_one: '一', events: { paid: '已付款' } };
  // @ts-expect-error a sentence is missing
  const missing: Translation<English> = { title: '订单', days_other: '天', paid_one: '一', events: {} };
  // @ts-expect-error a singular alone is a sentence of its own
  const alone: Translation<English> = { title: '订单', days_other: '天', events: { paid: '已付款' } };
  const misplaced: Translation<English> = {
    ...whole,
    // @ts-expect-error a sentence in the wrong place
    events: { paid: '已付款', title: '订单' },
  };
  expect([whole, missing, alone, misplaced]).toHaveLength(4);
});

it('the timeline tells what happened after the payment, in both languages', () => {
  const kinds: OrderEventKind[] = [
    'closed',
    'fulfilment_cancel_asked',
    'addition_paid',
    'way_changed',
    'removed_paid_back',
    'invoiced',
    'invoice_expired',
    'invoice_void',
  ];
  for (const { events } of [en, zh]) expect(kinds.filter((kind) => !Object.hasOwn(events, kind))).toEqual([]);
});

it('texts call what a parcel costs “shipping”', () => {
  const files = import.meta.glob<Record<string, object>>('./en/*.ts', { eager: true });
  const texts = Object.values(files)
    .flatMap((file) => Object.values(file))
    .flatMap((of) => flattenTexts(of));
  expect(texts.length).toBeGreaterThan(3_000);
  const freight = ([, text]: readonly [string, string]) => /\bfreight\b/i.test(text.replace(/\{\{\w+\}\}/g, ''));
  expect(texts.filter(freight)).toEqual([]);
});

it('texts use “withdraw” for money only, and neither plead nor shout', () => {
  const files = import.meta.glob<Record<string, object>>('./en/*.ts', { eager: true });
  const texts = Object.entries(files).flatMap(([path, file]) =>
    Object.values(file).flatMap((of) => flattenTexts(of).map(([key, text]) => [`${path} ${key}`, text] as const)),
  );
  expect(texts.filter(([, text]) => /\bplease\b|!(?:\s|$)/i.test(text))).toEqual([]);
  const money = /withdrawal|withdraws? (?:it|money|\{\{money)|can’t be withdrawn/i;
  const others = texts.filter(
    ([key, text]) => /withdr[ae]w/i.test(text) && !money.test(text) && !/wallet|withdrawals\.ts/.test(key),
  );
  expect(others).toEqual([]);
});

it('texts write weights as numbers, “1,160 g”', () => {
  const files = import.meta.glob<Record<string, object>>('./*/*.ts', { eager: true });
  const texts = Object.entries(files)
    .filter(([path]) => /^\.\/(en|zh)\//.test(path))
    .flatMap(([, file]) => Object.values(file))
    .flatMap((of) => flattenTexts(of));
  expect(texts.filter(([, text]) => /\{\{\w+\}\}(–\{\{[^}]+\}\})? ?(g|克)(?![A-Za-z])/.test(text))).toEqual([]);
});

it('Chinese texts call a thing by one name', () => {
  const files = import.meta.glob<Record<string, object>>('./zh/*.ts', { eager: true });
  const texts = Object.values(files)
    .flatMap((file) => Object.values(file))
    .flatMap((of) => flattenTexts(of));
  expect(texts.filter(([, text]) => /运输方式|^作废$/.test(text))).toEqual([]);
});

it('what is counted in parcels says so, because an order can have several', () => {
  expect([enStatistics, zhStatistics].map(({ columns }) => columns.delivered)).toEqual([
    'Delivered parcels',
    '已送达包裹',
  ]);
});

it('a notification of new prices says what its number counts', () => {
  const { price_proposed, price_reminder, price_due } = notifications.events;
  for (const text of [price_proposed, price_reminder, price_due])
    expect(text).toMatch(/prices(?: affected)?: \{\{prices\}\}/);
});

it('a reason to claim has one name, in the policy as on the claim', () => {
  expect(enShipping.policy.reasons).toEqual(enClaims.reasons);
  expect(zhShipping.policy.reasons).toEqual(zhClaims.reasons);
});
