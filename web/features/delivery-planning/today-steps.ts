import type { Action, Feature } from '#contract/rights.ts';
import { joinWords } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import type { Board, BoardAction } from './delivery-planning-types.ts';

/** One thing to do, for as many orders as need it. */
export type Step = {
  key: string;
  action: BoardAction['action'];
  /** What it is done to: a product, an order, a store; the code of the block for `other`. */
  label: string;
  /** Actions that are done at one place count as one step. */
  times: number;
  orders: number;
  /** The one store that its orders are of; null for several, or when its orders are not shown. */
  store: string | null;
  amount: number | null;
  /** Where it is done. */
  to: string;
};

/** What a member must be allowed for the place of a step to be of use. */
export const rightOf: Record<BoardAction['action'], readonly [Feature, Action]> = {
  recharge: ['wallet', 'pay'],
  accept_matches: ['products', 'edit'],
  map_variant: ['products', 'edit'],
  review_product: ['products', 'edit'],
  request_quote: ['quotes', 'edit'],
  accept_quote: ['quotes', 'edit'],
  answer_quote: ['quotes', 'edit'],
  accept_price: ['quotes', 'edit'],
  accept_cost: ['orders', 'edit'],
  raise_guard: ['stores', 'edit'],
  release: ['orders', 'edit'],
  change_stock_plan: ['stores', 'edit'],
  other: ['orders', 'edit'],
};

/** What is done at one place stands together: variants of a product, actions of one kind, orders with one block. */
function groupOf({ action, label, key, product_id }: BoardAction): string {
  if (action === 'map_variant') return `map ${product_id}`;
  if (action === 'other') return `other ${label}`;
  return manyOf(action) === action ? action : key;
}

/** What is said of a step that stands for several actions: by their kind, or by the block that they take away. */
export const manyOf = (action: BoardAction['action']) =>
  action === 'release' ||
  action === 'accept_cost' ||
  action === 'request_quote' ||
  action === 'accept_quote' ||
  action === 'accept_matches'
    ? action
    : 'other';

/** Where what a step for several stands for is found: their products, their quotes, or their orders. */
function listOf({ action, label }: BoardAction): string {
  if (action === 'accept_matches') return withQuery(paths.products, { orders: 'to_match' });
  if (action === 'accept_quote') return withQuery(paths.quotes, { tab: 'quoted' });
  return withQuery(paths.orders, { cut_off: 'freed', ...(action === 'other' ? { block: label } : { fix: action }) });
}

function placeOf({ action, subject_id, product_id, amount }: BoardAction): string {
  const id = subject_id ?? undefined;
  switch (action) {
    case 'recharge':
      return withQuery(paths.recharge, { short: amount ?? undefined });
    case 'accept_matches':
      return withQuery(paths.mapping, { product: id });
    case 'map_variant': // it is mapped, or its quote is requested, as the client's next steps say
      return withQuery(paths.products, { product: product_id ?? undefined });
    case 'review_product':
      return withQuery(paths.products, { product: id });
    case 'accept_quote':
    case 'answer_quote':
      return withQuery(paths.quotes, { quote: id });
    case 'accept_price':
      return withQuery(paths.quotes, { tab: 'price_changes', change: id });
    case 'raise_guard':
    case 'change_stock_plan':
      return withQuery(paths.stores, { store: id, view: 'settings' });
    default:
      return withQuery(paths.orders, { order: id });
  }
}

function storeOf(orders: Board['orders'], keys: ReadonlySet<string>): string | null {
  const stores = new Set(
    orders.filter(({ needs }) => needs.flat().some((key) => keys.has(key))).map(({ store }) => store.name),
  );
  const [only = null] = stores;
  return stores.size === 1 ? only : null;
}

/** Orders that need some of these actions, each once however many of them it needs. */
function ordersOf(orders: Board['orders'], actions: readonly BoardAction[]): number {
  const keys = new Set(actions.map(({ key }) => key));
  const again = orders.map(({ needs }) => new Set(needs.flat().filter((key) => keys.has(key))).size - 1);
  const counted = actions.reduce((sum, action) => sum + action.orders, 0);
  return counted - again.reduce((sum, more) => sum + Math.max(0, more), 0);
}

/** The fewest actions that free all orders, as the steps that a merchant goes: most orders first. */
export function stepsOf(board: Pick<Board, 'actions' | 'fewest' | 'orders'>, language: string): Step[] {
  const groups = new Map<string, BoardAction[]>();
  const fewest = new Set(board.fewest);
  for (const action of board.actions.filter(({ key }) => fewest.has(key))) {
    const group = groupOf(action);
    groups.set(group, [...(groups.get(group) ?? []), action]);
  }
  return [...groups]
    .flatMap(([key, actions]) => {
      const [first] = actions;
      if (!first) return [];
      const { action, amount } = first;
      const together = action === 'map_variant';
      return [
        {
          key,
          action,
          amount,
          label: together ? joinWords(new Set(actions.map(({ label }) => label)), language) : first.label,
          times: together ? 1 : actions.length,
          orders: ordersOf(board.orders, actions),
          store: storeOf(board.orders, new Set(actions.map((one) => one.key))),
          to: together || actions.length === 1 ? placeOf(first) : listOf(first),
        },
      ];
    })
    .toSorted((a, b) => b.orders - a.orders || (a.key < b.key ? -1 : 1));
}

/** Hours and minutes until a moment. */
export function timeLeft(at: string, now: Date): { hours: number; minutes: number } {
  const minutes = Math.max(0, Math.floor((Date.parse(at) - now.getTime()) / 60_000));
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

/** Whether one of the unpaid orders can still make a cut-off; else the next one is the first of all shipping methods. */
export const isAtStake = ({ considered, counts }: Pick<Board, 'considered' | 'counts'>): boolean =>
  counts.too_late < considered;

/** What a merchant is told first; `allReady` and `waiting` say that nothing else waits for them. */
export type Lead = 'none' | 'passed' | 'allMake' | 'allReady' | 'ready' | 'some' | 'waiting' | 'ours' | 'later';

/** What of the unpaid orders is to be said first; nobody is all set while something waits for them (`othersWait`). */
export function leadOf({ considered, counts }: Pick<Board, 'considered' | 'counts'>, othersWait: boolean): Lead {
  const { makes, freed, provider, too_late } = counts;
  if (considered === 0) return 'none';
  if (!isAtStake({ considered, counts })) return 'passed';
  if (makes === considered) return 'allMake';
  if (provider === considered) return othersWait ? 'ours' : 'waiting';
  if (freed > 0) return 'some';
  if (makes === 0) return 'later';
  return othersWait || too_late > 0 ? 'ready' : 'allReady';
}

/**
 * Whether orders of a kind are counted beside the cut-off. Those that could still make it are said beside orders that can be
 * paid, now or with more funds; without any, the steps that unblock them stand by themselves.
 */
export function isFigured(
  state: keyof Board['counts'],
  { counts, actions }: Pick<Board, 'counts' | 'actions'>,
): boolean {
  const payable = counts.makes > 0 || actions.some(({ action }) => action === 'recharge');
  return counts[state] > 0 && (state !== 'freed' || payable);
}
