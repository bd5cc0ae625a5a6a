import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fulfilmentSteps } from '#contract/order-actions.ts';
import type { LineQuote } from '#contract/order-lacks.ts';
import {
  blockFixes,
  financialStatuses,
  fulfillmentStatuses,
  orderBlocks,
  orderTabs,
  paymentStates,
  turns,
} from '#contract/order-states.ts';
import { openStatuses } from '#contract/quote-rules.ts';
import { defaultStoreSettings, earlyPayments, riskHolds } from '#contract/store-rules.ts';
import { bySize } from '#testing/size.ts';
import { nextAction } from './next-step.ts';
import { deriveOrder, type LineFacts, type OrderFacts } from './state.ts';
import { openQuantity, unitsOf } from './units.ts';
import type { Cost, Pricing } from '#server/features/shipping/index.ts';

const cost = { total: 1 } as Cost; // only its presence matters here
const recipient = {
  name: 'Ada Miller',
  address1: '1 Main St',
  city: 'Austin',
  province: 'Texas',
  zip: '78701',
  country: 'US',
};
const line: LineFacts = {
  id: 'l1',
  title: 'Lamp',
  product_id: 'p1',
  variant_id: 'v1',
  quantity: 2,
  current_quantity: 2,
  shipped_quantity: 0,
  paid_quantity: 0,
  cancelled_quantity: 0,
  moved_quantity: 0,
  dropped_quantity: 0,
  replaced_quantity: 0,
  requires_shipping: true,
  mapping: 'mapped',
  changes: [],
  quote: null,
  unpriced: false,
  off_channel: false,
};
const asked: LineQuote = {
  id: 'q1',
  number: 'Q-1',
  status: 'submitted',
  due_at: '2026-11-24T08:00:00.000Z',
  covers: true,
};
const order: OrderFacts = {
  cancelled: false,
  cancelled_by_us: false,
  part: false,
  fulfilment_step: null,
  financial_status: 'paid',
  fulfillment_status: 'unfulfilled',
  payment: 'none',
  held: false,
  recipient,
  lines: [line],
  pricing: { kind: 'priced', cost },
  priced_elsewhere: false,
  parcels: [],
  short: [],
  rules: defaultStoreSettings,
  risk: null,
  risk_accepted: null,
  over_guard: null,
  awaited: [],
};
const guard = { was: 100, now: 130, currency: 'USD', guard_pct: 10 };
const awaited = { id: 'x', number: 'PC-1001', sku: 'L-1', channel: 'Air', from: 900, to: 990, currency: 'USD' };
const unpriced: Pricing = { kind: 'unpriced', sku_ids: ['x'] };
const paidLine: LineFacts = { ...line, paid_quantity: 2 };
const paid: OrderFacts = { ...order, payment: 'paid', pricing: null, lines: [paidLine] };

type Case = [string, Partial<OrderFacts>, string, string[]];
const cases: Case[] = [
  ['ready to be paid', {}, 'awaiting_payment', []],
  ['called risky by the shop', { risk: 'cancel' }, 'imported', ['HIGH_RISK']],
  ['of a risk that was accepted', { risk: 'cancel', risk_accepted: 'cancel' }, 'awaiting_payment', []],
  ['riskier than what was accepted', { risk: 'cancel', risk_accepted: 'investigate' }, 'imported', ['HIGH_RISK']],
  ['of a risk that its store lets pass', { risk: 'investigate' }, 'awaiting_payment', []],
  ['whose price ended undecided', { awaited: [awaited], pricing: null }, 'imported', ['PRICE_APPROVAL']],
  ['dearer than the guard lets pass', { over_guard: guard }, 'imported', ['PRICE_GUARD']],
  [
    'authorized, and the store pays then',
    { financial_status: 'authorized', rules: { ...defaultStoreSettings, pay_when: ['authorized'] } },
    'awaiting_payment',
    [],
  ],
  ['held back', { held: true }, 'imported', []],
  ['not mapped', { lines: [{ ...line, mapping: null }], pricing: null }, 'imported', ['UNMAPPED_VARIANT']],
  ['only suggested', { lines: [{ ...line, mapping: 'suggested' }], pricing: null }, 'imported', ['UNMAPPED_VARIANT']],
  [
    'changed since it was mapped',
    { lines: [{ ...line, mapping: 'needs_review' }], pricing: null },
    'imported',
    ['MAPPING_CHANGED'],
  ],
  [
    'waiting for a quote',
    { lines: [{ ...line, mapping: 'unmapped', quote: asked }], pricing: null },
    'quoting',
    ['NO_PRICE'],
  ],
  [
    'in a quote that leaves its country out',
    { lines: [{ ...line, mapping: 'unmapped', quote: { ...asked, covers: false } }], pricing: null },
    'imported',
    ['NO_PRICE'],
  ],
  [
    'priced elsewhere, and asked for here',
    { lines: [{ ...line, unpriced: true, quote: asked }], pricing: unpriced, priced_elsewhere: true },
    'quoting',
    ['COUNTRY_NOT_SERVED'],
  ],
  [
    'half of it in a quote',
    {
      lines: [
        { ...line, mapping: 'unmapped', quote: asked },
        { ...line, mapping: 'unmapped' },
      ],
      pricing: null,
    },
    'imported',
    ['UNMAPPED_VARIANT', 'NO_PRICE'],
  ],
  [
    'in a quote, address missing',
    { lines: [{ ...line, mapping: 'unmapped', quote: asked }], pricing: null, recipient: null },
    'quoting',
    ['ADDRESS_INCOMPLETE'],
  ],
  ['without any price', { lines: [{ ...line, unpriced: true }], pricing: unpriced }, 'imported', ['NO_PRICE']],
  [
    'priced to other countries only',
    { lines: [{ ...line, unpriced: true }], pricing: unpriced, priced_elsewhere: true },
    'imported',
    ['COUNTRY_NOT_SERVED'],
  ],
  [
    'without a channel for all lines',
    { pricing: { kind: 'unpriced', sku_ids: [] } },
    'imported',
    ['COUNTRY_NOT_SERVED'],
  ],
  [
    'without a country',
    { recipient: { ...recipient, country: null }, pricing: null },
    'imported',
    ['ADDRESS_INCOMPLETE'],
  ],
  ['not paid in the store', { financial_status: 'pending' }, 'imported', ['STORE_UNPAID']],
  ['on hold in the store', { fulfillment_status: 'on_hold' }, 'imported', ['STORE_HOLD']],
  ['partly sent by somebody else', { fulfillment_status: 'partial' }, 'imported', ['MARKED_FULFILLED_IN_STORE']],
  ['sent by somebody else', { fulfillment_status: 'fulfilled' }, 'self_fulfilled', []],
  ['cancelled', { cancelled: true }, 'cancelled', []],
  ['refunded before we were paid', { financial_status: 'refunded' }, 'cancelled', []],
  ['emptied line by line', { lines: [{ ...line, current_quantity: 0 }] }, 'cancelled', []],
  ['nothing to send', { lines: [{ ...line, requires_shipping: false, mapping: null }] }, 'self_fulfilled', []],
  ['nothing of ours', { lines: [{ ...line, mapping: 'not_ours' }] }, 'self_fulfilled', []],
  ['partly refunded in the store', { financial_status: 'partially_refunded' }, 'awaiting_payment', []],
  ['being paid', { payment: 'paying' }, 'paying', []],
];
const paidCases: Case[] = [
  ['paid', {}, 'processing', []],
  [
    'partly sent',
    { lines: [{ ...paidLine, shipped_quantity: 1 }], fulfillment_status: 'partial' },
    'partially_shipped',
    [],
  ],
  [
    'sent',
    { lines: [{ ...paidLine, shipped_quantity: 2 }], fulfillment_status: 'fulfilled', parcels: [{ delivered: false }] },
    'shipped',
    [],
  ],
  ['delivered', { lines: [{ ...paidLine, shipped_quantity: 2 }], parcels: [{ delivered: true }] }, 'delivered', []],
  [
    'one of two parcels delivered',
    { lines: [{ ...paidLine, shipped_quantity: 2 }], parcels: [{ delivered: true }, { delivered: false }] },
    'shipped',
    [],
  ],
  [
    'cancelled after payment',
    { cancelled: true, lines: [{ ...paidLine, current_quantity: 0 }] },
    'processing',
    ['CHANGED_AFTER_PAYMENT'],
  ],
  [
    'a unit cancelled, the rest sent',
    { lines: [{ ...paidLine, current_quantity: 1, shipped_quantity: 1 }] },
    'shipped',
    ['CHANGED_AFTER_PAYMENT'],
  ],
  [
    'a line added after payment',
    { lines: [{ ...paidLine, shipped_quantity: 2 }, line] },
    'shipped',
    ['CHANGED_AFTER_PAYMENT'],
  ],
  ['held in the store after payment', { fulfillment_status: 'on_hold' }, 'processing', ['STORE_HOLD']],
  [
    'sent by the merchant after payment',
    { fulfillment_status: 'fulfilled' },
    'processing',
    ['MARKED_FULFILLED_IN_STORE'],
  ],
];

describe('the state of an order', () => {
  it.each(cases)('%s', (_, facts, stage, codes) => {
    const state = deriveOrder({ ...order, ...facts });
    expect([state.stage, state.blocks.map((block) => block.code)]).toEqual([stage, codes]);
    expect(state.payable).toBe(stage === 'awaiting_payment');
  });

  it.each(paidCases)('%s', (_, facts, stage, codes) => {
    const state = deriveOrder({ ...paid, ...facts });
    expect([state.stage, state.blocks.map((block) => block.code), state.payable]).toEqual([stage, codes, false]);
  });
});

describe('whose turn it is without a price', () => {
  const state = (...quotes: (LineQuote | null)[]) =>
    deriveOrder({
      ...order,
      lines: quotes.map((quote, n) => ({ ...line, id: `l${n}`, unpriced: true, quote })),
      pricing: unpriced,
    }).blocks[0];
  const as = (status: LineQuote['status'], covers = true): LineQuote => ({ ...asked, status, covers });

  it.each([
    ['nothing is asked', [null], 'merchant'],
    ['another country is asked', [as('submitted', false)], 'merchant'],
    ['it is asked', [as('submitted')], 'provider'],
    ['an agent has it', [as('in_progress')], 'provider'],
    ['a counter-offer is out', [as('countered')], 'provider'],
    ['the agent has a question', [as('need_info')], 'merchant'],
    ['it is answered', [as('quoted')], 'merchant'],
    ['it is answered without the country', [as('quoted', false)], 'merchant'],
    ['one of two lines is asked', [as('submitted'), null], 'merchant'],
    ['both lines are asked', [as('submitted'), as('in_progress')], 'provider'],
  ] as const)('%s', (_, quotes, owner) => {
    const block = state(...quotes);
    expect(block).toMatchObject({ code: 'NO_PRICE', owner, detail: { country: 'US', more: 0 } });
    expect(block?.due_at?.toISOString()).toBe(owner === 'provider' ? asked.due_at : undefined);
  });

  it('names the lines that lack a price, and of those without a common channel the ones that it lacks', () => {
    const other = { ...line, id: 'l2', title: 'Bottle' };
    const one = deriveOrder({ ...order, lines: [line, { ...other, unpriced: true }], pricing: unpriced });
    expect(one.blocks[0]?.detail.lines).toMatchObject([{ line_id: 'l2', title: 'Bottle', variant_id: 'v1' }]);
    const apart = deriveOrder({
      ...order,
      lines: [line, { ...other, off_channel: true }],
      pricing: { kind: 'unpriced', sku_ids: [] },
    });
    expect(apart.blocks[0]).toMatchObject({ code: 'COUNTRY_NOT_SERVED', detail: { lines: [{ line_id: 'l2' }] } });
  });
});

describe('the table of blocks', () => {
  it('has a fix for every reason, and a colour and a tab for each turn', () => {
    for (const { turn, fix } of Object.values(orderBlocks)) {
      expect(blockFixes).toContain(fix);
      if (turn !== 'quote') expect(orderTabs).toContain(turns[turn].tab);
    }
    expect(new Set(Object.values(orderBlocks).map(({ fix }) => fix))).toEqual(new Set(blockFixes));
    expect([turns.merchant.tone, turns.provider.tone]).toEqual([
      { merchant: 'amber', provider: 'grey' },
      { merchant: 'blue', provider: 'amber' },
    ]);
  });
});

const anyLine: fc.Arbitrary<LineFacts> = fc
  .record({
    quantity: fc.integer({ min: 1, max: 9 }),
    removed: fc.integer({ min: 0, max: 9 }),
    paid: fc.integer({ min: 0, max: 9 }),
    shipped: fc.integer({ min: 0, max: 9 }),
    cancelled: fc.integer({ min: 0, max: 9 }),
    moved: fc.integer({ min: 0, max: 9 }),
    replaced: fc.integer({ min: 0, max: 9 }),
    requires_shipping: fc.boolean(),
    mapping: fc.constantFrom(
      'unmapped' as const,
      'suggested' as const,
      'needs_review' as const,
      'mapped' as const,
      'not_ours' as const,
      null,
    ),
    changes: fc.constant([]),
    quote: fc.option(
      fc.record({
        id: fc.constant('q1'),
        number: fc.constant('Q-1'),
        status: fc.constantFrom(...openStatuses),
        due_at: fc.constant(asked.due_at),
        covers: fc.boolean(),
      }),
    ),
    unpriced: fc.boolean(),
    off_channel: fc.boolean(),
    id: fc.constant('l1'),
    title: fc.constant('Lamp'),
    product_id: fc.constant('p1'),
    variant_id: fc.constant('v1'),
  })
  .map(({ quantity: kept, removed, moved, paid: paidUnits, shipped, cancelled, replaced, ...rest }) => {
    // Units that went to other orders stay counted with what was ordered here.
    const quantity = kept + moved;
    const paid_quantity = Math.min(paidUnits, kept);
    const shipped_quantity = Math.min(shipped, paid_quantity);
    const replaced_quantity = Math.min(replaced, paid_quantity - shipped_quantity);
    const cancelled_quantity = Math.min(cancelled, paid_quantity - shipped_quantity - replaced_quantity);
    return {
      ...rest,
      quantity,
      moved_quantity: moved,
      replaced_quantity,
      current_quantity: Math.max(0, kept - removed),
      paid_quantity,
      shipped_quantity,
      cancelled_quantity,
      dropped_quantity: Math.min(removed, cancelled_quantity),
    };
  });
const anyOrder: fc.Arbitrary<OrderFacts> = fc.record({
  cancelled: fc.boolean(),
  cancelled_by_us: fc.boolean(),
  part: fc.boolean(),
  fulfilment_step: fc.constantFrom(null, ...fulfilmentSteps),
  financial_status: fc.constantFrom(...financialStatuses),
  fulfillment_status: fc.constantFrom(...fulfillmentStatuses),
  payment: fc.constantFrom(...paymentStates),
  held: fc.boolean(),
  recipient: fc.constantFrom(recipient, null, { ...recipient, country: null }),
  lines: fc.array(anyLine, { maxLength: 4 }),
  pricing: fc.constantFrom<(Pricing | null)[]>(
    { kind: 'priced' as const, cost },
    unpriced,
    { kind: 'unpriced' as const, sku_ids: [] },
    null,
  ),
  priced_elsewhere: fc.boolean(),
  short: fc.constantFrom([], [{ code: 'TW1', wanted: 2, available: 1 }]),
  parcels: fc.array(fc.record({ delivered: fc.boolean() }), { maxLength: 2 }),
  rules: fc.record({ pay_when: fc.subarray([...earlyPayments]), risk_hold: fc.constantFrom(...riskHolds) }),
  risk: fc.constantFrom('cancel', 'investigate', 'accept', null),
  risk_accepted: fc.constantFrom('cancel', 'investigate', null),
  over_guard: fc.constantFrom(null, guard),
  awaited: fc.constantFrom([], [awaited]),
});

describe('any order', () => {
  it('has a next action with a time, a hold or a block with an owner, until it has ended', { tags: ['D7-13'] }, () => {
    const ended = new Set(['cancelled', 'closed', 'self_fulfilled', 'delivered', 'merged']);
    const now = new Date('2026-11-20T08:00:00Z');
    const dates = {
      stage_since: now,
      paid_at: now,
      shipped_at: now,
      invoice_due: null,
      quote_due: now,
      cancel_due: null,
    };
    fc.assert(
      fc.property(anyOrder, fc.constantFrom(null, now), (facts, until) => {
        const { stage, blocks } = deriveOrder(facts);
        const isPaid = ['paid', 'partly_refunded', 'refunded'].includes(facts.payment);
        // Paying gives each paid order at least one paid line.
        fc.pre(!isPaid || facts.lines.some((one) => one.paid_quantity > 0));
        const { held } = facts;
        const open = facts.lines.reduce((sum, one) => sum + openQuantity(one), 0);
        const codes = blocks.map(({ code }) => code);
        const agenda = { ...dates, stage, held, hold_until: held ? until : null, blocks: codes, open };
        const next = nextAction(
          { ...agenda, promised_by: null, ready_days: 3, days_max: 12, cut_off: 1080, calendar: new Map() },
          now,
        );
        if (ended.has(stage)) expect(next).toBeNull();
        else if (next === null) expect(blocks.map(({ owner }) => owner)).not.toEqual([]);
        else expect(next.at !== null || (next.step === 'release' && next.by === 'merchant')).toBe(true);
      }),
      { numRuns: bySize(3_000, 300_000) },
    );
  });

  it('never lets more leave than was ordered, paid and is still wanted', () => {
    fc.assert(
      fc.property(anyLine, (one) => {
        const open = openQuantity(one);
        const units = unitsOf(one);
        expect(units.shipped + units.cancelled + units.open + units.moved + units.replaced).toBe(one.quantity);
        expect(
          Math.min(units.open, units.cancelled - one.cancelled_quantity, units.open - open),
        ).toBeGreaterThanOrEqual(0);
        const settled = one.shipped_quantity + one.replaced_quantity;
        expect(settled + open).toBeLessThanOrEqual(
          Math.max(settled, Math.min(one.paid_quantity, one.current_quantity)),
        );
      }),
    );
  });

  it('is payable only without blocks, with a price, unheld', () => {
    fc.assert(
      fc.property(anyOrder, (facts) => {
        const { stage, blocks, payable } = deriveOrder(facts);
        expect(payable).toBe(stage === 'awaiting_payment');
        if (payable) expect([blocks, facts.held, facts.pricing?.kind]).toEqual([[], false, 'priced']);
      }),
      { numRuns: bySize(3_000, 300_000) },
    );
  });
});
