import { describe, expect, it } from 'vitest';
import { claimReasonOf, expectedOf, type MonitoredOrder, type MonitoredParcel, alertsOf } from './parcel-alerts.ts';

const hour = 3_600_000;
const day = 24 * hour;
const parcel = (more: Partial<MonitoredParcel> = {}): MonitoredParcel => ({
  id: 'p',
  status: 'pending',
  labelled_at: day,
  handed_over_at: null,
  last_event_at: null,
  ...more,
});
const order = (more: Partial<MonitoredOrder> = {}): MonitoredOrder => ({
  paid_at: 0,
  ended: false,
  held: false,
  claimed: false,
  open: 0,
  promised_by: 30 * day,
  parcels: [parcel()],
  ...more,
});
const rulesOf = (one: MonitoredOrder, now: number) => alertsOf(one, now).alerts.map(({ rule }) => rule);

describe('what is watched', () => {
  it.each([
    ['no_number', order({ open: 1, parcels: [] }), 72 * hour],
    ['no_scan', order(), 6 * day],
    ['no_scan', order({ parcels: [parcel({ status: 'info_received', last_event_at: 2 * day })] }), 6 * day],
    ['silent', order({ parcels: [parcel({ status: 'in_transit', last_event_at: 3 * day })] }), 13 * day],
    ['silent', order({ parcels: [parcel({ status: 'in_transit', handed_over_at: 2 * day })] }), 12 * day],
    ['exception', order({ parcels: [parcel({ status: 'exception', last_event_at: 3 * day })] }), 3 * day],
    [
      'late',
      order({ promised_by: 4 * day, parcels: [parcel({ status: 'in_transit', last_event_at: 3 * day })] }),
      4 * day,
    ],
    ['late', order({ promised_by: 2 * day, open: 1, parcels: [] }), 2 * day],
  ] as const)('by the rule %s from its moment on, not before', (rule, one, from) => {
    expect(rulesOf(one, from - 1)).not.toContain(rule);
    expect(rulesOf(one, from)).toContain(rule);
    expect(alertsOf(one, from - 1).next).toBeLessThanOrEqual(from);
  });

  it('is nothing that has ended or that its merchant holds, and what came back until it is claimed', () => {
    expect(alertsOf(order({ ended: true, parcels: [parcel({ status: 'delivered' })] }), 90 * day)).toEqual({
      alerts: [],
      next: null,
    });
    expect(rulesOf(order({ held: true, open: 1, parcels: [] }), 5 * day)).toEqual([]);
    const returned = order({ parcels: [parcel({ status: 'returned', last_event_at: 9 * day })] });
    expect(rulesOf(returned, 10 * day)).toEqual(['returned']);
    expect(rulesOf({ ...returned, claimed: true }, 10 * day)).toEqual([]);
  });

  it('leads to a claim of its kind', () => {
    expect(claimReasonOf('exception', 'customs')).toBe('customs');
    expect(claimReasonOf('exception', null)).toBe('not_received');
    expect(claimReasonOf('late', null)).toBe('late');
    expect(claimReasonOf('returned', null)).toBe('returned_to_sender');
  });

  it('says what is expected of a parcel next', () => {
    expect(expectedOf(parcel(), 30 * day)).toEqual({ what: 'scan', by: 6 * day });
    expect(expectedOf(parcel({ status: 'in_transit', last_event_at: 2 * day }), 30 * day)).toEqual({
      what: 'delivery',
      by: 30 * day,
    });
    expect(expectedOf(parcel({ status: 'in_transit', last_event_at: 2 * day }), null)).toEqual({
      what: 'event',
      by: 12 * day,
    });
    expect(expectedOf(parcel({ status: 'delivered' }), 30 * day)).toBeNull();
  });
});
