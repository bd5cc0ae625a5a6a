import { v7 as uuid } from 'uuid';
import { manyOrders } from '#contract/checkout.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { paymentRequests } from '#contract/payment-requests.ts';
import type { ListQuery } from '#contract/shared.ts';
import { audit } from '#server/db/audit.ts';
import { type AccountCtx, demand, type MerchantCtx, notFound, readerLanguage } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { appError } from '#server/lib/app-error.ts';
import { moneyText } from '#server/lib/money-text.ts';
import { type Phrase, sentenceIn } from '#server/lib/refusal-texts.ts';
import * as rows from './payment-requests.db.ts';
import {
  approvalFor,
  payManyOrders,
  payOrders,
  previewCheckout,
  previewedSelection,
  previewManyOrders,
  shownOfMany,
} from '#server/features/checkout/index.ts';
import { payInvoice, payInvoices, previewInvoices } from '#server/features/invoices/index.ts';
import { getJob } from '#server/features/jobs/index.ts';
import { balances } from '#server/features/ledger/index.ts';
import { notify, resolveNotifications } from '#server/features/notifications/index.ts';
import { exceeded, isActive, mayApprove } from '#server/features/sub-accounts/index.ts';

function shown(ctx: MerchantCtx, row: rows.RequestRow) {
  const { id, status, orders, total, currency, created_at, decided_at, reason, invoice_id, invoice_number, version } =
    row;
  const own = row.requested_by === ctx.actor.user_id;
  return {
    id,
    status,
    orders,
    pays: row.pays,
    total,
    currency,
    requested_by: row.requester,
    created_at,
    decided_by: row.decider,
    decided_at,
    reason,
    invoice: invoice_id === null ? null : { id: invoice_id, number: `INV-${invoice_number}` },
    may_decide: status === 'open' && !own && mayApprove(ctx.actor.rights),
    may_cancel: status === 'open' && own,
    version,
  };
}

/** All requests for who may approve, else the reader's own; `meta.counts.open` says how many wait. */
export async function listRequests(ctx: MerchantCtx, query: ListQuery) {
  const requestedBy = mayApprove(ctx.actor.rights) ? null : ctx.actor.user_id;
  const found = await rows.listRequests(ctx, requestedBy, pageOf(query));
  const { total, open } = await rows.countRequests(ctx, requestedBy);
  return { data: found.map((row) => shown(ctx, row)), meta: metaOf(query, total, { open }) };
}

async function requireRequest(ctx: MerchantCtx, id: string, lock = false): Promise<rows.RequestRow> {
  const row = await rows.findRequest(ctx, id, lock);
  const visible = row && (row.requested_by === ctx.actor.user_id || mayApprove(ctx.actor.rights));
  if (!visible) throw notFound('payment_request');
  return row;
}

/** A request with what was shown and, while it is open, what its orders cost now. */
export async function getRequest(ctx: MerchantCtx, id: string) {
  const row = await requireRequest(ctx, id);
  const lines = await rows.findLines(ctx, id);
  const now = row.status === 'open' && row.pays.length === 0 ? await previewNow(ctx, lines) : null;
  const checkout = now?.preview ?? null;
  const invoices_now = row.status === 'open' && row.pays.length > 0 ? await invoicesNow(ctx, idsOf(row)) : null;
  const payable = new Map(now?.shown.map((cost) => [cost.order_id, cost]));
  const refused = new Map(checkout?.refused.map(({ order_id, reason }) => [order_id, reason]));
  return {
    ...shown(ctx, row),
    job: row.status === 'paying' && row.job_id !== null ? await getJob(ctx, row.job_id) : null,
    lines: lines.slice(0, isMany(lines) ? shownOfMany : lines.length).map(({ order_id, name, ...cost }) => ({
      order_id,
      name,
      shown: cost,
      now: payable.get(order_id) ?? null,
      refused: refused.get(order_id) ?? null,
    })),
    checkout,
    invoices_now,
    changed:
      (checkout !== null && lines.some((line) => isChanged(line, payable.get(line.order_id)))) ||
      (invoices_now !== null && (invoices_now.total !== row.total || invoices_now.refused !== null)),
  };
}

const isMany = (lines: readonly unknown[]): boolean => lines.length > manyOrders;

/** What the orders of a request cost now: in sum, and each that can be paid. */
async function previewNow(ctx: MerchantCtx, lines: readonly rows.ShownCost[]) {
  const ids = lines.map(({ order_id }) => order_id);
  if (isMany(lines)) return previewManyOrders(ctx, ids);
  const preview = await previewCheckout(ctx, ids);
  const costs = preview.payable.map(({ order_id, cost: { goods, freight, fees, total } }) => {
    return { order_id, goods, freight, fees, total };
  });
  return { preview, shown: costs };
}

const isChanged = (was: rows.ShownCost, now: Omit<rows.ShownCost, 'order_id'> | undefined): boolean =>
  now === undefined || (['goods', 'freight', 'fees', 'total'] as const).some((part) => was[part] !== now[part]);

/** Asks for a payment that is above the member's limits, at what the orders cost now. */
export async function requestApproval(
  ctx: MerchantCtx,
  { order_ids, expected_total }: ParsedOf<typeof paymentRequests.create>['body'],
) {
  const checkout = await previewCheckout(ctx, order_ids);
  const { payable, refused, total, currency } = checkout;
  const [first] = refused;
  if (first)
    throw appError('order_not_payable', {
      text: 'invoices.not_payable',
      params: { name: first.name, reason: first.reason },
    });
  if (total !== expected_total) throw changed(total, expected_total, currency);
  if (!(await exceeded(ctx, total))) throw appError('invalid_input', { text: 'paymentRequests.within_limits' });
  const lines = payable.map(({ order_id, cost: { goods, freight, fees, total: sum } }) => {
    return { order_id, goods, freight, fees, total: sum };
  });
  return keepRequest(ctx, { total, currency }, lines);
}

/** The same for all orders that a preview of the reader fixed. */
export async function requestSelection(
  ctx: MerchantCtx,
  selection: string,
  { expected_total }: ParsedOf<typeof paymentRequests.createForSelection>['body'],
) {
  const { orders, total, currency } = await previewedSelection(ctx, selection, expected_total);
  if (!(await exceeded(ctx, total))) throw appError('invalid_input', { text: 'paymentRequests.within_limits' });
  const lines = orders.map(({ addition: _addition, ...cost }) => cost);
  return keepRequest(ctx, { total, currency }, lines);
}

/** One request at a time for an order. */
async function keepRequest(
  ctx: MerchantCtx,
  { total, currency }: { total: number; currency: string },
  lines: readonly rows.ShownCost[],
) {
  const number = await rows.findAskedBefore(
    ctx,
    lines.map(({ order_id }) => order_id),
  );
  if (number !== undefined)
    throw appError('payment_request_closed', { text: 'paymentRequests.asked_before', params: { number } });
  const id = uuid();
  await rows.insertRequest(ctx, { id, total, currency, requested_by: ctx.actor.user_id }, lines);
  await audit(ctx, {
    action: 'paymentRequests.create',
    entity: 'payment_requests',
    entity_id: id,
    details: { orders: lines.length, total, currency },
  });
  return announced(ctx, id);
}

const idsOf = ({ pays }: Pick<rows.RequestRow, 'pays'>) => pays.map(({ id }) => id);

/** What paying issued invoices costs now, and why they cannot be paid any more. */
async function invoicesNow(ctx: MerchantCtx, ids: readonly string[]) {
  const { total, blocked } = await previewInvoices(ctx, ids);
  const { available } = await balances(ctx);
  const refused: Phrase | null =
    blocked === null ? null : { text: 'paymentRequests.invoice_closed', params: { number: blocked } };
  return {
    total,
    available,
    missing: Math.max(0, total - available),
    approval: await approvalFor(ctx, total),
    refused: refused && sentenceIn(readerLanguage(ctx), refused),
  };
}

/** Whether the reader needs an approval to pay issued invoices, and the request that is open for one of them. */
export async function forInvoices(ctx: MerchantCtx, ids: readonly string[]) {
  const { total, blocked } = await previewInvoices(ctx, ids);
  const request = await rows.findOpenFor(ctx, ids);
  return {
    approval: blocked === null ? await approvalFor(ctx, total) : null,
    request: request ? shown(ctx, request) : null,
  };
}

/** Asks for the payment of issued invoices that is above the member's limits; one request at a time for an invoice. */
export async function requestInvoices(ctx: MerchantCtx, ids: readonly string[], expected: number) {
  demand(ctx.actor, 'invoices', 'pay');
  const { invoices, total, currency, blocked } = await previewInvoices(ctx, ids);
  if (blocked !== null)
    throw appError('order_not_payable', { text: 'invoices.not_payable_now', params: { number: blocked } });
  if (total !== expected) throw changed(total, expected, currency);
  if (!(await exceeded(ctx, total))) throw appError('invalid_input', { text: 'paymentRequests.within_limits' });
  const number = await rows.findInvoiceAskedBefore(ctx, ids);
  if (number !== undefined)
    throw appError('payment_request_closed', { text: 'paymentRequests.asked_before', params: { number } });
  const id = uuid();
  await rows.insertForInvoices(ctx, { id, total, currency, requested_by: ctx.actor.user_id }, invoices);
  await audit(ctx, {
    action: 'paymentRequests.createForInvoices',
    entity: 'payment_requests',
    entity_id: id,
    details: { numbers: numbersOf(invoices), total, currency },
  });
  return announced(ctx, id);
}

/** "INV-1, INV-2, INV-3 +4". */
function numbersOf(invoices: readonly { number: string }[]): string {
  const names = invoices.slice(0, 3).map(({ number }) => number);
  const more = invoices.length - names.length;
  return names.join(', ') + (more > 0 ? ` +${more}` : '');
}

/** Tells of a new request whoever may approve it. */
async function announced(ctx: MerchantCtx, id: string) {
  const request = await requireRequest(ctx, id);
  const { requester: name, orders, total: amount, currency, pays } = request;
  await notify(ctx, {
    event: 'payment_requested',
    account_id: ctx.account,
    subject: id,
    params: { name, orders, amount, currency, ...(pays.length > 0 && { number: numbersOf(pays) }) },
    link: linkOf(id),
  });
  publishChange(ctx, id);
  return shown(ctx, request);
}

const linkOf = (id: string) => `/wallet/wallet?tab=approvals&request=${id}`;

/** Orders say whether a request for them is open. */
function publishChange(ctx: AccountCtx, id: string): void {
  publish(ctx, { account_id: ctx.account, kind: 'wallet.requests', id });
  publish(ctx, { account_id: ctx.account, kind: 'orders.changed' });
}

const changed = (total: number, expected: number, currency: string) =>
  appError(
    'price_changed',
    {
      text: 'invoices.orders_cost_more',
      params: { now: moneyText(total, currency), was: moneyText(expected, currency) },
    },
    'expected_total',
  );

/** An open request under its lock, for another member than who asked. */
async function lockForDecision(ctx: MerchantCtx, id: string, version: number): Promise<rows.RequestRow> {
  demand(ctx.actor, 'orders', 'pay');
  const row = await requireOpen(ctx, id, version);
  if (row.requested_by === ctx.actor.user_id) throw appError('second_person', { text: 'paymentRequests.own' });
  return row;
}

async function requireOpen(ctx: MerchantCtx, id: string, version: number): Promise<rows.RequestRow> {
  const row = await requireRequest(ctx, id, true);
  if (row.status !== 'open') throw appError('payment_request_closed', { text: `paymentRequests.is_${row.status}` });
  if (row.version !== version) throw appError('stale_version', { text: 'paymentRequests.changed' });
  return row;
}

/**
 * Pays what can be paid of a request now, in the approver's name and within the approver's own limits: request, invoice, ledger
 * and orders are one transaction. Many orders are paid by a job, and the request with them. Refused when that costs something
 * else than the approver saw.
 */
export async function approve(
  ctx: MerchantCtx,
  id: string,
  { expected_total, version }: ParsedOf<typeof paymentRequests.approve>['body'],
) {
  const request = await lockForDecision(ctx, id, version);
  if (!(await isActive(ctx, request.requested_by)))
    throw appError('payment_request_closed', {
      text: 'paymentRequests.member_left',
      params: { name: request.requester },
    });
  const decided_by = ctx.actor.user_id;
  const lines = request.pays.length === 0 ? await rows.findLines(ctx, id) : [];
  if (isMany(lines)) {
    const { selection, job } = await payMany(ctx, lines, expected_total);
    await rows.decide(ctx, id, { status: 'paying', decided_by, selection_id: selection });
    publishChange(ctx, id);
    return { invoice: null, job };
  }
  const { id: invoice_id, number } = await payNow(ctx, request, lines, expected_total);
  await rows.decide(ctx, id, { status: 'approved', decided_by, invoice_id });
  await record(ctx, request, 'approved', { number: request.pays.length > 0 ? numbersOf(request.pays) : number });
  return { invoice: { id: invoice_id, number }, job: null };
}

const nothingLeft = () => appError('order_not_payable', { text: 'paymentRequests.nothing_left' });

async function payMany(ctx: MerchantCtx, lines: readonly rows.ShownCost[], expected_total: number) {
  const now = await previewManyOrders(
    ctx,
    lines.map(({ order_id }) => order_id),
  );
  if (now.shown.length === 0) throw nothingLeft();
  return payManyOrders(ctx, now, expected_total);
}

/** The job that paid the orders of a request has ended: the request is approved, or waits again where nothing was paid. */
export async function endPaying(
  ctx: AccountCtx,
  selection: string,
  invoice: { id: string; number: string } | null,
): Promise<void> {
  const request = await rows.findPaying(ctx, selection);
  if (!request) return;
  await rows.endPaying(ctx, request.id, invoice?.id ?? null);
  if (invoice === null) publishChange(ctx, request.id);
  else await record(ctx, request, 'approved', { number: invoice.number });
}

/** Pays the invoices of a request, or what can be paid of its orders now; answers the first invoice. */
async function payNow(
  ctx: MerchantCtx,
  { pays }: rows.RequestRow,
  lines: readonly rows.ShownCost[],
  expected_total: number,
) {
  const [first] = pays;
  if (first !== undefined) {
    demand(ctx.actor, 'invoices', 'pay');
    if (pays.length === 1) return payInvoice(ctx, first.id, { expected_total });
    const { invoices, total, currency } = await previewInvoices(ctx, idsOf({ pays }));
    if (total !== expected_total) throw changed(total, expected_total, currency);
    await payInvoices(ctx, { invoices: invoices.map(({ id, total: now }) => ({ id, expected_total: now })) });
    return first;
  }
  const { shown: payable } = await previewNow(ctx, lines);
  if (payable.length === 0) throw nothingLeft();
  const expected_orders = payable.map(({ order_id, goods, freight, fees }) => ({ order_id, goods, freight, fees }));
  const order_ids = payable.map(({ order_id }) => order_id);
  return payOrders(ctx, { order_ids, expected_total, expected_orders });
}

export async function decline(
  ctx: MerchantCtx,
  id: string,
  { reason, version }: ParsedOf<typeof paymentRequests.decline>['body'],
) {
  const request = await lockForDecision(ctx, id, version);
  await rows.decide(ctx, id, { status: 'declined', decided_by: ctx.actor.user_id, reason });
  await record(ctx, request, 'declined', { reason });
  return shown(ctx, await requireRequest(ctx, id));
}

export async function cancel(ctx: MerchantCtx, id: string, version: number) {
  const request = await requireOpen(ctx, id, version);
  if (request.requested_by !== ctx.actor.user_id) throw notFound('payment_request');
  await rows.decide(ctx, id, { status: 'cancelled', decided_by: ctx.actor.user_id });
  await audit(ctx, { action: 'paymentRequests.cancel', entity: 'payment_requests', entity_id: id });
  await resolveNotifications(ctx, id, ['payment_requested']);
  publishChange(ctx, id);
  return shown(ctx, await requireRequest(ctx, id));
}

async function record(
  ctx: AccountCtx,
  { id, orders, total, currency, requested_by }: rows.RequestRow,
  outcome: 'approved' | 'declined',
  about: Record<string, string>,
): Promise<void> {
  await audit(ctx, {
    action: `paymentRequests.${outcome}`,
    entity: 'payment_requests',
    entity_id: id,
    details: { total, currency, ...about },
  });
  await resolveNotifications(ctx, id, ['payment_requested']);
  await notify(ctx, {
    event: `payment_${outcome}`,
    account_id: ctx.account,
    subject: id,
    asked_by: requested_by,
    params: { orders, amount: total, currency, ...about },
    link: linkOf(id),
  });
  publishChange(ctx, id);
}
