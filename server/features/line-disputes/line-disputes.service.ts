import { v7 as uuid } from 'uuid';
import { maxListDepth } from '#contract/constants.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import { disputeDays, disputeTabs, isDisputable } from '#contract/line-dispute-rules.ts';
import type { lineDisputes } from '#contract/line-disputes.ts';
import { audit, noteAccess } from '#server/db/audit.ts';
import {
  type AccountCtx,
  type Ctx,
  type MerchantCtx,
  notFound,
  readerLanguage,
  type StaffActor,
  type StaffCtx,
} from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { countTabs, metaOf, pageOf } from '#server/http/list.ts';
import { appError } from '#server/lib/app-error.ts';
import { dueAfter } from '#server/lib/business-time.ts';
import { moneyText } from '#server/lib/money-text.ts';
import { keptSentence } from '#server/lib/refusal-texts.ts';
import { checkLine } from './line-check.ts';
import * as rows from './line-disputes.db.ts';
import { notify, resolveNotifications } from '#server/features/notifications/index.ts';
import { creditOrder } from '#server/features/orders/index.ts';
import { workingTime } from '#server/features/shipping/index.ts';

type Row = rows.DisputeRow;
type ForClient = AccountCtx<StaffActor>;

const day = 86_400_000;
/** What staff have to answer. */
const answerTime = { days: 3 };
const openOf = { open: true, decided: false, all: null } as const;

/** Disputes of the account, newest first. */
export async function listDisputes(ctx: MerchantCtx, query: ParsedOf<typeof lineDisputes.list>['query']) {
  const which = { open: openOf[query.tab], q: query.q, invoice_id: query.invoice_id };
  const found = await rows.list(ctx, which, ctx.account, pageOf(query));
  const open = await rows.count(ctx, { open: true, q: undefined }, ctx.account, maxListDepth);
  return {
    data: found.map((row) => shown(ctx, row)),
    meta: metaOf(query, await rows.count(ctx, which, ctx.account, maxListDepth), { open }),
  };
}

/** Disputes of all clients; each that is shown leaves an access row. */
export async function listForStaff(ctx: StaffCtx, query: ParsedOf<typeof lineDisputes.staffList>['query']) {
  const which = { open: openOf[query.tab], q: query.q };
  const found = await rows.list(ctx, which, null, pageOf(query));
  await noteAccess(ctx, {
    feature: 'invoices',
    route: 'lineDisputes.staffList',
    accounts: found.map((row) => row.account_id),
    staff_user_id: ctx.actor.user_id,
  });
  const counted = (tab: keyof typeof openOf) =>
    rows.count(ctx, { open: openOf[tab], q: undefined }, null, maxListDepth);
  const counts = await countTabs(disputeTabs, counted);
  return {
    data: found.map((row) => shownToStaff(ctx, row)),
    meta: metaOf(query, await rows.count(ctx, which, null, maxListDepth), counts),
  };
}

/** Opens a dispute; the line is computed again at once, and what came of it is kept with it. */
export async function openDispute(ctx: MerchantCtx, body: ParsedOf<typeof lineDisputes.open>['body']) {
  const { invoice_order_id, line: number, kind, claimed_weight_g, text } = body;
  const bill = await rows.findBill(ctx, invoice_order_id);
  const line = bill?.lines.find((one) => one.line === number);
  if (!bill || !line) throw notFound('line');
  if (bill.paid_at === null || !isDisputable(line))
    throw appError('dispute_refused', { text: 'line-disputes.not_disputable' });
  if (bill.paid_at.getTime() + disputeDays * day < ctx.now.getTime())
    throw appError('dispute_refused', { text: 'line-disputes.too_late', params: { days: disputeDays } });
  if (kind === 'weight' && claimed_weight_g === null)
    throw appError('invalid_input', { text: 'line-disputes.weight_missing' }, 'claimed_weight_g');
  const id = uuid();
  const opened = await rows.insert(ctx, {
    id,
    invoice_order_id,
    line: number,
    kind,
    text,
    claimed_weight_g,
    checked: checkLine(line, bill.lines, claimed_weight_g),
    due_at: dueAfter(ctx.now, answerTime, await workingTime(ctx)),
    created_by: ctx.actor.user_id,
  });
  if (!opened) throw appError('dispute_refused', { text: 'line-disputes.open_already' });
  const row = await requireDispute(ctx, id);
  await record(ctx, row, 'open');
  await notify(ctx, {
    ...about(row),
    event: 'staff_dispute_opened',
    params: { number: numberOf(row), client: row.client_name, order: row.order_name },
    link: `/staff/line-disputes?dispute=${id}`,
  });
  return shown(ctx, row);
}

export async function withdrawDispute(ctx: MerchantCtx, id: string, version: number) {
  const row = await requireOpen(ctx, id, version);
  return shown(ctx, await close(ctx, row, { status: 'withdrawn', credited: null, answer: null }));
}

/** Accepts a dispute: the amount goes back by a credit note in the same transaction, once. */
export async function acceptDispute(ctx: ForClient, id: string, body: ParsedOf<typeof lineDisputes.accept>['body']) {
  const row = await requireOpen(ctx, id, body.version);
  const { amount, note } = body;
  const { recorded } = row.checked;
  if (amount > recorded) {
    const most = moneyText(recorded, row.currency);
    throw appError('credit_too_much', { text: 'line-disputes.above_line', params: { most } }, 'amount');
  }
  await creditOrder(ctx, row.order_id, {
    amount,
    reason: { text: 'ledger.dispute_accepted', params: { number: numberOf(row), name: row.order_name } },
    cause: `line_disputes:${id}`,
    as: 'credit_note',
    invoice_order_id: row.invoice_order_id,
  });
  const closed = await close(ctx, row, { status: 'accepted', credited: amount, answer: note ?? null });
  await notify(ctx, {
    ...about(row),
    event: 'dispute_accepted',
    params: { number: numberOf(row), order: row.order_name, amount, currency: row.currency },
  });
  return shownToStaff(ctx, closed);
}

/** Refuses a dispute with a reason that the client reads. */
export async function refuseDispute(ctx: ForClient, id: string, body: ParsedOf<typeof lineDisputes.refuse>['body']) {
  const row = await requireOpen(ctx, id, body.version);
  const closed = await close(ctx, row, { status: 'refused', credited: null, answer: body.reason });
  await notify(ctx, {
    ...about(row),
    event: 'dispute_refused',
    params: { number: numberOf(row), order: row.order_name, reason: body.reason },
  });
  return shownToStaff(ctx, closed);
}

async function requireDispute(ctx: AccountCtx, id: string, lock = false): Promise<Row> {
  const row = await rows.find(ctx, id, lock);
  if (!row) throw notFound('dispute');
  return row;
}

async function requireOpen(ctx: AccountCtx, id: string, version: number): Promise<Row> {
  const row = await requireDispute(ctx, id, true);
  const params = { number: numberOf(row) };
  if (row.status !== 'open') throw appError('dispute_closed', { text: `line-disputes.is_${row.status}`, params });
  if (row.version !== version) throw appError('stale_version', { text: 'line-disputes.changed', params });
  return row;
}

const verbs = { accepted: 'accept', refused: 'refuse', withdrawn: 'withdraw' } as const;

async function close(
  ctx: AccountCtx<StaffActor> | MerchantCtx,
  row: Row,
  decision: Omit<rows.Decision, 'decided_by'>,
): Promise<Row> {
  await rows.decide(ctx, row.id, { ...decision, decided_by: ctx.actor.user_id });
  await resolveNotifications(ctx, row.id, ['staff_dispute_opened']);
  const closed = await requireDispute(ctx, row.id);
  await record(ctx, closed, verbs[decision.status]);
  return closed;
}

async function record(ctx: AccountCtx, row: Row, verb: 'open' | (typeof verbs)[keyof typeof verbs]): Promise<void> {
  const { kind, order_name, line, checked, credited, answer } = row;
  await audit(ctx, {
    action: `lineDisputes.${verb}`,
    entity: 'line_disputes',
    entity_id: row.id,
    account_id: ctx.account,
    details: { number: numberOf(row), kind, order: order_name, line, recorded: checked.recorded, credited, answer },
  });
  publish(ctx, { account_id: ctx.account, kind: 'invoices.changed', id: row.invoice_id });
  publish(ctx, { account_id: null, kind: 'invoices.changed', id: row.id });
}

/** Whom a notification goes to, and where it leads. */
const about = (row: Row) => ({
  account_id: row.account_id,
  subject: row.id,
  store_id: row.store_id,
  asked_by: row.created_by,
  link: `/invoice/invoice?invoice=${row.invoice_id}`,
});

const numberOf = ({ number }: Pick<Row, 'number'>) => `LD-${number}`;

function shown(ctx: Ctx, row: Row) {
  const { invoice_id, invoice_number, order_id, order_name, store_name, checked, due_at, ...rest } = row;
  return {
    ...rest,
    number: numberOf(row),
    title: keptSentence(readerLanguage(ctx), row.title),
    invoice: { id: invoice_id, number: `INV-${invoice_number}` },
    order: { id: order_id, name: order_name, store: store_name },
    check: checked,
    due_at: row.status === 'open' ? due_at : null,
  };
}

const shownToStaff = (ctx: Ctx, row: Row) => ({
  ...shown(ctx, row),
  client: { id: row.account_id, number: row.client_number, name: row.client_name },
});
