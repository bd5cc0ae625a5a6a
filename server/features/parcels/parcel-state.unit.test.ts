import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parcelStatuses } from '#contract/parcel-rules.ts';
import { checkpointsOf } from '#sandbox/carrier/carrier-store.ts';
import { histories, historyNames } from '#sandbox/carrier/histories.ts';
import { wordsOf } from '#server/connectors/carriers/tracking-schemas.ts';
import { bySize } from '#testing/size.ts';
import { type ParcelEvent, parcelState } from './parcel-state.ts';

const begins_at = new Date('2026-11-01T00:00:00Z');
const long = new Date('2027-03-01T00:00:00Z');
const eventsOf = (history: (typeof historyNames)[number]): ParcelEvent[] => {
  const known = { number: 'YT1', carrier: 'YunExpress', history, begins_at, followed: true, told: 0, to: null };
  return wordsOf({ number: 'YT1', carrier: 'YunExpress', checkpoints: checkpointsOf(known, long, 1) }).map((word) => ({
    ...word,
    at: new Date(word.at),
  }));
};

describe('where a parcel is', () => {
  const reported = historyNames.filter((name) => histories[name].steps.length > 0);
  it.each(reported)(
    'the history %s ends in its state, whatever the sequence and number of its events',
    { tags: ['D10-02'] },
    (name) => {
      const events = eventsOf(name);
      const straight = parcelState(events, false);
      expect(straight.status).toBe(histories[name].end);
      fc.assert(
        fc.property(
          fc.shuffledSubarray([...events, ...events, ...events], { minLength: events.length * 3 }),
          (mixed) => {
            expect(parcelState(mixed, false)).toEqual(straight);
          },
        ),
        { numRuns: bySize(30, 1000) },
      );
    },
  );

  const anyEvent = fc.record({
    key: fc.integer({ min: 0, max: 30 }).map(String),
    status: fc.option(fc.constantFrom(...parcelStatuses)),
    substatus: fc.constantFrom(null, 'customs', 'returning', 'unrecognised'),
    at: fc.integer({ min: 0, max: 8 }).map((hours) => new Date(begins_at.getTime() + hours * 3_600_000)),
    next: fc.option(fc.record({ carrier: fc.constant('USPS'), number: fc.constantFrom('9401', '9402') })),
  });
  const distinct = fc.uniqueArray(anyEvent, { selector: ({ key }) => key, maxLength: 12 });

  it('is the same for any sequence and multiplicity of any events', () => {
    fc.assert(
      fc.property(distinct, fc.infiniteStream(fc.nat()), fc.boolean(), (events, dice, handedOver) => {
        const mixed = [...events, ...events.filter((_, index) => index % 2 === 0)]
          .map((event) => ({ event, place: dice.next().value ?? 0 }))
          .sort((a, b) => a.place - b.place)
          .map(({ event }) => event);
        expect(parcelState(mixed, handedOver)).toEqual(parcelState(events, handedOver));
      }),
      { numRuns: bySize(200, 20_000) },
    );
  });

  it('has a moment of delivery exactly while it is delivered, and never goes back to a label after a scan', () => {
    fc.assert(
      fc.property(distinct, (events) => {
        const state = parcelState(events, false);
        expect(state.delivered_at !== null).toBe(state.status === 'delivered');
        const moved = events.some(({ status }) => status === 'in_transit' || status === 'out_for_delivery');
        if (moved) expect(['pending', 'info_received']).not.toContain(state.status);
      }),
      { numRuns: bySize(200, 20_000) },
    );
  });

  it('is with the carrier when the warehouse says so, and stays delivered when an older scan comes late', () => {
    expect(parcelState([], true).status).toBe('in_transit');
    const event = (key: string, status: ParcelEvent['status'], hours: number): ParcelEvent => ({
      key,
      status,
      substatus: null,
      at: new Date(begins_at.getTime() + hours * 3_600_000),
      next: null,
    });
    const late = [event('b', 'delivered', 9), event('a', 'in_transit', 3), event('c', 'in_transit', 10)];
    expect(parcelState(late, false)).toMatchObject({ status: 'delivered', last_event_at: late[2]?.at });
  });
});

it('never keeps who signed for a parcel', () => {
  const said = ['Delivered. Signed by: ADA MILLER', 'Collected by the recipient ADA MILLER', '已签收，签收人：张伟'];
  const checkpoints = said.map((message, index) => ({
    id: `e${index}`,
    time: '2026-11-01T00:00:00Z',
    tag: 'Delivered',
    message,
  }));
  const kept = wordsOf({ number: 'YT1', carrier: 'YunExpress', checkpoints }).map((word) => word.said);
  expect(kept).toEqual(['Delivered. Signed by …', 'Collected by the recipient …', '已签收，签收人 …']);
});
