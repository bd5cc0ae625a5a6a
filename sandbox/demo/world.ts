import type { MerchantRole, StaffRole } from '#contract/rights.ts';
import type { Address } from '../shop/rows.ts';
import type { MotifName } from '../shop/drawing/motifs.ts';
import { SHOP_SCENES } from '../shop/picture.ts';
import { CHANNELS, type ChannelPlan } from './data/channels.ts';
import { MERCHANTS, type MerchantPlan, PASSWORD, STAFF } from './data/merchants.ts';
import { CLAIMS_OF_TODAY } from './data/claims.ts';
import { randomFrom } from './random.ts';
import { makeClaims, type PastClaim } from './world-claims.ts';
import { makeGoods } from './world-goods.ts';
import { makeMarkets } from './world-markets.ts';
import { leaveForCheckout, makeOrders } from './world-orders.ts';
import { makePartial } from './world-partial.ts';
import { makeProducts } from './world-products.ts';

export type Size = 'small' | 'full';

/** A thing that the provider sells: one per variant of a good. */
export type Sku = {
  key: string;
  title: string;
  attributes: Record<string, string>;
  grams: number;
  cost: number;
  picture: Picture;
};
/** What a picture shows and in which scene: the same good looks a little different in each shop. */
export type Picture = { motif: MotifName; scene: number };

export type Variant = {
  id: string;
  title: string;
  values: string[];
  sku: string;
  /** Minor units of the shop's currency. */
  price: number;
  compare_at: number | null;
  grams: number;
  /** The provider's SKU that it is, whether or not it is mapped already. */
  made_of: string;
};

/** How a product came to its price, or why it has none. */
export type Sourcing =
  | { kind: 'listed' } // by the agent's price list, before the demo begins
  | { kind: 'quote'; quote: QuotePlan }
  | { kind: 'none' };

export type QuotePlan = {
  asked_at: Date;
  answered_at: Date | null;
  closed_at: Date | null;
  end: 'submitted' | 'quoted' | 'accepted' | 'declined' | 'cancelled';
  note: string;
  orders_per_day: number;
};

export type Product = {
  id: string;
  title: string;
  handle: string;
  kind: string;
  picture: Picture;
  created_at: Date;
  options: { name: string; values: string[] }[];
  variants: Variant[];
  sourcing: Sourcing;
};

export type Parcel = {
  at: Date;
  channel: string;
  tracking: string;
  /** Pieces by index of the order's lines. */
  quantities: Record<number, number>;
  delivered_at: Date | null;
};

export type Order = {
  id: string;
  number: number;
  placed_at: Date;
  /** When the shop last changed it. */
  updated_at: Date;
  country: string;
  address: Address | null;
  email: string;
  note: string | null;
  shipping: number;
  lines: { id: string; product: Product; variant: Variant; quantity: number }[];
  financial: 'PAID' | 'PENDING' | 'AUTHORIZED';
  cancelled_at: Date | null;
  /** The merchant sent it himself, past the provider. */
  sent_by_hand_at: Date | null;
  /** Why it cannot go on; nothing decides it but the order's own data. */
  blocked: 'UNMAPPED_VARIANT' | 'ADDRESS_INCOMPLETE' | 'STORE_UNPAID' | 'COUNTRY_NOT_SERVED' | null;
  held: string | null;
  paid_at: Date | null;
  parcels: Parcel[];
  /** What was claimed of it and decided since. */
  claim: PastClaim | null;
};

export type Store = {
  key: string;
  /** null for a store whose orders come from files. */
  domain: string | null;
  name: string;
  home: string;
  currency: string;
  time_zone: string;
  state: 'connected' | 'needs_reauth' | 'paused';
  /** Codes of the channels that its settings name, by country. */
  ships: Readonly<Record<string, string>>;
  connected_at: Date;
  products: Product[];
  orders: Order[];
};

/** Where a merchant sells and on which channels; the first is the cheapest. */
export type Market = { country: string; channels: string[] };

export type Person = { name: string; email: string; username: string; role: MerchantRole; firstStoreOnly?: boolean };

export type Merchant = {
  key: string;
  company: string;
  time_zone: string;
  billing: { legal_name: string; address: string; country: string; vat_id: string };
  people: Person[];
  agent: number;
  contact: MerchantPlan['contact'];
  transfers: MerchantPlan['transfers'];
  invoicing: 'checkout' | 'daily';
  /** A factor on the provider's list price. */
  level: number;
  markets: Market[];
  stores: Store[];
};

export type World = {
  /** The present of the demo; nothing in it lies later. */
  now: Date;
  password: string;
  staff: { name: string; email: string; username: string; roles: StaffRole[] }[];
  channels: readonly ChannelPlan[];
  skus: Sku[];
  merchants: Merchant[];
};

const day = 86_400_000;
const hour = 6;

/** The demo's present for a real one: the last six o'clock (UTC), so that a day's runs are equal. */
export function demoNow(real: Date): Date {
  const morning = new Date(Date.UTC(real.getUTCFullYear(), real.getUTCMonth(), real.getUTCDate(), hour));
  return morning <= real ? morning : new Date(morning.getTime() - day);
}

const SMALL_SCALE = 0.09;

/** For tests: three merchants, each a tenth of itself (the small one four tenths) and paying once a week. */
function smallPlans(): MerchantPlan[] {
  return MERCHANTS.filter(({ key }) => ['harbour', 'small', 'fresh'].includes(key)).map((plan) => ({
    ...plan,
    pays_every: 7,
    stores: plan.stores.map((store) => ({ ...store, orders: store.orders * (plan.key === 'small' ? 4 : 1) })),
  }));
}

/** Everything that the demo shows, as a plain description; the same day and size always give the same one. */
export function makeWorld(options: { now: Date; size: Size }): World {
  const { now, size } = options;
  const random = randomFrom(`tradewind-demo-1/${size}`);
  const goods = makeGoods();
  const plans = size === 'full' ? MERCHANTS : smallPlans();
  const scale = size === 'full' ? 1 : SMALL_SCALE;
  const ids = makeIds();
  const merchants = plans.map((plan): Merchant => {
    const own = random.branch(plan.key);
    const markets = makeMarkets(own.branch('markets'), plan);
    const stores = plan.stores.map((store, place): Store => {
      const scene = 1 + (place % SHOP_SCENES);
      const products = makeProducts(own.branch(`products/${store.name}`), {
        plan: store,
        goods,
        ids,
        now,
        scale,
        scene,
      });
      const orders = makeOrders(own.branch(`orders/${store.name}`), {
        merchant: plan,
        plan: store,
        products,
        markets,
        ids,
        now,
        scale,
      });
      if (plan.invoicing === 'daily') leaveForCheckout(orders, now);
      return {
        key: `${plan.key}/${store.name}`,
        domain: store.shop && `${store.shop}.myshopify.com`,
        name: store.name,
        home: store.home,
        currency: store.currency,
        time_zone: store.time_zone,
        state: store.state ?? 'connected',
        ships: store.ships ?? {},
        connected_at: new Date(now.getTime() - store.age * day),
        products,
        orders,
      };
    });
    return {
      key: plan.key,
      company: plan.company,
      time_zone: plan.time_zone,
      billing: { legal_name: plan.company, address: plan.address, country: plan.country, vat_id: plan.vat },
      people: [plan.owner, ...plan.team],
      agent: plan.agent,
      contact: plan.contact,
      transfers: plan.transfers,
      invoicing: plan.invoicing ?? 'checkout',
      level: 0.95 + own.next() * 0.13,
      markets,
      stores,
    };
  });
  makePartial(
    random.branch('partial'),
    merchants.flatMap(({ stores }) => stores.flatMap(({ orders }) => orders)),
    now,
  );
  for (const { key, stores } of merchants) {
    const young = key === 'harbour' ? CLAIMS_OF_TODAY : 0;
    const orders = stores.flatMap((store) => store.orders);
    makeClaims(random.branch(`claims/${key}`), orders, { now, young });
  }
  const skus = goods.flatMap((good) => good.skus);
  const used = new Set(
    merchants.flatMap(({ stores }) =>
      stores.flatMap(({ products }) => products.flatMap(({ variants }) => variants.map(({ made_of }) => made_of))),
    ),
  );
  return {
    now,
    password: PASSWORD,
    staff: STAFF.map(({ roles, ...person }) => ({ ...person, roles: [...roles] })),
    channels: CHANNELS,
    skus: size === 'full' ? skus : skus.filter(({ key }) => used.has(key)),
    merchants,
  };
}

export type Ids = { product(): string; variant(): string; order(): string; line(): string };

/** Ids of shop records, long as Shopify's and below those that the sandbox hands out itself. */
function makeIds(): Ids {
  const counter = (start: bigint, stride: bigint) => {
    let last = start;
    return () => String((last += stride));
  };
  return {
    product: counter(8_412_300_011_777n, 32_768n),
    variant: counter(45_120_700_212_481n, 32_768n),
    order: counter(5_931_400_105_233n, 32_768n),
    line: counter(14_802_500_309_505n, 32_768n),
  };
}
