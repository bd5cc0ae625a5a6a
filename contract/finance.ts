import { z } from 'zod';
import { clientSchema } from './clients.ts';
import { endpoints } from './endpoint.ts';
import { clientRevenueSorts } from './finance-rules.ts';
import { currency, date, listMeta, listQuery, minor } from './shared.ts';

const access = { kind: 'staff', roles: ['finance'] } as const;

/** The first and the last day, in the provider's time zone; this month so far where nothing is said. */
const period = z.object({ from: date.optional(), to: date.optional() });

const revenue = {
  /** Paid invoices. */
  invoiced: minor,
  /** Charged outside of invoices, as for a recharge. */
  charged: minor,
  /** Given back by credit notes. */
  refunded: minor,
  /** Given back for claims. */
  claims: minor,
  /** What is left of it. */
  net: minor,
  /** Of the wallet when the period ends: cash, bonus and what is held. */
  balance: minor,
};

export const finance = endpoints({
  trialBalance: {
    method: 'GET',
    path: '/api/staff/finance/trial_balance',
    access,
    summary: 'Retrieve the trial balance over all clients at the end of a day, by currency.',
    query: z.object({ on: date.optional() }),
    answer: z.object({
      on: date,
      time_zone: z.string(),
      currencies: z.array(
        z.object({
          currency,
          /** Balances below zero are debit, those above are credit, each client's by itself. */
          lines: z.array(z.object({ ledger_account: z.string(), debit: minor, credit: minor })),
          debit: minor,
          credit: minor,
        }),
      ),
    }),
  },
  liabilities: {
    method: 'GET',
    path: '/api/staff/finance/liabilities',
    access,
    summary: 'List what is owed to all clients at the end of each day, by currency.',
    query: period,
    answer: z.object({
      from: date,
      to: date,
      time_zone: z.string(),
      currencies: z.array(
        z.object({
          currency,
          /** One for each day up to today. */
          series: z.array(
            z.object({
              day: date,
              cash: minor,
              held: minor,
              bonus: minor,
              /** Cash below zero: credit that is used, and chargebacks. */
              owed_by_clients: minor,
              /** Cash, held and bonus less what clients owe. */
              total: minor,
            }),
          ),
        }),
      ),
    }),
  },
  clients: {
    method: 'GET',
    path: '/api/staff/finance/clients',
    access,
    summary: 'List clients with the revenue of a period and the balance at its end.',
    query: listQuery.extend({ ...period.shape, sort: z.enum(clientRevenueSorts).default('net') }),
    answer: z.array(z.object({ client: clientSchema, currency, ...revenue })),
    meta: listMeta.extend({
      from: date,
      to: date,
      /** Sums over all clients that match, on every page the same. */
      totals: z.array(z.object({ currency, ...revenue })),
    }),
  },
});
