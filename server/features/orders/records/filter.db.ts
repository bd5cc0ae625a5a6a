import { type RawBuilder, sql } from 'kysely';
import type { OrderTab, Stage } from '#contract/orders.ts';
import {
  blockableStages,
  type BuyerRefund,
  type OrderApproval,
  type Turn,
  turns,
  type UnknownFigure,
} from '#contract/order-states.ts';
import { risksOf } from '#contract/store-rules.ts';
import { daysBetween, type Span, within } from '#server/db/day-span.ts';
import { requestedOrders } from '#server/features/sub-accounts/index.ts';
import { ownEntry } from '#server/lib/own-entry.ts';
import { quoteBlocks, quoteStep } from './quote-step.ts';
import { type Search, searchConditions } from './search.db.ts';

type Days = { from?: number | undefined; to?: number | undefined };
/** Parcels that arrived: when, and how many calendar days after payment and after sending. */
type Delivered = { span?: Span | undefined; took: Days; transit: Days };

export type Filter = {
  tab: OrderTab;
  /** Stores the reader may see, narrowed by the chosen one; null means all. */
  stores: readonly string[] | null;
  country?: string | undefined;
  block?: readonly string[] | undefined;
  quote?: string | undefined;
  placed?: Span | undefined;
  paid?: Span | undefined;
  shipped?: Span | undefined;
  delivered?: Delivered | undefined;
  stage?: readonly Stage[] | undefined;
  payment?: string | undefined;
  channel_id?: string | undefined;
  sku?: string | undefined;
  product_id?: string | undefined;
  tag?: string | undefined;
  risk?: 'high' | 'medium' | undefined;
  cost_from?: number | undefined;
  cost_to?: number | undefined;
  unknown?: UnknownFigure | undefined;
  refunded?: BuyerRefund | undefined;
  claim?: 'yes' | 'evidence' | undefined;
  unread?: 'yes' | undefined;
  approval?: OrderApproval | undefined;
  /** Open orders whose promise has run out at this moment. */
  late_at?: Date | undefined;
  ids?: readonly string[] | undefined;
  /** The payment preview that fixed them. */
  selection_id?: string | undefined;
  except?: readonly string[] | undefined;
  /** False where it is known that nothing came to paid orders that can be paid now. */
  additions?: boolean | undefined;
  /** No others than these, if it is said. */
  among?: readonly string[] | undefined;
  search?: Search | undefined;
  sort?: string | undefined;
  /** All are counted: rows beside the orders are read first, where a page asks order by order until it is full. */
  counting?: true;
};

const stagesOfTab: Partial<Record<OrderTab, readonly Stage[]>> = {
  quoting: ['quoting'],
  to_pay: ['awaiting_payment', 'paying'],
  processing: ['processing', 'ready_to_ship'],
  shipped: ['partially_shipped', 'shipped'],
  delivered: ['delivered', 'closed'],
  cancelled: ['cancelled'],
};

/** The stages that a tab and the filter of stages leave; undefined means any. */
export function stagesOf({ tab, stage }: Filter): readonly Stage[] | undefined {
  const ofTab = stagesOfTab[tab];
  if (!stage?.length) return ofTab;
  return ofTab ? stage.filter((one) => ofTab.includes(one)) : stage;
}

/** Paid orders (`o`) to which something came that can be paid now; they stand in the tab To pay, whatever their stage. */
export const additionsToPay = (accountId: string) => sql`NOT o.held AND o.id = ANY(ARRAY(
  SELECT b.order_id FROM order_blocks b
  WHERE b.account_id = ${accountId} AND b.code = 'CHANGED_AFTER_PAYMENT' AND b.detail ->> 'payable' = 'true'
    AND NOT EXISTS (SELECT 1 FROM cancel_requests c WHERE c.account_id = b.account_id AND c.order_id = b.order_id AND c.status = 'open')))`;

/** Whether orders are shown that are paid but for what came to them. */
export const showsAdditions = ({ tab, stage, additions = true }: Filter) =>
  tab === 'to_pay' && !stage?.length && additions;

export const and = (parts: readonly RawBuilder<unknown>[]) => sql.join([...parts], sql` AND `);

/** Whose turn the orders of a tab wait for; undefined for tabs of something else. */
const turnOfTab = (tab: OrderTab): Turn | undefined =>
  (['merchant', 'provider'] as const).find((turn) => turns[turn].tab === tab);

function tabConditions(tab: OrderTab): RawBuilder<unknown>[] {
  const turn = turnOfTab(tab);
  if (turn)
    return [
      turn === 'merchant' ? sql`o.needs_merchant` : sql`o.needs_provider`,
      sql`o.stage = ANY(${blockableStages}::text[])`,
    ];
  if (tab === 'on_hold') return [sql`o.held`];
  if (tab === 'watch') return [sql`o.watched`];
  return tab === 'claims' ? [sql`o.claimed`] : [];
}

function storeConditions(stores: Filter['stores']): RawBuilder<unknown>[] {
  if (!stores) return [];
  return [stores.length === 1 ? sql`o.store_id = ${stores[0]}` : sql`o.store_id = ANY(${stores}::uuid[])`];
}

/** The moment by which the newest come first: that of the days which narrow the list, else of placing. */
export function dateColumn({ paid, shipped }: Filter): RawBuilder<unknown> {
  if (paid) return sql.ref('o.paid_at');
  return sql.ref(shipped ? 'o.shipped_at' : 'o.placed_at');
}

const dayConditions = ({ placed, paid, shipped }: Filter) => [
  ...within('o.placed_at', placed),
  ...within('o.paid_at', paid),
  ...within('o.shipped_at', shipped),
];

/** What is sent with another order stands there; by its name it is still found, and then says where it went. */
const mergedShown = ({ tab, stage, ids, selection_id, search }: Filter) =>
  (stage !== undefined && stage.length > 0) ||
  stagesOfTab[tab] !== undefined ||
  (ids?.length ?? 0) > 0 ||
  selection_id !== undefined ||
  search !== undefined;

/** What the order's own row answers. */
function ownConditions(filter: Filter): RawBuilder<unknown>[] {
  const { country, payment, channel_id, risk, cost_from, cost_to, claim, late_at, ids, except, among } = filter;
  return [
    ...(country ? [sql`o.country = ${country}`] : []),
    ...(payment ? [sql`o.payment = ${payment}`] : []),
    ...(channel_id && !ofParcels(filter) ? [sql`o.channel_id = ${channel_id}`] : []),
    ...(risk ? [sql`o.risk IN (${sql.join(risksOf(risk))})`] : []),
    ...(cost_from === undefined ? [] : [sql`o.cost_total >= ${cost_from}`]),
    ...(cost_to === undefined ? [] : [sql`o.cost_total <= ${cost_to}`]),
    ...(claim === 'yes' ? [sql`o.claimed`] : []),
    ...(late_at
      ? [
          sql`o.stage IN ('processing', 'ready_to_ship', 'partially_shipped', 'shipped')`,
          sql`o.due_at < ${late_at}::timestamptz AT TIME ZONE 'UTC'`,
        ]
      : []),
    ...(ids?.length ? [sql`o.id = ANY(${ids}::uuid[])`] : []),
    ...(except?.length ? [sql`o.id <> ALL(${except}::uuid[])`] : []),
    ...(among ? [sql`o.id = ANY(${among}::uuid[])`] : []),
    ...(mergedShown(filter) ? [] : [sql`o.stage <> 'merged'`]),
  ];
}

/** Orders that `statistics_of_order` counts as those without a cost, or without a sale in the account's currency. */
function unknownConditions(accountId: string, { unknown }: Filter): RawBuilder<unknown>[] {
  const currency = sql`(SELECT a.currency FROM accounts a WHERE a.id = ${accountId})`;
  if (unknown === 'cost')
    return [
      sql`o.stage NOT IN ('cancelled', 'merged', 'self_fulfilled')`,
      sql`(o.cost_total IS NULL OR o.cost_currency IS DISTINCT FROM ${currency})`,
    ];
  if (unknown === 'rate')
    return [
      sql`o.stage NOT IN ('cancelled', 'merged')`,
      sql`converted_minor(o.total, o.currency, ${currency}, o.sale_rate) IS NULL`,
    ];
  return [];
}

/** Orders that `statistics_of_order` counts as refunded to their buyers. Whether it was in full is what the store says. */
function refundConditions({ refunded }: Filter): RawBuilder<unknown>[] {
  if (!refunded) return [];
  return [
    sql`o.shop_refunded > 0`,
    sql`o.stage <> 'merged'`,
    ...(refunded === 'full' ? [sql`o.financial_status = 'refunded'`] : []),
    ...(refunded === 'partial' ? [sql`o.financial_status <> 'refunded'`] : []),
  ];
}

/** Whether the list is narrowed by parcels that arrived; then the shipping method is theirs, and not that of the order, which can differ. */
const ofParcels = ({ delivered }: Filter): boolean =>
  delivered !== undefined &&
  (delivered.span !== undefined ||
    [delivered.took, delivered.transit].some(({ from, to }) => (from ?? to) !== undefined));

/** Orders (`o`) with a parcel that arrived so; the days are those that the delivery times of the statistics count. */
function deliveredConditions(accountId: string, filter: Filter): RawBuilder<unknown>[] {
  const { delivered, counting, channel_id } = filter;
  if (!delivered || !ofParcels(filter)) return [];
  const { span, took, transit } = delivered;
  const between = (since: RawBuilder<unknown>, { from, to }: Days) => {
    const days = daysBetween(since, sql`p.delivered_at`);
    return [
      ...(from === undefined ? [] : [sql`${days} >= ${from}`]),
      ...(to === undefined ? [] : [sql`${days} <= ${to}`]),
    ];
  };
  const narrowed = (paidAt: RawBuilder<unknown>) => [
    ...within('p.delivered_at', span),
    ...between(paidAt, took),
    ...between(sql`p.shipped_at`, transit),
    ...(channel_id ? [sql`p.channel_id = ${channel_id}`] : []),
  ];
  const arrived = sql`FROM parcels p JOIN accounts a ON a.id = p.account_id`;
  const ofAccount = sql`p.account_id = ${accountId} AND p.delivered_at IS NOT NULL`;
  if (!counting)
    return [
      sql`EXISTS (SELECT ${arrived} WHERE ${and([ofAccount, sql`p.order_id = o.id`, ...narrowed(sql`o.paid_at`)])})`,
    ];
  return [
    sql`o.id IN (SELECT p.order_id ${arrived} JOIN orders d ON d.account_id = p.account_id AND d.id = p.order_id
      WHERE ${and([ofAccount, ...narrowed(sql`d.paid_at`)])})`,
  ];
}

/** Among the orders of a turn, a reason is looked for that waits for the same one. */
function ofTurn(tab: OrderTab): RawBuilder<unknown> {
  const turn = turnOfTab(tab);
  return turn ? sql`AND b.owner = ${turn}` : sql``;
}

/** What rows beside the order answer: its reasons, words, tags and lines. */
function besideConditions(accountId: string, filter: Filter): RawBuilder<unknown>[] {
  const { block, quote, search, sku, tag, product_id, claim, unread, approval, selection_id } = filter;
  const parts: RawBuilder<unknown>[] = [];
  if (claim === 'evidence')
    parts.push(
      sql`o.id IN (SELECT c.order_id FROM claims c WHERE c.account_id = ${accountId} AND c.status = 'need_evidence')`,
    );
  if (selection_id)
    parts.push(
      sql`o.id = ANY(ARRAY(SELECT f.order_id FROM payment_selection_orders f WHERE f.account_id = ${accountId} AND f.selection_id = ${selection_id}))`,
    );
  if (unread)
    parts.push(
      sql`o.id IN (SELECT t.order_id FROM order_conversations t WHERE t.account_id = ${accountId} AND t.client_seen < t.last_seq)`,
    );
  if (approval)
    parts.push(sql`o.id ${approval === 'requested' ? sql`IN` : sql`NOT IN`} (${requestedOrders(accountId)})`);
  if (block?.length || quote) {
    const reason = and([
      sql`b.code = ANY(${block?.length ? [...block] : quoteBlocks}::text[])`,
      ...(quote ? [sql`${quoteStep} = ${quote}`] : []),
    ]);
    parts.push(
      ...(turnOfTab(filter.tab) ? [] : [sql`o.blocked`]), // implied by a turn, and counted twice by the planner
      filter.counting
        ? sql`o.id IN (SELECT b.order_id FROM order_blocks b WHERE b.account_id = ${accountId} AND ${reason} ${ofTurn(filter.tab)})`
        : sql`EXISTS (SELECT 1 FROM order_blocks b WHERE b.account_id = o.account_id AND b.order_id = o.id AND ${reason} ${ofTurn(filter.tab)})`,
    );
  }
  parts.push(...deliveredConditions(accountId, filter));
  if (search) parts.push(...searchConditions(accountId, search));
  if (sku)
    parts.push(
      sql`o.id IN (SELECT t.order_id FROM order_terms t WHERE t.account_id = ${accountId} AND t.term = ${sku})`,
    );
  if (tag)
    parts.push(sql`o.id IN (SELECT g.order_id FROM order_tags g WHERE g.account_id = ${accountId} AND g.key = ${tag})`);
  if (product_id)
    parts.push(sql`o.id IN (
      SELECT n.order_id FROM order_lines n JOIN store_variants v ON v.account_id = n.account_id AND v.id = n.variant_id
      WHERE n.account_id = ${accountId} AND v.product_id = ${product_id})`);
  return parts;
}

/** What an order must be to match, but for its stage. */
export const conditions = (accountId: string, filter: Filter): RawBuilder<unknown>[] => [
  sql`o.account_id = ${accountId}`,
  ...storeConditions(filter.stores),
  ...tabConditions(filter.tab),
  ...dayConditions(filter),
  ...ownConditions(filter),
  ...unknownConditions(accountId, filter),
  ...refundConditions(filter),
  ...besideConditions(accountId, filter),
];

/** Whether nothing but a tag narrows the list of all orders. */
export const isOnlyTagged = (accountId: string, filter: Filter): boolean =>
  filter.tag !== undefined && !mergedShown(filter) && conditions(accountId, filter).length === 3; // account, tag, not sent with another

/** Sorts by their names in the address, each served by one index in both directions. */
const sorts: Record<string, string> = {
  age: 'stage_since',
  sale: 'total',
  cost: 'cost_total',
};

/** How a page is sorted: the newest first unless asked for; by days paid or shipped when those are narrowed. */
export function inOrder(filter: Filter): RawBuilder<unknown> {
  const { sort = '' } = filter;
  const column = ownEntry(sorts, sort.replace(/^-/, ''));
  if (column === undefined) {
    const at = dateColumn(filter);
    return sort === 'placed_at' ? sql`${at}, o.id` : sql`${at} DESC, o.id DESC`;
  }
  const by = sql.ref(`o.${column}`);
  if (!sort.startsWith('-')) return column === 'cost_total' ? sql`${by} NULLS FIRST, o.id` : sql`${by}, o.id`;
  return column === 'cost_total' ? sql`${by} DESC NULLS LAST, o.id DESC` : sql`${by} DESC, o.id DESC`;
}

/** Whether a page begins with the orders placed last. */
export const isNewestFirst = ({ sort, paid, shipped }: Filter) =>
  sort === undefined && paid === undefined && shipped === undefined;

/** What a page must read of each order to be sorted again. */
export const sortColumns = sql`o.id, o.placed_at, o.paid_at, o.shipped_at, o.stage_since, o.total, o.cost_total`;
