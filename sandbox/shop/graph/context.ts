import { GraphQLError } from 'graphql';
import { inTransaction, rows, type Db } from '../sql.ts';
import { ShopRefusal } from '../refusal.ts';
import type {
  FulfillmentOrderLineRow,
  FulfillmentOrderRow,
  FulfillmentRow,
  HoldRow,
  LineRow,
  LocationRow,
  ProductRow,
  ShopRow,
  VariantRow,
} from '../rows.ts';
import type { ShopRuntime } from '../runtime.ts';
import { VARIANT_COLUMNS } from '../catalogue.ts';
import { batch, type Load } from './batch.ts';

/** Rows that belong to the records of one answer, each kind fetched with one query. */
export type Loaders = {
  linesOfOrder: Load<LineRow[]>;
  fulfillmentsOfOrder: Load<FulfillmentRow[]>;
  workOfOrder: Load<FulfillmentOrderRow[]>;
  linesOfWork: Load<FulfillmentOrderLineRow[]>;
  holdsOfWork: Load<HoldRow[]>;
  line: Load<LineRow | null>;
  location: Load<LocationRow | null>;
  product: Load<ProductRow | null>;
  variant: Load<VariantRow | null>;
  variantsOfProduct: Load<VariantRow[]>;
};

/** What the resolvers of one request share. */
export type GraphContext = {
  rt: ShopRuntime;
  shop: ShopRow;
  /** Scopes with everything they imply. */
  scopes: ReadonlySet<string>;
  base: string;
  load: Loaders;
  /** Inside a bulk operation connections have no page. */
  bulk: boolean;
  /** Search fields that nobody knows; they are ignored, not refused (shopify.md §2.4). */
  warnings: { field: string; message: string }[];
};

type Keyed = { key: string };

async function many<Row extends object>(db: Db, text: string, values: unknown[]): Promise<(Row & Keyed)[]> {
  return rows<Row & Keyed>(db, text, values);
}

function group<Row>(found: (Row & Keyed)[], ids: readonly string[]): Row[][] {
  const byKey = new Map<string, Row[]>();
  for (const row of found) {
    const list = byKey.get(row.key);
    if (list) list.push(row);
    else byKey.set(row.key, [row]);
  }
  return ids.map((id) => byKey.get(id) ?? []);
}

function one<Row>(found: (Row & Keyed)[], ids: readonly string[]): (Row | null)[] {
  const byKey = new Map(found.map((row) => [row.key, row]));
  return ids.map((id) => byKey.get(id) ?? null);
}

/** Fresh loaders; used by one request only, and renewed after a change. */
export function makeLoaders(db: Db, shop: ShopRow, now: Date): Loaders {
  const list = <Row extends object>(text: string, extra: unknown[] = []) =>
    batch(async (ids) => group<Row>(await many<Row>(db, text, [ids, ...extra]), ids));
  const single = <Row extends object>(text: string) =>
    batch(async (ids) => one<Row>(await many<Row>(db, text, [ids, shop.id]), ids));
  return {
    linesOfOrder: list<LineRow>(
      'select *, order_id as key from shop_order_lines where order_id = any($1::bigint[]) order by order_id, position',
    ),
    fulfillmentsOfOrder: list<FulfillmentRow>(
      'select *, order_id as key from shop_fulfillments where order_id = any($1::bigint[]) order by order_id, id',
    ),
    // Work that is not routed yet does not exist for a client (shopify.md §2.8).
    workOfOrder: list<FulfillmentOrderRow>(
      'select *, order_id as key from shop_fulfillment_orders where order_id = any($1::bigint[]) and routed_at <= $2 order by order_id, id',
      [now],
    ),
    linesOfWork: list<FulfillmentOrderLineRow>(
      'select *, fulfillment_order_id as key from shop_fulfillment_order_lines where fulfillment_order_id = any($1::bigint[]) order by fulfillment_order_id, id',
    ),
    holdsOfWork: list<HoldRow>(
      'select *, fulfillment_order_id as key from shop_holds where fulfillment_order_id = any($1::bigint[]) order by id',
    ),
    line: single<LineRow>('select *, id as key from shop_order_lines where id = any($1::bigint[]) and shop_id = $2'),
    location: single<LocationRow>(
      'select *, id as key from shop_locations where id = any($1::bigint[]) and shop_id = $2',
    ),
    product: single<ProductRow>('select *, id as key from shop_products where id = any($1::bigint[]) and shop_id = $2'),
    variant: single<VariantRow>(
      `select ${VARIANT_COLUMNS}, v.id as key from shop_variants v where v.id = any($1::bigint[]) and v.shop_id = $2`,
    ),
    variantsOfProduct: list<VariantRow>(
      `select ${VARIANT_COLUMNS}, v.product_id as key from shop_variants v where v.product_id = any($1::bigint[]) order by v.product_id, v.position`,
    ),
  };
}

type Refused = { userErrors: { field: string[] | null; message: string; code: string | null }[] };

/** Runs a mutation in one transaction; a business refusal becomes `userErrors`, and webhooks leave after the commit. */
export async function mutate<Payload extends object>(
  ctx: GraphContext,
  work: (db: Db) => Promise<Payload>,
): Promise<(Payload & { userErrors: never[] }) | Refused> {
  try {
    const payload = await inTransaction(ctx.rt.pool, work);
    ctx.load = makeLoaders(ctx.rt.pool, ctx.shop, ctx.rt.now());
    ctx.rt.poke();
    return { ...payload, userErrors: [] };
  } catch (error) {
    if (!(error instanceof ShopRefusal)) throw error;
    return { userErrors: [{ field: error.field, message: error.message, code: error.code }] };
  }
}

/** A top-level error with Shopify's code in its extensions. */
export function graphError(message: string, code: string, extra: Record<string, unknown> = {}): GraphQLError {
  return new GraphQLError(message, { extensions: { code, ...extra } });
}
