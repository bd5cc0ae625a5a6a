import { coveredStores, type MerchantCtx } from '#server/db/context.ts';
import { shanghaiDay } from '#server/lib/business-time.ts';
import { fewestActions } from './fewest-actions.ts';
import { findUnpaid, type UnpaidRow } from './delivery-planning.db.ts';
import * as ledger from '#server/features/ledger/index.ts';
import { productsToMatch } from '#server/features/products/index.ts';
import { calendarAhead } from '#server/features/shipping/index.ts';
import { type Lack, lackOf, type QuoteStep, quoteStepOf } from '#contract/order-lacks.ts';
import type { planActions } from '#contract/delivery-planning-rules.ts';

type State = 'makes' | 'freed' | 'provider' | 'too_late';
type Judged = { order: UnpaidRow; state: State; cut_off_at: string | null; needs: Fix[][] };

const mostOrders = 2_000;
const mostShown = 200;

/** Which unpaid orders make today's cut-off, what blocks the others, and the fewest actions that free all that still can. */
export async function deliveryPlan(
  ctx: MerchantCtx,
  { store_id, horizon }: { store_id?: string | undefined; horizon: 'today' | 'next' },
) {
  const stores = coveredStores(ctx.actor, store_id);
  const { cut_offs, holidays } = await calendarAhead(ctx);
  const { available, currency } = await ledger.balances(ctx);
  const day = horizon === 'next' ? nextDay(cut_offs) : shanghaiDay(ctx.now.getTime());
  const judged = await judgeUnpaid(ctx, stores, { ahead: cutOffsOf(day, cut_offs), available });
  const { actions: fewest, exact } = fewestActions(judged.flatMap(({ needs: fixes }) => fixes.map(keysOf)));
  const going = judged.filter(({ state }) => state === 'makes' || state === 'freed');
  const needed = going.reduce((sum, { order }) => sum + (order.total ?? 0), 0);
  return {
    currency,
    available,
    needed,
    next_cut_off: nextOf(judged, cut_offs),
    holiday: holidayOf(holidays, ctx.now),
    payable: payableOf(judged),
    counts: countsOf(judged),
    considered: judged.length,
    actions: actionsOf(judged, Math.max(0, needed - available)),
    fewest,
    fewest_is_exact: exact,
    orders: judged.slice(0, mostShown).map(({ order: { id, name, store, total, blocks }, ...one }) => ({
      id,
      name,
      store,
      total,
      state: one.state,
      cut_off_at: one.cut_off_at,
      blocks: blocks.map((block) => block.code),
      needs: one.needs.map(keysOf),
    })),
  };
}

async function judgeUnpaid(
  ctx: MerchantCtx,
  stores: readonly string[] | null,
  { ahead, available }: { ahead: ReadonlyMap<string, string>; available: number },
): Promise<Judged[]> {
  const unpaid = await findUnpaid(ctx, stores, mostOrders);
  const suggested = unpaid.flatMap(({ variants }) => variants.filter(({ state }) => state === 'suggested'));
  const sure = await productsToMatch(ctx, [...new Set(suggested.map(({ product_id }) => product_id))]);
  return withWallet(
    unpaid.map((order) => judge(order, ahead, sure)),
    available,
  );
}

/** Ids of the unpaid orders that the board of the next cut-off counts so, and that need this to be done first. */
export async function ordersByCutOff(
  ctx: MerchantCtx,
  { cut_off, fix }: { cut_off?: State | undefined; fix?: Action | undefined },
): Promise<string[]> {
  const { cut_offs } = await calendarAhead(ctx);
  const { available } = await ledger.balances(ctx);
  const ahead = cutOffsOf(nextDay(cut_offs), cut_offs);
  return (await judgeUnpaid(ctx, ctx.actor.stores, { ahead, available }))
    .filter(({ state }) => cut_off === undefined || state === cut_off)
    .filter(({ needs }) => fix === undefined || needs.flat().some(({ action }) => action === fix))
    .map(({ order }) => order.id);
}

type CutOffs = Awaited<ReturnType<typeof calendarAhead>>['cut_offs'];

/** The next day that has a cut-off ahead: today until its last one has passed. */
const nextDay = (cutOffs: CutOffs): string | undefined =>
  cutOffs.map(({ next_at }) => shanghaiDay(Date.parse(next_at))).toSorted()[0];

/** The cut-offs of a day, by channel. */
const cutOffsOf = (day: string | undefined, cutOffs: CutOffs): ReadonlyMap<string, string> =>
  new Map(
    cutOffs
      .filter(({ next_at }) => shanghaiDay(Date.parse(next_at)) === day)
      .map(({ channel, next_at }) => [channel.id, next_at]),
  );

/** The first cut-off that an order could still miss; where none could, the next of any channel. */
function nextOf(judged: readonly Judged[], cutOffs: readonly { next_at: string }[]): string | null {
  const atStake = judged.flatMap(({ cut_off_at }) => cut_off_at ?? []);
  return (atStake.length > 0 ? atStake : cutOffs.map(({ next_at }) => next_at)).toSorted()[0] ?? null;
}

type Holidays = Awaited<ReturnType<typeof calendarAhead>>['holidays'];
const soonMs = 14 * 86_400_000;

function holidayOf(holidays: Holidays, now: Date) {
  const until = shanghaiDay(now.getTime() + soonMs);
  const next = holidays.find(({ day, kind }) => kind === 'off' && day <= until);
  return next ? { day: next.day, name_en: next.name_en, name_zh: next.name_zh } : null;
}

function payableOf(judged: readonly Judged[]) {
  const ready = judged.filter(({ state }) => state === 'makes').slice(0, mostShown);
  return {
    order_ids: ready.map(({ order }) => order.id),
    amount: ready.reduce((sum, { order }) => sum + (order.total ?? 0), 0),
  };
}

const keysOf = (fixes: readonly Fix[]) => fixes.map((fix) => fix.key);

/** By its channel; an order without one could still take the latest that leaves today. */
function cutOffOf({ channel_id }: UnpaidRow, ahead: ReadonlyMap<string, string>): string | null {
  if (channel_id !== null) return ahead.get(channel_id) ?? null;
  return [...ahead.values()].sort().at(-1) ?? null;
}

function judge(order: UnpaidRow, ahead: ReadonlyMap<string, string>, sure: Sure): Judged {
  const cut_off_at = cutOffOf(order, ahead);
  if (cut_off_at === null) return { order, state: 'too_late', cut_off_at, needs: [] };
  const needs = needsOf(order, sure);
  if (needs === null) return { order, state: 'provider', cut_off_at, needs: [] };
  return { order, state: needs.length === 0 ? 'makes' : 'freed', cut_off_at, needs };
}

/** The wallet pays what is ready first, then what could be, the oldest first each; what it does not reach needs a recharge as well. */
function withWallet(judged: readonly Judged[], available: number): Judged[] {
  let left = available;
  const reached = new Set<Judged>();
  for (const one of (['makes', 'freed'] as const).flatMap((state) => judged.filter((each) => each.state === state))) {
    const total = one.order.total ?? 0;
    if (total > left) continue;
    left -= total;
    reached.add(one);
  }
  return judged.map((one): Judged => {
    if (one.state === 'provider' || one.state === 'too_late' || reached.has(one)) return one;
    return { ...one, state: 'freed', needs: [...one.needs, [recharge]] };
  });
}

function countsOf(judged: readonly Judged[]): Record<State, number> {
  const count = (state: State) => judged.filter((one) => one.state === state).length;
  return { makes: count('makes'), freed: count('freed'), provider: count('provider'), too_late: count('too_late') };
}

function actionsOf(judged: readonly Judged[], missing: number) {
  const known = new Map<string, { fix: Fix; orders: number }>();
  for (const { needs } of judged) {
    for (const fix of new Map(needs.flat().map((one) => [one.key, one])).values()) {
      const entry = known.get(fix.key) ?? { fix, orders: 0 };
      known.set(fix.key, { fix, orders: entry.orders + 1 });
    }
  }
  return [...known.values()]
    .sort((a, b) => b.orders - a.orders || (a.fix.key < b.fix.key ? -1 : 1))
    .map(({ fix, orders }) => ({ ...fix, orders, amount: fix.action === 'recharge' ? missing : null }));
}

/** Products whose matches are sure and priced: accepting them is enough. */
type Sure = ReadonlySet<string>;

type Action = (typeof planActions)[number];
/** One fix for a block of an order. */
type Fix = { key: string; action: Action; subject_id: string | null; product_id: string | null; label: string };

const fixBy = (action: Action, subject_id: string | null, label: string, product_id: string | null = null): Fix => ({
  key: subject_id === null ? action : `${action} ${subject_id}`,
  action,
  subject_id,
  product_id,
  label,
});

type Block = UnpaidRow['blocks'][number];

/** What takes a block away: all of these, each by one of its ways; null where only the provider can. */
function fixesOf(order: UnpaidRow, { code, owner, detail }: Block, sure: Sure): Fix[][] | null {
  if (owner === 'provider') return null;
  const lack = lackOf(detail);
  if (lack) return toQuote(order, lack);
  const here = (action: Action): Fix => fixBy(action, order.id, order.name);
  switch (code) {
    case 'UNMAPPED_VARIANT':
      return order.unlinked > 0 ? null : toMap(order, sure);
    case 'MAPPING_CHANGED':
      return toReview(order);
    case 'PRICE_APPROVAL':
      return awaited(detail).map(({ id, sku }) => [fixBy('accept_price', id, sku)]);
    case 'PRICE_GUARD':
      return [[here('accept_cost'), fixBy('raise_guard', order.store.id, order.store.name)]];
    case 'OUT_OF_STOCK':
      return [[fixBy('change_stock_plan', order.store.id, order.store.name)]];
    default:
      return [[{ ...here('other'), key: `${code} ${order.id}`, label: code }]];
  }
}

/** Quotes to request, to answer or to accept; null while the answer to one of them is on its way. */
function toQuote(order: UnpaidRow, { lines }: Lack): Fix[][] | null {
  const fixes = new Map<string, Fix>();
  for (const line of lines) {
    const step = quoteStepOf(line);
    if (step === 'wait') return null;
    const action = actionOfStep[step];
    const one = line.quote && action !== 'request_quote' ? fixBy(action, line.quote.id, line.quote.number) : undefined;
    const next = one ?? fixBy('request_quote', order.id, order.name);
    fixes.set(next.key, next);
  }
  return [...fixes.values()].map((one) => [one]);
}

const actionOfStep = {
  request: 'request_quote',
  add: 'request_quote',
  answer: 'answer_quote',
  review: 'accept_quote',
  accept: 'accept_quote',
} as const satisfies Record<Exclude<QuoteStep, 'wait'>, Action>;

function toMap({ variants }: UnpaidRow, sure: Sure): Fix[][] {
  const open = variants.filter(({ state }) => state !== 'needs_review');
  const products = new Map(open.map(({ product_id, title }) => [product_id, title]));
  return [
    ...[...products]
      .filter(([product]) => sure.has(product))
      .map(([product, title]) => [fixBy('accept_matches', product, title, product)]),
    ...open
      .filter(({ product_id }) => !sure.has(product_id))
      .map(({ id, title, product_id }) => [fixBy('map_variant', id, title, product_id)]),
  ];
}

function toReview({ variants }: UnpaidRow): Fix[][] {
  const changed = variants.filter(({ state }) => state === 'needs_review');
  const products = new Map(changed.map(({ product_id, title }) => [product_id, title]));
  return [...products].map(([product, title]) => [fixBy('review_product', product, title, product)]);
}

function awaited({ changes }: Record<string, unknown>): { id: string; sku: string }[] {
  return Array.isArray(changes) ? (changes as { id: string; sku: string }[]) : []; // as the order's block tells them
}

/** All that the merchant must do before an order can be paid; null where that is not in their hands. */
function needsOf(order: UnpaidRow, sure: Sure): Fix[][] | null {
  if (order.stage === 'quoting' && !order.blocks.some(({ detail }) => lackOf(detail))) return null;
  const needs = order.blocks.map((block) => fixesOf(order, block, sure));
  if (needs.some((fixes) => fixes === null)) return null;
  const release = order.held ? [[fixBy('release', order.id, order.name)]] : [];
  return [...needs.flatMap((fixes) => fixes ?? []), ...release];
}

/** The one act for all orders that the wallet does not reach. */
const recharge: Fix = fixBy('recharge', null, '');
