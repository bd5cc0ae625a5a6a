import { z } from 'zod';
import { callTimes, endpoints } from './endpoint.ts';
import { invoiceKinds, invoiceTabs, maxPaidAtOnce, maxPrinted } from './invoice-rules.ts';
import { jobSchema } from './jobs.ts';
import { country, currency, date, id, idParams, listMeta, listQuery, minor, time } from './shared.ts';

export const invoiceStatuses = [
  'draft',
  'open',
  'paying',
  'paid',
  'partly_paid',
  'expired',
  'void',
  'partly_credited',
  'credited',
] as const;

/** What a checkout of selected orders would cost now, and which of them cannot be paid and why. */
export const invoiceSchema = z.object({
  id,
  number: z.string(), // INV-1001
  kind: z.enum(invoiceKinds),
  status: z.enum(invoiceStatuses),
  currency,
  goods: minor,
  freight: minor,
  fees: minor,
  total: minor,
  /** What was given back of it, and by which credit notes. */
  credited: minor,
  credit_notes: z.array(z.object({ number: z.string(), amount: minor })),
  orders: z.int(),
  /** Units of its orders, and when the first and the last of them were placed; null where it is not about orders. */
  units: z.int().nullable(),
  orders_from: time.nullable(),
  orders_to: time.nullable(),
  issued_at: time,
  paid_at: time.nullable(),
  /** The stock order that it is a part of. */
  stock_order: z.object({ id, number: z.string(), part: z.enum(['deposit', 'balance']) }).nullable(),
  /** The deposit that must be paid before it; null where nothing stands before it. */
  pay_first: z.object({ id, number: z.string() }).nullable(),
  /** Until when its prices stand, and it can be paid; null where it was paid as it was billed, or is not about orders. */
  price_valid_until: time.nullable(),
  /** The invoice that it replaces after a refresh of prices, and the one that replaces it. */
  replaces: z.object({ id, number: z.string() }).nullable(),
  replaced_by: z.object({ id, number: z.string() }).nullable(),
  /** Why it was made void, and when; null while it is not. */
  ended_reason: z.string().nullable(),
  voided_at: time.nullable(),
  /** Whether it can be paid from the wallet now. */
  payable: z.boolean(),
});
export const invoiceLineSchema = z.object({
  line: z.int(),
  code: z.string(),
  title: z.string(),
  sku: z.string().nullable(),
  quantity: z.int(),
  unit_amount: minor,
  amount: minor,
  inputs: z.record(z.string(), z.unknown()),
});
export const invoiceOrderSchema = z.object({
  id,
  number: z.string(), // IO-10001
  invoice: z.object({
    id,
    number: z.string(),
    status: z.enum(invoiceStatuses),
    /** What became of one that ended unpaid: until when its prices stood, when it was made void, and what replaces it. */
    price_valid_until: time.nullable(),
    voided_at: time.nullable(),
    replaced_by: z.object({ id, number: z.string() }).nullable(),
  }),
  order: z.object({ id, name: z.string(), store: z.string() }),
  channel: z.string().nullable(),
  weight_g: z.int().nullable(),
  goods: minor,
  freight: minor,
  fees: minor,
  total: minor,
  /** What was given back of it since. */
  credited: minor,
  currency,
});
/** A billed order in its list. */
export const listedInvoiceOrderSchema = invoiceOrderSchema.extend({
  issued_at: time,
  /** Numbers of its order's parcels; empty for members who don't see orders. */
  tracking: z.array(z.object({ carrier: z.string(), number: z.string(), url: z.string().nullable() })),
  /** The first lines of its goods, and how many it has. */
  items: z.array(z.object({ sku: z.string(), title: z.string(), quantity: z.int() })),
  items_count: z.int(),
});
export const invoiceOrderDetailSchema = invoiceOrderSchema.extend({ lines: z.array(invoiceLineSchema) });
export const invoiceDetailSchema = invoiceSchema.extend({
  /** Who paid it from the wallet; null while it is unpaid, and where it was paid automatically. */
  paid_by: z.string().nullable(),
  /** Entry of the wallet's statement that paid it. */
  ledger_seq: z.int().nullable(),
  billed_to: z.record(z.string(), z.unknown()),
  /** What whoever issued it tells the client. */
  note: z.string().nullable(),
  /** How many of its orders still wait to be paid, and are on no other invoice that can be. */
  orders_unpaid: z.int(),
  seller: z.record(z.string(), z.unknown()),
  invoice_orders: z.array(invoiceOrderDetailSchema),
  /** Lines of an invoice that is not about orders. */
  items: z.array(invoiceLineSchema),
  /** What was given back of it since. */
  credits: z.array(
    z.object({ id, number: z.string(), amount: minor, reason: z.string(), issued_at: time, ledger_seq: z.int() }),
  ),
});

export const creditNoteSchema = z.object({
  id,
  number: z.string(), // CN-1001
  invoice: z.object({ id, number: z.string() }),
  /** The order that it is about; null where it is about the whole invoice. */
  order: z.object({ id, name: z.string() }).nullable(),
  reason: z.string(),
  amount: minor,
  currency,
  issued_at: time,
});

/** What the paid invoices and the credit notes issued on some days come to. */
export const invoiceSummarySchema = z.object({
  from: date,
  to: date,
  currency,
  invoices: z.int(),
  credit_notes: z.int(),
  goods: minor,
  freight: minor,
  fees: minor,
  /** Of the invoices, before credit notes. */
  billed: minor,
  credited: minor,
  /** What is left after credit notes. */
  total: minor,
});

/** `result` of a print job: the file, and how many of the ids are not in the account. */
export const printResultSchema = z.object({
  file_id: id,
  name: z.string(),
  size: z.int(),
  documents: z.int(),
  missing: z.int(),
});

const sku = z.string().trim().max(120).optional();
const amountBound = z.coerce.number().min(0).max(10_000_000).optional();

const view = { kind: 'merchant', feature: 'invoices', action: 'view' } as const;
const payInvoices = { kind: 'merchant', feature: 'invoices', action: 'pay' } as const;

export const invoices = endpoints({
  list: {
    method: 'GET',
    path: '/api/invoices',
    access: view,
    summary: 'List the invoices of the account.',
    query: listQuery.extend({
      tab: z.enum(invoiceTabs).default('all'),
      from: date.optional(),
      to: date.optional(),
      /** Days of payment where the provider works, as its revenue counts them. */
      booked_from: date.optional(),
      booked_to: date.optional(),
      kind: z.enum(invoiceKinds).optional(),
      /** Bounds of the total, in units of the wallet's currency. */
      amount_from: amountBound,
      amount_to: amountBound,
      /** Only invoices with orders of this store, or to this country. */
      store_id: id.optional(),
      country: country.optional(),
      /** Only those that bill goods of this SKU, the store's or the catalog's. */
      sku,
    }),
    answer: z.array(invoiceSchema),
    meta: listMeta,
  },
  get: {
    method: 'GET',
    path: '/api/invoices/{id}',
    access: view,
    summary: 'Retrieve an invoice with its orders and lines.',
    params: idParams,
    answer: invoiceDetailSchema,
  },
  payOpen: {
    method: 'POST',
    path: '/api/invoices/{id}/payment',
    access: payInvoices,
    summary: 'Pay an issued invoice from the wallet; refused if the total differs.',
    params: idParams,
    body: z.object({ expected_total: minor }),
    answer: invoiceDetailSchema,
    idempotent: true,
  },
  payMany: {
    method: 'POST',
    path: '/api/invoices/payments',
    seconds: callTimes.many,
    access: payInvoices,
    summary: 'Pay several issued invoices from the wallet; pays none if one can’t be paid or its total differs.',
    body: z.object({
      invoices: z
        .array(z.object({ id, expected_total: minor }))
        .min(1)
        .max(maxPaidAtOnce),
    }),
    answer: z.object({
      /** In the sequence in which they were paid: each deposit before its balance. */
      invoices: z.array(z.object({ id, number: z.string(), total: minor })),
      total: minor,
      currency,
    }),
    idempotent: true,
  },
  pdf: {
    method: 'POST',
    path: '/api/invoices/{id}/pdf',
    seconds: callTimes.many,
    access: view,
    summary:
      'Create a link to the PDF of an invoice, for one download within 60 seconds; one that is expired or void says so.',
    params: idParams,
    answer: z.object({ url: z.string() }),
  },
  pdfIssued: {
    method: 'POST',
    path: '/api/invoices/{id}/pdf_issued',
    seconds: callTimes.many,
    access: view,
    summary: 'Create a link to the PDF of an invoice as it was issued, for one download within 60 seconds.',
    params: idParams,
    answer: z.object({ url: z.string() }),
  },
  receipt: {
    method: 'POST',
    path: '/api/invoices/{id}/receipt',
    seconds: callTimes.many,
    access: view,
    summary: 'Create a link to the receipt of a paid invoice as a PDF, for one download within 60 seconds.',
    params: idParams,
    answer: z.object({ url: z.string() }),
  },
  creditNotePdf: {
    method: 'POST',
    path: '/api/credit_notes/{id}/pdf',
    seconds: callTimes.many,
    access: view,
    summary: 'Create a link to the PDF of a credit note, for one download within 60 seconds.',
    params: idParams,
    answer: z.object({ url: z.string() }),
  },
  ubl: {
    method: 'POST',
    path: '/api/invoices/{id}/ubl',
    access: view,
    summary: 'Create a link to the electronic invoice (EN 16931, UBL 2.1), for one download within 60 seconds.',
    params: idParams,
    answer: z.object({ url: z.string() }),
  },
  creditNoteUbl: {
    method: 'POST',
    path: '/api/credit_notes/{id}/ubl',
    access: view,
    summary: 'Create a link to the electronic credit note (EN 16931, UBL 2.1), for one download within 60 seconds.',
    params: idParams,
    answer: z.object({ url: z.string() }),
  },
  summary: {
    method: 'GET',
    path: '/api/invoices/summary',
    access: view,
    summary: 'Add up the paid invoices and the credit notes issued on days in the zone of the account.',
    query: z.object({ from: date, to: date }),
    answer: invoiceSummarySchema,
  },
  summaryPdf: {
    method: 'POST',
    path: '/api/invoices/summary/pdf',
    seconds: callTimes.many,
    access: view,
    summary: 'Create a link to a PDF that lists and adds up the paid invoices and the credit notes of a period.',
    body: z.object({ from: date, to: date }),
    answer: z.object({ url: z.string() }),
  },
  createPrint: {
    method: 'POST',
    path: '/api/invoices/print',
    seconds: callTimes.many,
    access: view,
    summary: 'Put the PDFs of up to 500 invoices or billed orders together; above 10, returns the job that does it.',
    body: z.object({
      ids: z.array(id).min(1).max(maxPrinted),
      of: z.enum(['invoices', 'invoice_orders']).default('invoices'),
      /** One file with all pages, or a ZIP with a file of each. */
      as: z.enum(['pdf', 'zip']).default('pdf'),
    }),
    answer: jobSchema,
  },
  listCreditNotes: {
    method: 'GET',
    path: '/api/credit_notes',
    access: view,
    summary: 'List the credit notes of the account, newest first.',
    query: listQuery.extend({ from: date.optional(), to: date.optional() }),
    answer: z.array(creditNoteSchema),
    meta: listMeta,
  },
  listOrders: {
    method: 'GET',
    path: '/api/invoice_orders',
    access: view,
    summary: 'List billed orders, newest first.',
    query: listQuery.extend({
      invoice_id: id.optional(),
      order_id: id.optional(),
      store_id: id.optional(),
      /** Days on which their invoices were issued, in the zone of the account. */
      from: date.optional(),
      to: date.optional(),
      /** Where the order was billed to go. */
      country: country.optional(),
      sku,
      /** Bounds of its total, in units of the wallet's currency. */
      amount_from: amountBound,
      amount_to: amountBound,
    }),
    answer: z.array(listedInvoiceOrderSchema),
    meta: listMeta,
  },
  orderPdf: {
    method: 'POST',
    path: '/api/invoice_orders/{id}/pdf',
    seconds: callTimes.many,
    access: view,
    summary: 'Create a link to the PDF of a billed order, for one download within 60 seconds.',
    params: idParams,
    answer: z.object({ url: z.string() }),
  },
  orderPdfWithAddress: {
    method: 'POST',
    path: '/api/invoice_orders/{id}/pdf_with_address',
    seconds: callTimes.many,
    access: view,
    summary: 'Make the PDF of a billed order with the buyer’s address; needs the right to see buyers, and is not kept.',
    params: idParams,
    answer: z.object({ name: z.string(), content: z.base64() }),
  },
  getOrder: {
    method: 'GET',
    path: '/api/invoice_orders/{id}',
    access: view,
    summary: 'Retrieve a billed order with its lines and the source of each amount.',
    params: idParams,
    answer: invoiceOrderDetailSchema,
  },
});
