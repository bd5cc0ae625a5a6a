import { maxListDepth } from '#contract/constants.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import { searchEntries } from '#contract/list-rules.ts';
import type { ChangeStatus } from '#contract/price-rules.ts';
import type { prices } from '#contract/prices.ts';
import { noteAccess } from '#server/db/audit.ts';
import { type Ctx, type MerchantCtx, notFound, type StaffCtx } from '#server/db/context.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { findRule, saveRule as writeRule } from './price-changes.db.ts';
import * as rows from './prices-list.db.ts';

type Prices = typeof prices;
type ListInput = ParsedOf<Prices['list']>['query'];
type ChannelsInput = ParsedOf<Prices['channels']>['query'];
type ChangesInput = ParsedOf<Prices['changes']>['query'];
type StaffInput = ParsedOf<Prices['staffList']>['query'];
type StaffChangesInput = ParsedOf<Prices['staffChanges']>['query'];

const wordsOf = (q: string | undefined) => searchEntries((q ?? '').toLowerCase());
const ended = { current: false, ended: true, all: null } as const;

/** The account's price list; ended prices newest first. */
export async function listPrices(ctx: MerchantCtx, query: ListInput) {
  const filter = { ...query, ended: ended[query.tab], words: wordsOf(query.q) };
  const data = await rows.findPage(ctx, ctx.account, filter, pageOf(query));
  return { data, meta: metaOf(query, await rows.countMatching(ctx, ctx.account, filter, maxListDepth + 1)) };
}

/** One price; 404 for another account's. */
export async function getPrice(ctx: MerchantCtx, id: string) {
  const price = await rows.findPrice(ctx, id);
  if (!price) throw notFound('price');
  return price;
}

/** Channels of the provider and where they go. */
export async function listChannels(ctx: Ctx, query: ChannelsInput) {
  const data = await rows.findChannels(ctx, query, pageOf(query));
  return { data, meta: metaOf(query, data[0]?.total ?? 0) };
}

type Tabs = Record<string, readonly ChangeStatus[] | null>;
const tabs = {
  to_decide: ['open', 'due'],
  coming: ['accepted', 'rejected'],
  past: ['applied', 'ended', 'withdrawn', 'superseded'],
  all: null,
} as const satisfies Tabs;
const staffTabs = {
  waiting: ['open', 'due'],
  rejected: ['rejected', 'ended'],
  coming: ['accepted'],
  past: ['applied', 'withdrawn', 'superseded'],
} as const satisfies Tabs;

function countsOf(known: Tabs, found: ReadonlyMap<ChangeStatus, number>): Record<string, number> {
  const sum = (statuses: Iterable<ChangeStatus>) =>
    [...statuses].reduce((n, status) => n + (found.get(status) ?? 0), 0);
  return Object.fromEntries(Object.entries(known).map(([tab, statuses]) => [tab, sum(statuses ?? found.keys())]));
}

async function answered(ctx: Ctx, found: readonly rows.ChangeRow[]) {
  const orders = await rows.countUnpaid(
    ctx,
    found.map((row) => row.account_id),
    found.map((row) => row.sku.id),
  );
  return found.map(({ decided_how, decided_by, decided_at, ...row }) => ({
    ...row,
    decided: decided_how && decided_at ? { how: decided_how, by: decided_by, at: decided_at } : null,
    orders: orders.get(`${row.account_id} ${row.sku.id} ${row.destination}`) ?? 0,
  }));
}

/** Prices that are proposed to the account, newest first. */
export async function listChanges(ctx: MerchantCtx, query: ChangesInput) {
  const filter = { ...query, statuses: tabs[query.tab], words: wordsOf(query.q) };
  const found = await rows.findChanges(ctx, ctx.account, filter, pageOf(query));
  const counts = countsOf(tabs, await rows.countChanges(ctx, ctx.account, filter));
  return { data: await answered(ctx, found), meta: metaOf(query, counts[query.tab] ?? 0, counts) };
}

/** Up to which rise prices are accepted by themselves; by none where nobody said so. */
export async function getRule(ctx: MerchantCtx) {
  return (await findRule(ctx)) ?? { percent_bp: null, amount: null };
}

/** Changes the rule for proposals that come from now on. */
export async function saveRule(ctx: MerchantCtx, rule: { percent_bp: number | null; amount: number | null }) {
  await writeRule(ctx, rule);
  return rule;
}

async function withClients<Row extends { account_id: string }>(ctx: StaffCtx, route: string, found: readonly Row[]) {
  const accounts = found.map((row) => row.account_id);
  const clients = new Map((await rows.findClients(ctx, accounts)).map((client) => [client.id, client]));
  await noteAccess(ctx, { feature: 'quotes', route, accounts, staff_user_id: ctx.actor.user_id });
  return found.flatMap((row) => {
    const client = clients.get(row.account_id);
    return client ? [{ ...row, client }] : [];
  });
}

/** Current prices of all clients; each client shown leaves an access row. */
export async function listForStaff(ctx: StaffCtx, query: StaffInput) {
  const filter = { ...query, ended: false, words: wordsOf(query.q) };
  const found = await rows.findPage(ctx, null, filter, pageOf(query));
  const total = await rows.countMatching(ctx, null, filter, maxListDepth + 1);
  return { data: await withClients(ctx, 'prices.staffList', found), meta: metaOf(query, total) };
}

/** Proposed prices of all clients; each client shown leaves an access row. */
export async function listChangesForStaff(ctx: StaffCtx, query: StaffChangesInput) {
  const filter = { ...query, statuses: staffTabs[query.tab], words: wordsOf(query.q) };
  const found = await rows.findChanges(ctx, null, filter, pageOf(query));
  const counts = countsOf(staffTabs, await rows.countChanges(ctx, null, filter));
  const data = await withClients(ctx, 'prices.staffChanges', await answered(ctx, found));
  return { data, meta: metaOf(query, counts[query.tab] ?? 0, counts) };
}
