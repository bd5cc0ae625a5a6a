import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secretKey } from '#server/lib/secrets.ts';
import { bySize } from '#testing/size.ts';
import { dayAfter, dayOf, daysBetween, knownZone, startOfDay } from './comparison-days.ts';
import { canonical, comparisonKeys, isSigned, type Json, signText } from './comparison-signing.ts';
import { differencesOf, digestsOf, digestText, type OurFacts, setHash } from './order-digest.ts';

const key = (fill: number) => secretKey(Buffer.alloc(32, fill).toString('base64'));
const keys = comparisonKeys(key(1));

describe('days of a shop', () => {
  it('begin where the shop is, also on the days when its clocks change', () => {
    expect(startOfDay('2026-11-21', 'UTC').toISOString()).toBe('2026-11-21T00:00:00.000Z');
    expect(startOfDay('2026-11-21', 'America/New_York').toISOString()).toBe('2026-11-21T05:00:00.000Z');
    expect(startOfDay('2026-11-02', 'America/New_York').toISOString()).toBe('2026-11-02T05:00:00.000Z');
    expect(startOfDay('2026-11-01', 'America/New_York').toISOString()).toBe('2026-11-01T04:00:00.000Z');
    expect(startOfDay('2026-11-21', 'Asia/Kolkata').toISOString()).toBe('2026-11-20T18:30:00.000Z');
    // In Lebanon clocks skip midnight: the day begins at one.
    expect(startOfDay('2026-03-29', 'Asia/Beirut').toISOString()).toBe('2026-03-28T22:00:00.000Z');
    expect(knownZone('Mars/Olympus')).toBe('UTC');
  });

  it('hold each moment exactly once', () => {
    const zones = ['UTC', 'America/New_York', 'Europe/Berlin', 'Asia/Shanghai', 'Australia/Lord_Howe', 'Asia/Beirut'];
    const moment = fc.date({ min: new Date('2025-01-01'), max: new Date('2027-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, fc.constantFrom(...zones), (at, zone) => {
        const day = dayOf(at, zone);
        expect(startOfDay(day, zone) <= at).toBe(true);
        expect(at < startOfDay(dayAfter(day), zone)).toBe(true);
      }),
      { numRuns: bySize(500, 50_000) },
    );
    expect(daysBetween('2026-02-27', '2026-03-02')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']);
  });
});

const address = {
  name: 'Ada Byron',
  company: null,
  address1: '1 Lane',
  address2: null,
  city: 'York',
  province: null,
  province_code: null,
  zip: 'YO1',
  country: 'GB',
  phone: '+441',
};
const order = {
  external_id: '820982911946154508',
  name: '#1001',
  placed_at: new Date('2026-11-20T10:00:00Z'),
  updated_at: new Date('2026-11-20T11:00:00Z'),
  cancelled_at: null,
  financial_status: 'paid' as const,
  fulfillment_status: 'unfulfilled' as const,
  test: false,
  address,
  lines: [
    { external_id: '1', current_quantity: 2 },
    { external_id: '2', current_quantity: 1 },
  ],
};
const ours = (changes: Partial<OurFacts> = {}): OurFacts => ({ ...order, redacted: false, gone: false, ...changes });
const differences = (kept: OurFacts, shop: Partial<typeof order> | { address: null } = {}) => {
  const there = { ...order, ...shop };
  return differencesOf(there, kept, digestsOf(keys.address, there, kept));
};

describe('two readings of an order', () => {
  it('agree whatever order their lines come in, and whether removed lines are still listed', () => {
    const lines = [...order.lines.toReversed(), { external_id: '3', current_quantity: 0 }];
    expect(differences(ours({ lines }))).toEqual([]);
  });

  it('differ in what is different, and in nothing else', () => {
    expect(differences(ours({ lines: [{ external_id: '1', current_quantity: 3 }] }))).toEqual(['quantities']);
    expect(differences(ours({ financial_status: 'pending' }))).toEqual(['status']);
    expect(differences(ours({ cancelled_at: new Date() }))).toEqual(['status']);
    expect(differences(ours({ address: { ...address, address1: '2 Lane' } }))).toEqual(['address']);
    expect(differences(ours({ updated_at: order.placed_at }))).toEqual(['updated']);
  });

  it('say nothing of a buyer who was erased here, or whom the shop does not tell', () => {
    expect(differences(ours({ redacted: true, address: null }))).toEqual([]);
    expect(differences(ours(), { address: null })).toEqual([]);
  });

  it('hide the address under the installation’s key', () => {
    const mine = digestsOf(keys.address, order, ours()).shop;
    const other = digestsOf(comparisonKeys(key(2)).address, order, ours()).shop;
    expect(mine.address).not.toBe(other.address);
    expect(JSON.stringify(mine)).not.toContain('York');
    expect(digestText(mine)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('make the same set whatever the order, and another one when anything differs', () => {
    const entry = fc.tuple(fc.stringMatching(/^\d{1,19}$/), fc.stringMatching(/^[a-z]{1,5}$/));
    fc.assert(
      fc.property(fc.uniqueArray(entry, { selector: ([id]) => id, minLength: 1 }), (said) => {
        const hash = setHash(new Map(said));
        expect(setHash(new Map(said.toReversed()))).toBe(hash);
        expect(setHash(new Map(said.slice(1)))).not.toBe(hash);
        expect(setHash(new Map(said.map(([id, text], n) => [id, n === 0 ? `${text}!` : text])))).not.toBe(hash);
      }),
      { numRuns: bySize(100, 10_000) },
    );
  });
});

describe('signing', () => {
  it('gives JSON one form: its members in order, without space', () => {
    expect(canonical({ b: [1, 'é', null], a: { d: true, c: -2 } })).toBe('{"a":{"c":-2,"d":true},"b":[1,"é",null]}');
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        expect(JSON.parse(canonical(value as Json))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: bySize(40, 5_000) },
    );
  });

  it('is the same for one secret, and another for another', () => {
    const signature = signText(keys, 'text');
    expect(signText(comparisonKeys(key(1)), 'text')).toBe(signature);
    expect(isSigned('text', signature, keys.publicKey)).toBe(true);
    expect(isSigned('Text', signature, keys.publicKey)).toBe(false);
    expect(isSigned('text', signature, comparisonKeys(key(2)).publicKey)).toBe(false);
    expect(isSigned('text', 'no signature', 'no key')).toBe(false);
  });
});
