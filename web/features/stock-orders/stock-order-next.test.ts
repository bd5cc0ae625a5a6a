import { expect, it } from 'vitest';
import { currentStep, invoiceState, isDone, nextOf, plannedOf, progressSteps } from './stock-order-next.ts';

const open = { status: 'open', credited: 0 } as const;
const paid = { status: 'paid', credited: 0 } as const;
const items = [{ quantity: 79, received: 79, damaged: 1 }];

it('asks for the balance only while it is unpaid', () => {
  expect(nextOf({ status: 'partly_paid', invoices: [paid, open], items })).toBe('partly_paid');
  expect(nextOf({ status: 'partly_paid', invoices: [paid, paid], items })).toBe('partly_paid_paid');
  expect(nextOf({ status: 'producing', invoices: [paid, paid], items })).toBe('producing_paid');
  expect(nextOf({ status: 'inbound', invoices: [paid, paid], items })).toBe('inbound');
});

it('says what is missing once everything is counted', () => {
  const short = [{ quantity: 79, received: 0, damaged: 0 }];
  expect(nextOf({ status: 'stocked', invoices: [paid], items })).toBe('stocked');
  expect(nextOf({ status: 'stocked', invoices: [paid], items: short })).toBe('stocked_short');
  expect(nextOf({ status: 'stocked', invoices: [{ ...paid, credited: 500 }], items: short })).toBe('stocked_refunded');
  expect(nextOf({ status: 'receiving', invoices: [paid], items: short })).toBe('receiving');
});

it('stands at the deposit once the quote is accepted', () => {
  expect(['quoted', 'open', 'partly_paid', 'receiving'].map((status) => currentStep(status as 'open'))).toEqual([
    'quoted',
    'partly_paid',
    'partly_paid',
    'inbound',
  ]);
  expect(isDone('quoted', 'open')).toBe(true);
  expect(isDone('partly_paid', 'open')).toBe(false);
});

it('calls the balance due only after the deposit', () => {
  const deposit = { id: 'd', ...open };
  const balance = { id: 'b', ...open };
  expect([deposit, balance].map((one) => invoiceState(one, [deposit, balance]))).toEqual(['open', 'later']);
  expect(invoiceState(balance, [{ ...deposit, ...paid }, balance])).toBe('open');
});

it('plans the end of production and the arrival, each at its own step and until it is over', () => {
  const days = { ready_on: '2026-12-05', eta: '2026-12-12' };
  const planned = (status: 'quoted' | 'producing' | 'inbound' | 'receiving' | 'stocked') =>
    Object.fromEntries(
      progressSteps.flatMap((step) => {
        const plan = plannedOf(step, { status, ...days });
        return plan ? [[step, plan]] : [];
      }),
    );
  const producing = { what: 'ends', day: days.ready_on };
  const stocked = { what: 'arrives', day: days.eta };
  expect(planned('quoted')).toEqual({ producing, stocked });
  expect(planned('producing')).toEqual({ producing, stocked });
  expect(planned('inbound')).toEqual({ stocked });
  expect(planned('receiving')).toEqual({});
  expect(planned('stocked')).toEqual({});
});
