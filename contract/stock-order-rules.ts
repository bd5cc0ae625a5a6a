/** States of a stock order (domain.md §3.10), in the sequence of its progress; cancelled stands apart. */
export const stockOrderStatuses = [
  'requested',
  'quoted',
  'open',
  'partly_paid',
  'producing',
  'inbound',
  'receiving',
  'stocked',
  'closed',
  'cancelled',
] as const;
export type StockOrderStatus = (typeof stockOrderStatuses)[number];

/** The one table of what may happen to a stock order: in which states, and where it leads. */
export const stockOrderActions = {
  quote: { from: ['requested', 'quoted'], to: 'quoted' },
  accept: { from: ['quoted'], to: 'open' },
  /** The deposit was paid. */
  deposit: { from: ['open'], to: 'partly_paid' },
  produce: { from: ['partly_paid'], to: 'producing' },
  send: { from: ['producing'], to: 'inbound' },
  /** A delivery was counted and more is to come. */
  receive: { from: ['inbound', 'receiving'], to: 'receiving' },
  /** The last delivery was counted. */
  stock: { from: ['inbound', 'receiving'], to: 'stocked' },
  close: { from: ['stocked'], to: 'closed' },
  cancel: { from: ['requested', 'quoted', 'open', 'partly_paid'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly StockOrderStatus[]; to: StockOrderStatus }>;
export type StockOrderAction = keyof typeof stockOrderActions;

/** Whether an action is possible in a state; the server decides by the same table as the buttons. */
export function stockOrderCan(action: StockOrderAction, status: StockOrderStatus): boolean {
  return (stockOrderActions[action].from as readonly StockOrderStatus[]).includes(status); // the table's own literals are states
}

/** How the list of staff is divided. What agents have to do next: to quote, to start once the deposit is paid, and to complete once all is counted. */
export const staffStockOrderTabs = {
  to_quote: ['requested'],
  to_start: ['partly_paid'],
  under_way: ['quoted', 'open', 'producing'],
  to_receive: ['inbound', 'receiving'],
  /** What came short or damaged is refunded, and the order completed. */
  to_complete: ['stocked'],
  done: ['closed', 'cancelled'],
} as const satisfies Record<string, readonly StockOrderStatus[]>;
export type StaffStockOrderTab = keyof typeof staffStockOrderTabs;
export const staffStockOrderTabNames = Object.keys(staffStockOrderTabs) as [
  StaffStockOrderTab,
  ...StaffStockOrderTab[],
]; // its own keys
/** The tabs that want an agent; the menu counts their rows. */
export const agentStockOrderTabs = [
  'to_quote',
  'to_start',
  'to_complete',
] as const satisfies readonly StaffStockOrderTab[];

export const qcVerdicts = ['passed', 'partly', 'failed'] as const;
export type QcVerdict = (typeof qcVerdicts)[number];

/** What a piece costs from so many pieces on, in minor units. */
export type PriceBreak = { from: number; unit_price: number };

/** The price of a piece at a quantity; what is below the first break costs as at the first. */
export function priceAt(breaks: readonly PriceBreak[], quantity: number): number {
  const sorted = [...breaks].sort((a, b) => a.from - b.from);
  const reached = sorted.filter(({ from }) => from <= quantity).at(-1) ?? sorted[0];
  return reached?.unit_price ?? 0;
}

/** Why a quantity cannot be ordered, and the quantities nearest to it that can: `lower` only where it may be. */
export type QuantityProblem = {
  code: 'below_minimum' | 'not_in_packs' | 'not_in_packs_either';
  params: { moq: number; pack: number; lower: number; upper: number };
};

/** What is wrong with a quantity by its minimum and packs; null when it can be ordered. */
export function quantityProblem(
  quantity: number,
  { moq, pack }: { moq: number; pack: number },
): QuantityProblem | null {
  if (quantity >= moq && quantity % pack === 0) return null;
  const lower = Math.floor(quantity / pack) * pack;
  const params = { moq, pack, lower, upper: lower + pack };
  if (quantity < moq) return { code: 'below_minimum', params };
  return { code: lower >= moq && lower > 0 ? 'not_in_packs_either' : 'not_in_packs', params };
}

/** The smallest quantity that can be ordered and is not below the wanted one. */
export function orderable(wanted: number, { moq, pack }: { moq: number; pack: number }): number {
  return Math.ceil(Math.max(wanted, moq, 1) / pack) * pack;
}

/** Days of sales that a new stock order is proposed for, beside those that it takes to arrive. */
export const proposedDays = 30;

type Restockable = {
  sold_30: number;
  available: number;
  incoming: number;
  lead_days: number;
  moq: number;
  pack: number;
};

/**
 * How many units to order: the sales of the lead time and of 30 days after it, less what is there and on its way. Where that
 * covers them already it is the smallest quantity that can be ordered. `cover` is for how many days the units last that are there
 * and on their way; null where nothing was sold.
 */
export function proposeRestock(sku: Restockable): { quantity: number; cover: number | null; enough: boolean } {
  const { sold_30, lead_days } = sku;
  const held = Math.max(sku.available, 0) + sku.incoming;
  const wanted = Math.ceil((sold_30 * (lead_days + proposedDays)) / 30) - held;
  const cover = sold_30 > 0 ? Math.floor((held * 30) / sold_30) : null;
  return { quantity: orderable(wanted, sku), cover, enough: sold_30 > 0 && wanted <= 0 };
}

/** Minor units: goods, freight to the warehouse, fees. */
export type StockOrderSums = { goods: number; freight: number; fees: number; total: number };

/** What lines cost; freight by their weight, a begun unit counted whole, so that it can be computed again. */
export function stockOrderSums(
  lines: readonly { quantity: number; unit_price: number; weight_g: number }[],
  { freight_kg, branding_fee }: { freight_kg: number; branding_fee: number },
): StockOrderSums {
  const goods = lines.reduce((sum, line) => sum + line.quantity * line.unit_price, 0);
  const grams = lines.reduce((sum, line) => sum + line.quantity * line.weight_g, 0);
  const freight = Number((BigInt(grams) * BigInt(freight_kg) + 999n) / 1000n);
  return { goods, freight, fees: branding_fee, total: goods + freight + branding_fee };
}

const parts = ['goods', 'freight', 'fees'] as const;

/**
 * Splits a total into deposit and balance that add up to it, as a whole and in each part: the deposit is the rounded
 * percentage, its parts by the largest remainders (domain.md §2.1).
 */
export function splitDeposit(
  sums: StockOrderSums,
  percent: number,
): { deposit: StockOrderSums; balance: StockOrderSums } {
  const total = BigInt(sums.total);
  const exact = total * BigInt(percent);
  const rounded = (exact + 50n) / 100n; // half away from zero; amounts are never negative
  const wanted = rounded < 1n && total > 0n ? 1n : rounded;
  const shares = parts.map((part) => ({
    part,
    whole: total === 0n ? 0n : (BigInt(sums[part]) * wanted) / total,
    rest: total === 0n ? 0n : (BigInt(sums[part]) * wanted) % total,
  }));
  let left = wanted - shares.reduce((sum, share) => sum + share.whole, 0n);
  const deposit = { goods: 0, freight: 0, fees: 0, total: Number(wanted) };
  for (const { part, whole, rest } of [...shares].sort((a, b) => (a.rest < b.rest ? 1 : a.rest > b.rest ? -1 : 0))) {
    const more = left > 0n && rest > 0n ? 1n : 0n;
    left -= more;
    deposit[part] = Number(whole + more);
  }
  const balance = {
    goods: sums.goods - deposit.goods,
    freight: sums.freight - deposit.freight,
    fees: sums.fees - deposit.fees,
    total: sums.total - deposit.total,
  };
  return { deposit, balance };
}

/** What came short, over and damaged of a line; short only counts once the last delivery was counted. */
export function countsOf({ quantity, received, damaged }: { quantity: number; received: number; damaged: number }) {
  return { short: Math.max(0, quantity - received), over: Math.max(0, received - quantity), damaged };
}
