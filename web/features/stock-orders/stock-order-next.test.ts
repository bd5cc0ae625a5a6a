import { expect, it } from 'vitest';
import { currentStep, invoiceState, isDone, nextOf } from './stock-order-next.ts';

const open = { status: 'open' } as const;
const paid = { status: 'paid' } as const;

it('asks for the balance only while it is unpaid', () => {
  expect(nextOf({ status: 'partly_paid', invoices: [paid, open] })).toBe('partly_paid');
  expect(nextOf({ status: 'partly_paid', invoices: [paid, paid] })).toBe('partly_paid_paid');
  expect(nextOf({ status: 'producing', invoices: [paid, paid] })).toBe('producing_paid');
  expect(nextOf({ status: 'inbound', invoices: [paid, paid] })).toBe('inbound');
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
