import { type DeliveryDays, deliveryDays } from '#contract/delivery-days.ts';
import {
  baseOf,
  chargeableWeight,
  type FreightFormula,
  freightOf,
  volumeWeight,
  type Weighing,
} from '#contract/shipping.ts';
import { keepSentence } from '#server/lib/refusal-texts.ts';

/** A line to be priced: what is left of it, and the provider's SKUs that one unit is made of. */
export type PricedLine = {
  line_id: string;
  title: string;
  quantity: number;
  components: {
    sku_id: string;
    code: string;
    title: string;
    weight_g: number;
    volume_mm3: number;
    /** Until one of it is ready to leave, unless it lies in the client's own stock. */
    lead_days: number;
    quantity: number;
    flags?: readonly string[];
  }[];
};

type Part = PricedLine['components'][number];

/** A current row of the merchant's price list for the order's destination. */
export type Price = {
  /** Null where it is no row of the price list, but a quote's. */
  id: string | null;
  sku_id: string;
  channel_id: string;
  channel: string;
  unit_price: number;
  currency: string;
  formula: FreightFormula;
  /** How the channel weighed when the price was agreed. */
  weighing: Weighing;
  /** Days on the way: those that deliveries took lately, see `daysOfPrice`. */
  days_min: number;
  days_max: number;
};

/** What is weighed together: goods under the same formula, weighed the same way. */
type Pool = {
  formula: FreightFormula;
  weighing: Weighing;
  weight_g: number;
  volume_mm3: number;
  price_id: string | null;
};

/** One line of the bill, with what its amount was computed from. */
export type CostLine = {
  code: 'goods' | 'freight';
  /** A product's name, or a sentence as `keepSentence` keeps it. */
  title: string;
  sku: string | null;
  quantity: number;
  unit_amount: number;
  amount: number;
  price_id: string | null;
  inputs: Record<string, unknown>;
};

export type Cost = {
  channel_id: string;
  channel: string;
  weight_g: number;
  /** What the freight was charged for, and what the volume counts for. */
  charged_g: number;
  volume_g: number;
  goods: number;
  freight: number;
  fees: number;
  total: number;
  /** What the pieces of own stock would cost at the price list: they are not among the goods. */
  own_stock: number;
  currency: string;
  /** From payment to the door; what is promised when it is paid. */
  days: DeliveryDays;
  lines: CostLine[];
  /** Goods of one unit per order line, all components. */
  unit_costs: Map<string, number>;
};

export type Pricing =
  | { kind: 'priced'; cost: Cost }
  /** SKUs without a price to this destination; empty when each has one but no channel serves them all. */
  | { kind: 'unpriced'; sku_ids: string[] };

/** Pieces that come from the client's own stock, by line and SKU: their goods are paid for already. */
type OwnPieces = ReadonlyMap<string, number>;

/** What the lines cost on each channel that serves them all, cheapest first. */
export function priceOffers(
  lines: readonly PricedLine[],
  prices: readonly Price[],
  destination: string,
  own: OwnPieces = new Map(),
): Cost[] {
  const needed = [...new Set(lines.flatMap((line) => line.components.map((part) => part.sku_id)))];
  const byChannel = new Map<string, Map<string, Price>>();
  for (const price of prices) {
    if (!needed.includes(price.sku_id)) continue;
    const known = byChannel.get(price.channel_id) ?? new Map<string, Price>();
    byChannel.set(price.channel_id, known.set(price.sku_id, price));
  }
  return [...byChannel.values()]
    .filter((channel) => channel.size === needed.length && needed.length > 0 && oneCurrency(channel))
    .map((channel) => costOn(lines, channel, destination, own))
    .sort(cheapestFirst);
}

/** What an order costs on the cheapest channel that serves every line; pure, so that any bill can be computed again. */
export function priceOrder(
  lines: readonly PricedLine[],
  prices: readonly Price[],
  destination: string,
  own: OwnPieces = new Map(),
): Pricing {
  const best = priceOffers(lines, prices, destination, own)[0];
  if (best) return { kind: 'priced', cost: best };
  const needed = [...new Set(lines.flatMap((line) => line.components.map((part) => part.sku_id)))];
  const priced = new Set(prices.map((price) => price.sku_id));
  return { kind: 'unpriced', sku_ids: needed.filter((sku) => !priced.has(sku)) };
}

/** What an order costs on the channel that its store named for the country, where that serves every line; else on the cheapest. */
export function priceWithin(
  lines: readonly PricedLine[],
  prices: readonly Price[],
  destination: string,
  channelId: string | undefined,
  own: OwnPieces = new Map(),
): Pricing {
  const named = prices.filter((price) => price.channel_id === channelId);
  const first = priceOrder(lines, named, destination, own);
  return first.kind === 'priced' ? first : priceOrder(lines, prices, destination, own);
}

const oneCurrency = (channel: Map<string, Price>) =>
  new Set([...channel.values()].map((price) => price.currency)).size === 1;

/** Cheapest, then fastest; the id last, so that equal offers do not take turns. */
function cheapestFirst(a: Cost, b: Cost): number {
  return a.total - b.total || a.days.max - b.days.max || (a.channel_id < b.channel_id ? -1 : 1);
}

function costOn(lines: readonly PricedLine[], channel: Map<string, Price>, destination: string, own: OwnPieces): Cost {
  const left = new Map(own);
  const goods: CostLine[] = [];
  let own_stock = 0;
  const unit_costs = new Map<string, number>();
  const weights = new Map<string, Pool>();
  let ready = 0;
  for (const line of lines) {
    let unit = 0;
    for (const part of line.components) {
      const price = channel.get(part.sku_id) as Price; // costOn is called only with a price for each SKU
      const quantity = line.quantity * part.quantity;
      const drawn = drawFrom(left, pieceKey(line.line_id, part.sku_id), quantity);
      if (drawn < quantity) {
        ready = Math.max(ready, part.lead_days);
        unit += price.unit_price * part.quantity;
        goods.push(goodsLine(line, part, price, quantity - drawn));
      }
      if (drawn > 0) goods.push(ownLine(line, part, drawn));
      own_stock += price.unit_price * drawn;
      pour(weights, price, part, quantity);
    }
    unit_costs.set(line.line_id, unit);
  }
  const pools = [...weights.values()];
  const charged = pools.map((pool) => ({ formula: pool.formula, grams: chargeableWeight(pool, pool.weighing) }));
  const freight = pooledFreight(charged);
  const first = [...channel.values()][0] as Price; // at least one SKU, see priceOrder
  const goodsTotal = goods.reduce((sum, line) => sum + line.amount, 0);
  const weight_g = pools.reduce((sum, pool) => sum + pool.weight_g, 0);
  const freightLine: CostLine = {
    code: 'freight',
    title: keepSentence({ text: 'bill-lines.freight', params: { channel: first.channel, country: destination } }),
    sku: null,
    quantity: 1,
    unit_amount: freight,
    amount: freight,
    price_id: pools.length === 1 ? (pools[0]?.price_id ?? null) : null,
    inputs: {
      destination,
      channel_id: first.channel_id,
      weight_g,
      pools: pools.map(weighed),
    },
  };
  return {
    channel_id: first.channel_id,
    channel: first.channel,
    weight_g,
    charged_g: charged.reduce((sum, pool) => sum + pool.grams, 0),
    volume_g: pools.reduce((sum, pool) => sum + volumeWeight(pool.volume_mm3, pool.weighing.divisor), 0),
    goods: goodsTotal,
    freight,
    fees: 0,
    total: goodsTotal + freight,
    own_stock,
    currency: first.currency,
    days: deliveryDays(ready, {
      min: Math.max(...[...channel.values()].map((price) => price.days_min)),
      max: Math.max(...[...channel.values()].map((price) => price.days_max)),
    }),
    lines: [...goods, freightLine],
    unit_costs,
  };
}

function pour(
  weights: Map<string, Pool>,
  price: Price,
  part: { weight_g: number; volume_mm3: number },
  quantity: number,
): void {
  const { formula, weighing, id } = price;
  const key = JSON.stringify([formula, weighing.divisor, weighing.step_g]);
  const pool = weights.get(key) ?? { formula, weighing, weight_g: 0, volume_mm3: 0, price_id: id };
  weights.set(key, {
    ...pool,
    weight_g: pool.weight_g + part.weight_g * quantity,
    volume_mm3: pool.volume_mm3 + part.volume_mm3 * quantity,
  });
}

/** What a pool's freight was computed from, so that it can be computed again; `weight_g` is what was charged. */
function weighed({ formula, weighing, weight_g, volume_mm3, price_id }: Pool) {
  return {
    price_id,
    formula,
    weight_g: chargeableWeight({ weight_g, volume_mm3 }, weighing),
    actual_g: weight_g,
    volume_g: volumeWeight(volume_mm3, weighing.divisor),
    ...weighing,
  };
}

function goodsLine(line: PricedLine, part: Part, price: Price, quantity: number): CostLine {
  return {
    code: 'goods',
    title: part.title,
    sku: part.code,
    quantity,
    unit_amount: price.unit_price,
    amount: price.unit_price * quantity,
    price_id: price.id,
    inputs: inputsOf(line, part),
  };
}

/** Pieces of the client's own stock: on the bill, so that it names everything in the parcel, at nothing. */
function ownLine(line: PricedLine, part: Part, quantity: number): CostLine {
  return {
    code: 'goods',
    title: part.title,
    sku: part.code,
    quantity,
    unit_amount: 0,
    amount: 0,
    price_id: null,
    inputs: { ...inputsOf(line, part), own_stock: true },
  };
}

const inputsOf = (line: PricedLine, part: Part) => ({
  line_id: line.line_id,
  line_title: line.title,
  units: line.quantity,
  per_unit: part.quantity,
  weight_g: part.weight_g,
});

/** Takes what is left under the key, at most `wanted`: a SKU may stand in several parts of one line. */
function drawFrom(left: Map<string, number>, key: string, wanted: number): number {
  const drawn = Math.min(left.get(key) ?? 0, wanted);
  if (drawn > 0) left.set(key, (left.get(key) ?? 0) - drawn);
  return drawn;
}

/**
 * Freight of one parcel: grams under the same formula are weighed together; with several formulas each pays its own
 * part by weight, and the base is charged once, the highest.
 */
export function pooledFreight(pools: readonly { formula: FreightFormula; grams: number }[]): number {
  const byWeight = pools.reduce((sum, { formula, grams }) => sum + freightOf(formula, grams) - baseOf(formula), 0);
  return byWeight + Math.max(0, ...pools.map(({ formula }) => baseOf(formula)));
}

/** Names one SKU of one order line. */
export const pieceKey = (lineId: string, skuId: string) => `${lineId}:${skuId}`;
