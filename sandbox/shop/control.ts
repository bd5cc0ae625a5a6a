import {
  addProduct,
  changeProduct,
  changeVariant,
  insertProduct,
  type NewProduct,
  type ProductChange,
  removeProduct,
  type VariantChange,
  variantsOf,
} from './catalogue.ts';
import { makeDemoShop } from './demo-shop.ts';
import { clearFaults, type FaultKind, type FaultSwitch, listFaults, switchFault } from './faults.ts';
import { addFulfillmentEvent, cancelFulfillment, markFulfilled } from './fulfilment.ts';
import type { Buckets } from './graph/bucket.ts';
import { gid } from './gid.ts';
import { placeHold, releaseHolds } from './holds.ts';
import { type ComplianceTopic, findInstall, install, sendCompliance, uninstall } from './installs.ts';
import {
  cancelOrder,
  deleteOrder,
  editOrder,
  type OrderEdit,
  placeOrder,
  refundOrder,
  splitFulfillmentOrder,
} from './order-changes.ts';
import type { NewOrder, PlacedOrder } from './order-records.ts';
import { insertOrders } from './orders.ts';
import type {
  DeliveryRow,
  FulfillmentOrderRow,
  FulfillmentRow,
  LineRow,
  OrderRow,
  ProductRow,
  ShopRow,
  SubscriptionRow,
  Tracking,
  VariantRow,
} from './rows.ts';
import type { ShopRuntime } from './runtime.ts';
import { addLocation, createShop, findShop, getShop, type NewShop } from './shops.ts';
import { type Db, firstRow, inTransaction, rows } from './sql.ts';
import { issueToken, type TokenAnswer } from './tokens.ts';
import { grant, openUrl, readAuthorize } from './oauth.ts';
import type { StaffMember } from './staff.ts';
import { editUnseen, swapOrder } from './unseen-changes.ts';

const CHUNK = 1_000;

/** Steers the sandbox's shops from tests and from the demo generator. Shops are named by their domain, records by numeric id text. */
export type ShopControl = ReturnType<typeof makeShopControl>;

/** Builds the control over a runtime. */
export function makeShopControl(rt: ShopRuntime, buckets: Buckets) {
  const shopOf = (domain: string) => getShop(rt.pool, domain);

  /** One change in its own transaction, then the webhooks leave. */
  async function transact<Answer>(domain: string, work: (db: Db, shop: ShopRow) => Promise<Answer>): Promise<Answer> {
    const shop = await shopOf(domain);
    const answer = await inTransaction(rt.pool, (db) => work(db, shop));
    rt.poke();
    return answer;
  }

  return {
    ...shopControls(rt, buckets, shopOf, transact),
    ...orderControls(rt, shopOf, transact),
    ...watchControls(rt, shopOf),
  };
}

type ShopOf = (domain: string) => Promise<ShopRow>;
type Transact = <Answer>(domain: string, work: (db: Db, shop: ShopRow) => Promise<Answer>) => Promise<Answer>;

function shopControls(rt: ShopRuntime, buckets: Buckets, shopOf: ShopOf, transact: Transact) {
  return {
    /** Creates a shop, with products if given; refused when the domain is taken. */
    createShop: async (input: NewShop & { products?: NewProduct[] }): Promise<ShopRow & { productIds: string[] }> => {
      const shop = await createShop(rt, input);
      const productIds = await inTransaction(rt.pool, async (db) => {
        const ids: string[] = [];
        for (const product of input.products ?? []) ids.push(await insertProduct(db, rt, shop, product));
        return ids;
      });
      return { ...shop, productIds };
    },
    /** A shop with a few products and orders of recent days, as an unknown domain gets at consent. */
    createDemoShop: (domain: string): Promise<ShopRow> => makeDemoShop(rt, domain),
    findShop: (domain: string): Promise<ShopRow | undefined> => findShop(rt.pool, domain),
    addLocation: async (domain: string, name: string): Promise<string> =>
      (await addLocation(rt, await shopOf(domain), name)).id,
    addProduct: async (domain: string, product: NewProduct): Promise<string> =>
      addProduct(rt, await shopOf(domain), product),
    updateProduct: (domain: string, productId: string, change: ProductChange): Promise<boolean> =>
      transact(domain, (db, shop) => changeProduct(db, rt, shop, productId, change)),
    updateVariant: (domain: string, variantId: string, change: VariantChange): Promise<boolean> =>
      transact(domain, (db, shop) => changeVariant(db, rt, shop, variantId, change)),
    removeProduct: (domain: string, productId: string): Promise<boolean> =>
      transact(domain, (db, shop) => removeProduct(db, rt, shop, productId)),
    /** Installs the app without the consent page and answers its tokens; for the demo. */
    installApp: (domain: string, scopes: string[], options: { expiring?: boolean } = {}): Promise<TokenAnswer> =>
      transact(domain, async (db, shop) => {
        await install(db, rt, shop, scopes);
        return issueToken(db, rt, shop, scopes, { expiring: options.expiring ?? true });
      }),
    uninstallApp: (domain: string): Promise<void> => transact(domain, (db, shop) => uninstall(db, rt, shop)),
    /** Scopes of the installed app, `null` when it is not installed. */
    installedScopes: async (domain: string): Promise<string[] | null> =>
      (await findInstall(rt.pool, (await shopOf(domain)).id))?.scopes ?? null,
    /** Consents as the merchant would to an authorize URL, and answers the address of the way back. */
    consent: async (authorizeUrl: string, staff?: StaffMember): Promise<string> => {
      const url = new URL(authorizeUrl);
      const domain = /([a-z0-9-]+\.myshopify\.com)/.exec(url.pathname)?.[1] ?? url.host;
      const asked = readAuthorize(rt, Object.fromEntries(url.searchParams));
      if ('error' in asked) throw new Error(asked.error);
      const shop = (await findShop(rt.pool, domain)) ?? (await makeDemoShop(rt, domain));
      return grant(rt, shop, asked, staff);
    },
    /** Where a click on the app in the shop's admin leads. */
    openApp: async (domain: string): Promise<string> => openUrl(rt, await shopOf(domain)),
    /** Lets a token run out now, so that the next call answers 401. */
    expireToken: async (accessToken: string): Promise<void> => {
      await rt.pool.query('update shop_tokens set expires_at = $2 where access_token = $1', [
        accessToken,
        new Date(rt.now().getTime() - 1000),
      ]);
    },
    /** Kills the refresh tokens of a shop. */
    killRefreshTokens: async (domain: string): Promise<void> => {
      await rt.pool.query('update shop_tokens set refresh_dead = true where shop_id = $1', [(await shopOf(domain)).id]);
    },
    /** Sets the query points that a shop has left. */
    setPoints: async (domain: string, points: number): Promise<void> => buckets.set((await shopOf(domain)).id, points),
    setFault: async (domain: string, fault: FaultSwitch): Promise<void> =>
      switchFault(rt.pool, (await shopOf(domain)).id, fault),
    clearFaults: async (domain: string, kind?: FaultKind): Promise<void> =>
      clearFaults(rt.pool, (await shopOf(domain)).id, kind),
    faults: async (domain: string) => listFaults(rt.pool, (await shopOf(domain)).id),
    /** A subscription is lost, as when the shop gives up on an address. */
    dropSubscription: async (domain: string, topic: string): Promise<void> => {
      const { id } = await shopOf(domain);
      await rt.pool.query('delete from shop_subscriptions where shop_id = $1 and topic = $2', [id, topic]);
    },
    /** A subscription goes to another address, as after a move of the portal. */
    moveSubscription: async (domain: string, topic: string, uri: string): Promise<void> => {
      const { id } = await shopOf(domain);
      const sql = 'update shop_subscriptions set uri = $3 where shop_id = $1 and topic = $2';
      await rt.pool.query(sql, [id, topic, uri]);
    },
    sendCompliance: (domain: string, topic: ComplianceTopic, orderIds: string[] = []): Promise<boolean> =>
      transact(domain, (db, shop) => sendCompliance(db, rt, shop, topic, orderIds)),
  };
}

function orderControls(rt: ShopRuntime, shopOf: ShopOf, transact: Transact) {
  return {
    placeOrder: async (domain: string, order: NewOrder): Promise<PlacedOrder> =>
      placeOrder(rt, await shopOf(domain), order),
    /** Writes thousands of orders without webhooks, a thousand to an INSERT. */
    insertOrders: async (domain: string, orders: NewOrder[]): Promise<PlacedOrder[]> => {
      const shop = await shopOf(domain);
      const placed: PlacedOrder[] = [];
      for (let from = 0; from < orders.length; from += CHUNK) {
        placed.push(
          ...(await inTransaction(rt.pool, (db) => insertOrders(db, rt, shop, orders.slice(from, from + CHUNK)))),
        );
      }
      // Fresh statistics: without them the first pages of a new shop are read by the wrong index.
      if (orders.length >= CHUNK)
        await rt.pool.query(
          'analyze shop_orders, shop_order_lines, shop_fulfillment_orders, shop_fulfillment_order_lines, shop_variants, shop_stock',
        );
      return placed;
    },
    editOrder: async (domain: string, orderId: string, edit: OrderEdit): Promise<void> =>
      editOrder(rt, await shopOf(domain), orderId, edit),
    cancelOrder: async (domain: string, orderId: string, reason?: string, staffNote?: string | null): Promise<void> =>
      cancelOrder(rt, await shopOf(domain), orderId, reason, staffNote),
    /** Refunds pieces by line id. */
    refund: async (
      domain: string,
      orderId: string,
      quantities: Record<string, number>,
      note?: string | null,
    ): Promise<void> => refundOrder(rt, await shopOf(domain), orderId, quantities, note),
    deleteOrder: async (domain: string, orderId: string): Promise<void> =>
      deleteOrder(rt, await shopOf(domain), orderId),
    /** Another order in the place of one, with nothing that reports it; answers its id. */
    swapOrder: async (domain: string, orderId: string): Promise<string> => swapOrder(rt, await shopOf(domain), orderId),
    /** A change whose webhooks are lost; with `keepTime` its time of change stays as it was. */
    editUnseen: async (
      domain: string,
      orderId: string,
      edit: OrderEdit,
      options: { keepTime: boolean } = { keepTime: false },
    ): Promise<void> => editUnseen(rt, await shopOf(domain), orderId, edit, options),
    splitWork: async (domain: string, orderId: string, lineIds: string[], locationId?: string): Promise<string> =>
      splitFulfillmentOrder(rt, await shopOf(domain), orderId, lineIds, locationId),
    /** The merchant ships what waits himself. Answers the parcels' ids. */
    markFulfilledManually: (domain: string, orderId: string, tracking?: Partial<Tracking>): Promise<string[]> =>
      transact(domain, (db, shop) => markFulfilled(db, rt, shop, orderId, tracking)),
    cancelFulfillment: (domain: string, fulfillmentId: string): Promise<void> =>
      transact(domain, async (db, shop) => void (await cancelFulfillment(db, rt, shop, fulfillmentId))),
    /** The carrier reports a step: `IN_TRANSIT`, `DELIVERED` … */
    reportTransit: (domain: string, fulfillmentId: string, status: string): Promise<void> =>
      transact(
        domain,
        async (db, shop) =>
          void (await addFulfillmentEvent(db, rt, shop, fulfillmentId, {
            status,
            message: null,
            happenedAt: rt.now(),
            data: {},
          })),
      ),
    holdWork: (domain: string, fulfillmentOrderId: string, reason = 'OTHER'): Promise<string> =>
      transact(
        domain,
        async (db, shop) =>
          (await placeHold(db, rt, shop, fulfillmentOrderId, { reason, notes: null, handle: '', byApp: false })).hold
            .id,
      ),
    releaseWork: (domain: string, fulfillmentOrderId: string): Promise<void> =>
      transact(domain, async (db, shop) => void (await releaseHolds(db, rt, shop, fulfillmentOrderId, null))),
  };
}

export type SeenFulfillment = FulfillmentRow & { order_name: string };

function watchControls(rt: ShopRuntime, shopOf: ShopOf) {
  return {
    gid,
    order: async (
      domain: string,
      orderId: string,
    ): Promise<(OrderRow & { lines: LineRow[]; work: FulfillmentOrderRow[] }) | null> => {
      const shop = await shopOf(domain);
      const order = await firstRow<OrderRow>(rt.pool, 'select * from shop_orders where shop_id = $1 and id = $2', [
        shop.id,
        orderId,
      ]);
      if (!order) return null;
      const lines = await rows<LineRow>(
        rt.pool,
        'select * from shop_order_lines where order_id = $1 order by position',
        [orderId],
      );
      const work = await rows<FulfillmentOrderRow>(
        rt.pool,
        'select * from shop_fulfillment_orders where order_id = $1 order by id',
        [orderId],
      );
      return { ...order, lines, work };
    },
    products: async (domain: string): Promise<(ProductRow & { variants: VariantRow[] })[]> => {
      const found = await rows<ProductRow>(rt.pool, 'select * from shop_products where shop_id = $1 order by id', [
        (await shopOf(domain)).id,
      ]);
      const variants = await variantsOf(
        rt.pool,
        found.map((product) => product.id),
      );
      return found.map((product) => ({
        ...product,
        variants: variants.filter((variant) => variant.product_id === product.id),
      }));
    },
    /** Parcels of the shop, oldest first; with `byApp` only those that the app sent. */
    fulfillments: async (domain: string, options: { byApp?: boolean } = {}): Promise<SeenFulfillment[]> =>
      rows<SeenFulfillment>(
        rt.pool,
        `select f.*, o.name as order_name from shop_fulfillments f join shop_orders o on o.id = f.order_id
         where f.shop_id = $1 and ($2::boolean is null or f.by_app = $2) order by f.id`,
        [(await shopOf(domain)).id, options.byApp ?? null],
      ),
    /** Webhook deliveries with the answers of each attempt, oldest first. */
    deliveries: async (domain: string, topic?: string): Promise<DeliveryRow[]> =>
      rows<DeliveryRow>(
        rt.pool,
        'select * from shop_deliveries where shop_id = $1 and ($2::text is null or topic = $2) order by id',
        [(await shopOf(domain)).id, topic ?? null],
      ),
    subscriptions: async (domain: string): Promise<SubscriptionRow[]> =>
      rows<SubscriptionRow>(rt.pool, 'select * from shop_subscriptions where shop_id = $1 order by topic, id', [
        (await shopOf(domain)).id,
      ]),
    /** Resolves once no delivery of the shop waits or is in the air, but those whose time is later than `withinMs` from now. */
    settled: async (domain: string, withinMs = 60_000): Promise<void> => {
      const shop = await shopOf(domain);
      const end = rt.now().getTime() + withinMs;
      for (;;) {
        const [left] = await rows<{ count: number }>(
          rt.pool,
          `select count(*)::int as count from shop_deliveries where shop_id = $1 and state in ('pending','sending') and next_at <= $2`,
          [shop.id, new Date(end)],
        );
        if (!left?.count) return;
        if (rt.now().getTime() > end) throw new Error(`webhooks of ${domain} are still under way`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
  };
}
