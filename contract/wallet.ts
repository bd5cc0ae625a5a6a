import { z } from 'zod';
import { clientSchema, staffParams } from './clients.ts';
import { callTimes, endpoints } from './endpoint.ts';
import { fileSchema } from './files.ts';
import {
  doubleReasons,
  highestBonusBp,
  longestBonusDays,
  mostBonusTiers,
  mostProofs,
  staffRechargeTabs,
  maxRecharge,
  minRecharge,
  rechargeStatuses,
  mostPaidFor,
} from './recharge-rules.ts';
import { isBic, isIban, plainNumber } from './sepa-rules.ts';
import { currency, date, id, idParams, listMeta, listQuery, minor, time } from './shared.ts';
import { ofOnePage, staffFileAnswer, staffFileBody } from './staff-files.ts';
import { billingLogSchema, transactionSumsSchema, walletSchema, walletSettingsSchema } from './wallet-schemas.ts';

/** From an amount on, so many hundredths of a percent of what arrives are given as bonus money. */
const bonusTiers = z.array(z.object({ from: minor.positive(), bp: z.int().min(1).max(highestBonusBp) }));

const amountBound = z.coerce.number().min(0).max(10_000_000).optional();

/** Filters of transactions; besides, `q` is the number of a document or the name of an order. */
const logFilters = {
  kind: z.string().max(40).optional(),
  direction: z.enum(['in', 'out']).optional(),
  from: date.optional(),
  to: date.optional(),
  /** Bounds of the amount without its sign, in units of the wallet's currency. */
  amount_from: amountBound,
  amount_to: amountBound,
  /** Only what was paid for orders of this store, and given back for them. */
  store_id: id.optional(),
};

export const rechargeMethodSchema = z.object({
  code: z.string(),
  kind: z.enum(['transfer', 'card']),
  name: z.string(),
  /** Account lines to pay to, label and value. */
  details: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Fee in hundredths of a percent of what arrives. */
  fee_bp: z.int(),
  /** Bounds of one recharge by this method; null where the general ones are valid. */
  min_amount: minor.nullable(),
  max_amount: minor.nullable(),
  /** Bonus money by what arrives, and for how many days it can be spent. */
  bonus_tiers: bonusTiers,
  bonus_days: z.int(),
});
/** Whom transfers in euros go to: a QR code of each is made of it. The name is as the bank knows it. */
const sepaSchema = z.object({ name: z.string(), iban: z.string(), bic: z.string().nullable() });
export const staffMethodSchema = rechargeMethodSchema.extend({
  sepa: sepaSchema.nullable(),
  active: z.boolean(),
  position: z.int(),
  version: z.int(),
});

const limit = minor.min(minRecharge, 'checks.recharge_least').max(maxRecharge, 'checks.recharge_most');
/** What finance enters of a payment method. */
const methodFields = {
  name: z.string().trim().min(2).max(60),
  details: z
    .array(z.object({ label: z.string().trim().min(1).max(60), value: z.string().trim().min(1).max(200) }))
    .max(20),
  fee_bp: z.int().min(0).max(1000, 'checks.fee_most'),
  min_amount: limit.nullable(),
  max_amount: limit.nullable(),
  bonus_tiers: bonusTiers.max(mostBonusTiers).default([]),
  bonus_days: z.int().min(1).max(longestBonusDays).default(180),
  sepa: z
    .object({
      name: z.string().trim().min(1).max(70),
      iban: z.string().transform(plainNumber).refine(isIban, 'checks.iban'),
      bic: z.string().transform(plainNumber).refine(isBic, 'checks.bic').nullable().default(null),
    })
    .nullable()
    .default(null),
  active: z.boolean(),
  /** Methods are listed by it, the lowest first. */
  position: z.int().min(1).max(100),
};

export const rechargeSchema = z.object({
  id,
  number: z.string(), // RC-1001
  method: z.object({ code: z.string(), name: z.string(), kind: z.enum(['transfer', 'card']) }),
  status: z.enum(rechargeStatuses),
  currency,
  amount: minor,
  received_amount: minor.nullable(),
  fee: minor.nullable(),
  /** Fee of its method in hundredths of a percent: what arrives less the fee is what the wallet gets. */
  fee_bp: z.int(),
  /** Bonus money that came with it; null until it is credited. */
  bonus: minor.nullable(),
  /** What was paid back to the card. */
  refunded: minor,
  /** What its payer’s bank took back by a dispute. */
  charged_back: minor,
  /** What the payer writes on the transfer. */
  reference: z.string(),
  external_ref: z.string().nullable(),
  payer_name: z.string().nullable(),
  paid_on: date.nullable(),
  /** What was sent, as the payer says; null before the proof. */
  sent: z.object({ amount: minor, currency }).nullable(),
  proofs: z.array(fileSchema),
  review_note: z.string().nullable(),
  /** What the money is for: orders and an invoice that its payer was about to pay. */
  pays: z.object({
    order_ids: z.array(id),
    /** More orders than are named: the filter of orders by the payment preview that fixed them. */
    selection_id: id.nullable(),
    invoice_id: id.nullable(),
  }),
  /** It charges the saved card: nobody has to pay it. */
  automatic: z.boolean(),
  /** Until when its proof is reviewed; null without a proof, and once it is decided. */
  due_at: time.nullable(),
  /** When it was credited or rejected. */
  decided_at: time.nullable(),
  created_at: time,
  expires_at: time,
  version: z.int(),
});

/** A recharge with the QR code of its transfer, as rows of dark (1) and light (0) modules; null unless it is one in euros that waits. */
export const rechargeDetailSchema = rechargeSchema.extend({
  transfer_code: z.object({ payload: z.string(), rows: z.array(z.string()) }).nullable(),
});

/** A recharge as finance reviews it. */
export const staffRechargeSchema = rechargeSchema.extend({
  client: clientSchema,
  /** Bonus money that what arrives brings, as it was offered. */
  bonus_tiers: bonusTiers,
  /** Other recharges that it may be a double of: the same number, the same file, or the same amount within 72 hours. */
  doubles: z.array(z.object({ reason: z.enum(doubleReasons), number: z.string(), client: z.string() })),
  /** When its proof came; null without one. */
  submitted_at: time.nullable(),
  /** The largest amount that one member of staff approves alone; null where each amount needs two. */
  approved_alone: minor.nullable(),
  /** The first of two approvals; another member of staff credits the same amount. Null until then, and once it is sent back. */
  first_approval: z
    .object({ name: z.string(), own: z.boolean(), at: time, received_amount: minor, note: z.string().nullable() })
    .nullable(),
});

export const proofSchema = z.object({
  file_ids: z.array(id).min(1).max(mostProofs),
  /** What was sent, in minor units of its currency; the wallet's currency if none is named. */
  amount: minor.positive(),
  currency: currency.optional(),
  paid_on: date,
  payer_name: z.string().trim().min(2).max(100),
  external_ref: z.string().trim().min(4).max(64),
  version: z.int(),
});

const view = { kind: 'merchant', feature: 'wallet', action: 'view' } as const;
const edit = { kind: 'merchant', feature: 'wallet', action: 'edit' } as const;
const pay = { kind: 'merchant', feature: 'wallet', action: 'pay' } as const;
const finance = { kind: 'staff', roles: ['finance'] } as const;
const staffRechargeQuery = listQuery.extend({ tab: z.enum(staffRechargeTabs).default('to_review') });

export const wallet = endpoints({
  get: {
    method: 'GET',
    path: '/api/wallet',
    access: view,
    summary: 'Retrieve the balances of the wallet.',
    answer: walletSchema,
  },
  settings: {
    method: 'GET',
    path: '/api/wallet/settings',
    access: view,
    summary: 'Retrieve the wallet’s settings.',
    answer: walletSettingsSchema,
  },
  saveSettings: {
    method: 'PUT',
    path: '/api/wallet/settings',
    access: edit,
    summary: 'Update the wallet’s settings: below which balance an alert is sent.',
    body: walletSettingsSchema,
    answer: walletSettingsSchema,
  },
  billingLogs: {
    method: 'GET',
    path: '/api/billing_logs',
    access: view,
    summary: 'List wallet transactions, newest first, with the balance after each.',
    query: listQuery.extend(logFilters),
    answer: z.array(billingLogSchema),
    meta: listMeta,
  },
  logSums: {
    method: 'GET',
    path: '/api/billing_logs/sums',
    access: view,
    summary: 'Sum the wallet transactions that match the filters of the list, on whatever page.',
    query: listQuery.pick({ q: true }).extend(logFilters),
    answer: transactionSumsSchema,
  },
  rechargeMethods: {
    method: 'GET',
    path: '/api/recharge_methods',
    access: view,
    summary: 'List payment methods for recharges.',
    answer: z.array(rechargeMethodSchema),
  },
  recharges: {
    method: 'GET',
    path: '/api/recharges',
    access: view,
    summary: 'List the recharges of the account.',
    query: listQuery,
    answer: z.array(rechargeSchema),
    meta: listMeta,
  },
  recharge: {
    method: 'GET',
    path: '/api/recharges/{id}',
    access: view,
    summary: 'Retrieve a recharge.',
    params: idParams,
    answer: rechargeDetailSchema,
  },
  createRecharge: {
    method: 'POST',
    path: '/api/recharges',
    access: pay,
    summary: 'Create a recharge by bank transfer with a reference, or by card.',
    body: z.object({
      method: z.string().max(40),
      amount: minor.min(minRecharge, 'checks.recharge_least').max(maxRecharge, 'checks.recharge_most'),
      /** What it is for; what is not the account's own is left out. */
      pays: z
        .object({
          order_ids: z.array(id).max(mostPaidFor).default([]),
          selection_id: id.optional(),
          invoice_id: id.optional(),
        })
        .optional(),
    }),
    answer: rechargeSchema,
    idempotent: true,
  },
  prove: {
    method: 'POST',
    path: '/api/recharges/{id}/proof',
    access: pay,
    summary: 'Submit the proof of a transfer for review.',
    params: idParams,
    body: proofSchema,
    answer: rechargeSchema,
  },
  cancelRecharge: {
    method: 'POST',
    path: '/api/recharges/{id}/cancel',
    access: edit,
    summary: 'Cancel a recharge for which nothing was sent.',
    params: idParams,
    body: z.object({ version: z.int() }),
    answer: rechargeSchema,
  },
  checkout: {
    method: 'POST',
    path: '/api/recharges/{id}/checkout',
    seconds: callTimes.outside,
    access: pay,
    summary: 'Create the payment page of a card recharge.',
    params: idParams,
    answer: z.object({ checkout_url: z.string() }),
  },
  staffList: {
    method: 'GET',
    path: '/api/staff/recharges',
    access: finance,
    summary: 'List the recharges of all clients, those to review first.',
    query: staffRechargeQuery,
    answer: z.array(staffRechargeSchema),
    meta: listMeta,
  },
  staffFile: {
    method: 'POST',
    path: '/api/staff/recharges/file',
    seconds: callTimes.bytes,
    access: finance,
    summary: 'Export the recharges of all clients to a file.',
    body: staffRechargeQuery.omit(ofOnePage).extend(staffFileBody),
    answer: staffFileAnswer,
  },
  approve: {
    method: 'POST',
    path: '/api/staff/recharges/{account_id}/{id}/approve',
    access: finance,
    summary:
      'Approve a recharge with the amount that arrived. Above the limit another member of staff approves it too.',
    params: staffParams,
    body: z.object({
      received_amount: minor.positive(),
      note: z.string().trim().max(300).optional(),
      version: z.int(),
    }),
    answer: staffRechargeSchema,
    idempotent: true,
  },
  reject: {
    method: 'POST',
    path: '/api/staff/recharges/{account_id}/{id}/reject',
    access: finance,
    summary: 'Reject a proof with a reason that the client sees.',
    params: staffParams,
    body: z.object({
      reason: z.string().trim().min(5).max(300),
      version: z.int(),
    }),
    answer: staffRechargeSchema,
  },
  sendBack: {
    method: 'POST',
    path: '/api/staff/recharges/{account_id}/{id}/send_back',
    access: finance,
    summary: 'Send the first approval of a recharge back, so that it is reviewed again.',
    params: staffParams,
    body: z.object({ reason: z.string().trim().min(5).max(300), version: z.int() }),
    answer: staffRechargeSchema,
  },
  refund: {
    method: 'POST',
    path: '/api/staff/recharges/{account_id}/{id}/refund',
    access: finance,
    summary: 'Refund money of a card recharge from the wallet to the card.',
    params: staffParams,
    body: z.object({ amount: minor.positive(), reason: z.string().trim().min(5).max(300), version: z.int() }),
    answer: staffRechargeSchema,
    idempotent: true,
  },
  staffMethods: {
    method: 'GET',
    path: '/api/staff/recharge_methods',
    access: finance,
    summary: 'List all payment methods, including those not offered.',
    answer: z.array(staffMethodSchema),
  },
  createMethod: {
    method: 'POST',
    path: '/api/staff/recharge_methods',
    access: finance,
    summary: 'Create a payment method whose recharges are reviewed with a proof of payment.',
    body: z.object(methodFields),
    answer: staffMethodSchema,
    idempotent: true,
  },
  saveMethod: {
    method: 'PUT',
    path: '/api/staff/recharge_methods/{code}',
    access: finance,
    summary: 'Update a payment method: details for payers, fee, limits, position, and whether it is offered.',
    params: z.object({ code: z.string().max(40) }),
    body: z.object({ ...methodFields, version: z.int() }),
    answer: staffMethodSchema,
  },
});
