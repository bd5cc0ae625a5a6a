import { z } from 'zod';
import {
  claimActions,
  claimDecisions,
  claimEvidence,
  claimHindrances,
  claimReasons,
  claimStatuses,
  claimWants,
} from './claim-rules.ts';
import { claimVerdicts } from './claim-verdict-rules.ts';
import { clientSchema, staffParams } from './clients.ts';
import { callTimes, endpoints } from './endpoint.ts';
import { currency, date, done, id, idParams, listMeta, listQuery, minor, storeIds, time } from './shared.ts';
import { ofOnePage, staffFileAnswer, staffFileBody } from './staff-files.ts';

/** Tabs of the merchant's claims and of staff's queue. */
export const claimStates = ['to_do', 'open', 'decided'] as const;
export const claimTabs = ['all', ...claimStates] as const;
export const claimStaffTabs = ['to_decide', 'waiting', 'decided'] as const;

const version = z.int();
const text = (most: number) => z.string().trim().max(most);
const names = Object.keys(claimActions) as [keyof typeof claimActions, ...(keyof typeof claimActions)[]]; // the table is not empty

/** Something that the verdict rests on. */
const finding = z.object({
  code: z.enum(claimVerdicts),
  at: time.optional(),
  evidence: z.array(z.enum(claimEvidence)).optional(),
});

/** A claim in a list. */
export const claimSchema = z.object({
  id,
  number: z.string(), // CLM-1001
  order: z.object({ id, name: z.string(), store: z.string() }),
  parcel: z.object({ id, tracking_number: z.string() }).nullable(),
  reason: z.enum(claimReasons),
  wanted: z.enum(claimWants),
  status: z.enum(claimStatuses),
  verdict: z.enum(claimVerdicts),
  units: z.int(),
  currency,
  asked: minor,
  granted: minor.nullable(),
  /** Until when staff decide, or the merchant brings evidence. */
  due_at: time.nullable(),
  evidence_due_at: time.nullable(),
  submitted_at: time,
  decided_at: time.nullable(),
  version,
});

const claimLine = z.object({
  line_id: id,
  title: z.string(),
  variant_title: z.string().nullable(),
  image_url: z.string().nullable(),
  quantity: z.int(),
  most: minor,
  asked: minor,
  granted: minor,
});
const action = z.object({
  action: z.enum(names),
  allowed: z.boolean(),
  refusal: z.string().nullable(),
  /** What of the claimed units or their payment stands in the way. */
  hindrance: z.enum(claimHindrances).nullable(),
});

export const claimDetailSchema = claimSchema.extend({
  note: z.string(),
  findings: z.array(finding),
  opens_at: time.nullable(),
  deadline: time.nullable(),
  /** What the policy wants to see, and whether it is there. */
  checklist: z.array(z.object({ kind: z.enum(claimEvidence), given: z.boolean() })),
  decision: z.enum(claimDecisions).nullable(),
  decision_note: z.string(),
  decided_by: z.string().nullable(),
  /** Approved within the client's limits, by nobody. */
  automatic: z.boolean(),
  appealed_at: time.nullable(),
  lines: z.array(claimLine),
  evidence: z.array(
    z.object({
      id,
      kind: z.enum(claimEvidence),
      file: z.object({ id, name: z.string(), mime: z.string() }).nullable(),
      at: time,
      by: z.string().nullable(),
    }),
  ),
  messages: z.array(
    z.object({
      id,
      at: time,
      by: z.string().nullable(),
      from: z.enum(['merchant', 'staff', 'system']),
      internal: z.boolean(),
      text: z.string(),
    }),
  ),
  events: z.array(
    z.object({ id, at: time, action: z.string(), status: z.enum(claimStatuses), by: z.string().nullable() }),
  ),
  credits: z.array(z.object({ number: z.string(), amount: minor, invoice: z.object({ id, number: z.string() }) })),
  reship: z.object({ id, name: z.string() }).nullable(),
  actions: z.array(action),
});
const staffClaim = claimSchema.extend({ client: clientSchema, overdue: z.boolean() });
const staffDetail = claimDetailSchema.extend({
  client: clientSchema,
  overdue: z.boolean(),
  /** What was paid for the order and not given back yet. */
  left: minor,
  /** Claims per paid orders of 90 days, in hundredths of a percent. */
  rate_bp: z.int(),
  earlier: z.array(z.object({ id, number: z.string(), status: z.enum(claimStatuses), granted: minor.nullable() })),
});

/** What can be claimed of an order, and by which clocks. */
export const claimableSchema = z.object({
  order: z.object({ id, name: z.string() }),
  currency,
  paid: minor,
  credited: minor,
  /** What can still be given back: neither credited nor paid for units that were sent again. */
  left: minor,
  /** Orders that send units of this one again. */
  resent_as: z.array(z.string()),
  /** Units in one parcel, or paid and never sent. */
  groups: z.array(
    z.object({
      parcel: z
        .object({
          id,
          tracking_number: z.string(),
          status: z.string(),
          shipped_at: time,
          delivered_at: time.nullable(),
        })
        .nullable(),
      lines: z.array(
        z.object({
          line_id: id,
          title: z.string(),
          variant_title: z.string().nullable(),
          image_url: z.string().nullable(),
          quantity: z.int(),
          /** The largest amount that all these units can be given back at. */
          most: minor,
          /** Units beside these that were sent again, or given back, already. */
          resent: z.int(),
          refunded: z.int(),
          open_claim: z.object({ id, number: z.string() }).nullable(),
        }),
      ),
      reasons: z.array(
        z.object({
          reason: z.enum(claimReasons),
          verdict: z.enum(claimVerdicts),
          findings: z.array(finding),
          opens_at: time.nullable(),
          deadline: time.nullable(),
          evidence: z.array(z.enum(claimEvidence)),
          allowed: z.boolean(),
        }),
      ),
    }),
  ),
});

const brought = z
  .array(z.object({ kind: z.enum(claimEvidence), file_id: id }))
  .max(20)
  .default([]);

const limits = z.object({
  auto_amount: minor.min(0).max(100_000_00),
  max_rate_bp: z.int().min(0, 'checks.percent_0_100').max(10_000, 'checks.percent_0_100'),
});

const view = { kind: 'merchant', feature: 'claims', action: 'view' } as const;
const edit = { kind: 'merchant', feature: 'claims', action: 'edit' } as const;
const staff = { kind: 'staff', roles: ['agent', 'finance'] } as const;

/** Filters of the claims of an account: of the list and its exports. Sorts: `claim`, `due`, `amount`. */
export const claimListQuery = listQuery.extend({
  state: z.enum(claimStates).optional(),
  reason: z.enum(claimReasons).optional(),
  store_id: storeIds,
  order_id: id.optional(),
  /** Days on which claims were submitted. */
  submitted_from: date.optional(),
  submitted_to: date.optional(),
});

const staffQuery = listQuery.extend({ tab: z.enum(claimStaffTabs).default('to_decide') });

export const claims = endpoints({
  list: {
    method: 'GET',
    path: '/api/claims',
    access: view,
    summary: 'List the claims of the account, newest first.',
    query: claimListQuery.extend({ tab: z.enum(claimTabs).default('all') }),
    answer: z.array(claimSchema),
    meta: listMeta,
  },
  get: {
    method: 'GET',
    path: '/api/claims/{id}',
    access: view,
    summary: 'Retrieve a claim with its lines, evidence, messages, and events.',
    params: idParams,
    answer: claimDetailSchema,
  },
  claimable: {
    method: 'GET',
    path: '/api/shopify_orders/{id}/claimable',
    access: view,
    summary:
      'Retrieve what can be claimed for an order: lines with their maximum amounts, and each reason with its period and evidence.',
    params: idParams,
    answer: claimableSchema,
  },
  submit: {
    method: 'POST',
    path: '/api/claims',
    access: edit,
    summary: 'Submit a claim for lines of a parcel, or for paid units that never shipped.',
    body: z.object({
      order_id: id,
      parcel_id: id.nullable().default(null),
      reason: z.enum(claimReasons),
      wanted: z.enum(claimWants),
      lines: z
        .array(
          z.object({
            line_id: id,
            quantity: z.int().min(1).max(100_000),
            /** All that these units can be given back at when left out. */
            asked: minor.min(0).optional(),
          }),
        )
        .min(1)
        .max(200),
      note: text(2000).default(''),
      evidence: brought,
    }),
    answer: claimDetailSchema,
    idempotent: true,
  },
  answer: {
    method: 'POST',
    path: '/api/claims/{id}/evidence',
    access: edit,
    summary: 'Add evidence and a message to a claim; a claim that waited for evidence is reviewed again.',
    params: idParams,
    body: z.object({ version, evidence: brought, text: text(2000).default('') }),
    answer: claimDetailSchema,
    idempotent: true,
  },
  withdraw: {
    method: 'POST',
    path: '/api/claims/{id}/withdraw',
    access: edit,
    summary: 'Cancel a claim before it is decided.',
    params: idParams,
    body: z.object({ version }),
    answer: claimDetailSchema,
  },
  appeal: {
    method: 'POST',
    path: '/api/claims/{id}/appeal',
    access: edit,
    summary: 'Appeal a rejected claim.',
    params: idParams,
    body: z.object({
      version,
      text: text(2000).min(10),
      evidence: brought,
    }),
    answer: claimDetailSchema,
    idempotent: true,
  },
  staffList: {
    method: 'GET',
    path: '/api/staff/claims',
    access: staff,
    summary: 'List the claims of all clients; open ones by their deadline.',
    query: staffQuery,
    answer: z.array(staffClaim),
    meta: listMeta,
  },
  staffFile: {
    method: 'POST',
    path: '/api/staff/claims/file',
    seconds: callTimes.bytes,
    access: staff,
    summary: 'Export the claims of all clients to a file.',
    body: staffQuery.omit(ofOnePage).extend(staffFileBody),
    answer: staffFileAnswer,
  },
  staffGet: {
    method: 'GET',
    path: '/api/staff/claims/{account_id}/{id}',
    access: staff,
    summary: 'Retrieve a client’s claim with earlier payments and claims.',
    params: staffParams,
    answer: staffDetail,
  },
  staffTake: {
    method: 'POST',
    path: '/api/staff/claims/{account_id}/{id}/take',
    access: staff,
    summary: 'Start the review of a claim.',
    params: staffParams,
    body: z.object({ version }),
    answer: staffDetail,
  },
  staffAsk: {
    method: 'POST',
    path: '/api/staff/claims/{account_id}/{id}/ask',
    access: staff,
    summary: 'Request evidence for a claim; the timer is paused until it arrives.',
    params: staffParams,
    body: z.object({
      version,
      evidence: z.array(z.enum(claimEvidence)).max(claimEvidence.length).default([]),
      text: text(2000).min(3),
    }),
    answer: staffDetail,
    idempotent: true,
  },
  staffDecide: {
    method: 'POST',
    path: '/api/staff/claims/{account_id}/{id}/decision',
    access: staff,
    summary: 'Decide a claim: refund all or part, send a replacement, or reject it with a reason.',
    params: staffParams,
    body: z.object({
      version,
      decision: z.enum(claimDecisions),
      /** Of `partial`. */
      amount: minor.positive().optional(),
      note: text(1000).default(''),
    }),
    answer: staffDetail,
    idempotent: true,
  },
  staffMessage: {
    method: 'POST',
    path: '/api/staff/claims/{account_id}/{id}/messages',
    access: staff,
    summary: 'Send a message to the client, or add an internal note.',
    params: staffParams,
    body: z.object({ text: text(2000).min(1), internal: z.boolean().default(false) }),
    answer: staffDetail,
    idempotent: true,
  },
  limits: {
    method: 'GET',
    path: '/api/staff/claim_limits/{account_id}',
    access: staff,
    summary: 'Retrieve the limits up to which a client’s claims are approved automatically.',
    params: z.object({ account_id: id }),
    answer: limits.extend({ set: z.boolean(), rate_bp: z.int(), currency, version }),
  },
  setLimits: {
    method: 'PUT',
    path: '/api/staff/claim_limits/{account_id}',
    access: staff,
    summary: 'Set the limits up to which a client’s claims are approved automatically; zero turns it off.',
    params: z.object({ account_id: id }),
    body: limits.extend({ version }),
    answer: done,
  },
});
