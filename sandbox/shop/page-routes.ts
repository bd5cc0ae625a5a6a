import type { FastifyInstance, FastifyReply } from 'fastify';
import { variantsOf } from './catalogue.ts';
import { type ShopParams, formFields } from './admin-http.ts';
import type { ShopControl } from './control.ts';
import { placeSampleOrder } from './demo-shop.ts';
import { isFaultKind, listFaults } from './faults.ts';
import { findInstall } from './installs.ts';
import { alreadyGranted, type AuthorizeQuery, grant, openUrl, readAuthorize } from './oauth.ts';
import { productPng } from './picture.ts';
import { ShopRefusal } from './refusal.ts';
import type { DeliveryRow, FulfillmentRow, LineRow, OrderRow, ProductRow, ShopRow, VariantRow } from './rows.ts';
import type { ShopRuntime } from './runtime.ts';
import {
  buyPage,
  cataloguePage,
  consentPage,
  errorPage,
  faultsPage,
  indexPage,
  orderPage,
  ordersPage,
  staffPage,
  webhooksPage,
} from './shop-pages.ts';
import { findShop, isShopDomain } from './shops.ts';
import { firstRow, rows } from './sql.ts';

const APP_NAME = 'Tradewind';
const SHOWN_ORDERS = 60;

type Noticed = { Querystring: { notice?: string } };

function sendHtml(reply: FastifyReply, text: string, status = 200): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(text);
}

function notFound(reply: FastifyReply): FastifyReply {
  return sendHtml(reply, errorPage('Not found', 'There is nothing at this address.'), 404);
}

/** The shop of a page, or the page that says there is none. */
async function withShop(
  rt: ShopRuntime,
  domain: string,
  reply: FastifyReply,
  work: (shop: ShopRow) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const shop = await findShop(rt.pool, domain);
  return shop ? work(shop) : notFound(reply);
}

/** Does something for a form and goes back to a page that says how it went. */
async function actAndReturn(
  reply: FastifyReply,
  target: string,
  done: string,
  work: () => Promise<unknown>,
): Promise<FastifyReply> {
  let notice = done;
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ShopRefusal)) throw error;
    notice = error.message;
  }
  return reply.redirect(`${target}?notice=${encodeURIComponent(notice)}`, 303);
}

async function productsOf(rt: ShopRuntime, shop: ShopRow): Promise<(ProductRow & { variants: VariantRow[] })[]> {
  const found = await rows<ProductRow>(rt.pool, 'select * from shop_products where shop_id = $1 order by id limit 60', [
    shop.id,
  ]);
  const variants = await variantsOf(
    rt.pool,
    found.map((product) => product.id),
  );
  return found.map((product) => ({
    ...product,
    variants: variants.filter((variant) => variant.product_id === product.id),
  }));
}

/** Quantities of a form whose fields are `q` and an id. */
function quantities(form: Record<string, string>): [string, number][] {
  return Object.entries(form).flatMap(([key, value]): [string, number][] =>
    /^q\d+$/.test(key) && Number.isInteger(Number(value)) ? [[key.slice(1), Number(value)]] : [],
  );
}

/** Consent: the page, and what the merchant decides on it. */
export function consentRoutes(app: FastifyInstance, rt: ShopRuntime, control: ShopControl): void {
  app.get<ShopParams & { Querystring: AuthorizeQuery }>('/:shop/admin/oauth/authorize', async (request, reply) => {
    const asked = readAuthorize(rt, request.query);
    if ('error' in asked) return sendHtml(reply, errorPage('The app cannot be installed', asked.error), 400);
    const domain = request.params.shop;
    let shop = await findShop(rt.pool, domain);
    if (!shop && rt.settings.createUnknownShops && isShopDomain(domain)) shop = await control.createDemoShop(domain);
    if (!shop) return notFound(reply);
    const hidden = {
      client_id: request.query.client_id ?? '',
      scope: asked.scopes.join(','),
      redirect_uri: asked.redirectUri,
      state: asked.state,
    };
    if (asked.perUser) return sendHtml(reply, staffPage(shop, APP_NAME, { ...hidden, 'grant_options[]': 'per-user' }));
    if (await alreadyGranted(rt, shop, asked.scopes)) return reply.redirect(await grant(rt, shop, asked), 302);
    return sendHtml(reply, consentPage(shop, APP_NAME, asked.scopes, hidden));
  });

  app.post<ShopParams>('/:shop/admin/oauth/authorize', async (request, reply) =>
    withShop(rt, request.params.shop, reply, async (shop) => {
      const form = formFields(request.body);
      const asked = readAuthorize(rt, form);
      if ('error' in asked) return sendHtml(reply, errorPage('The app cannot be installed', asked.error), 400);
      // A merchant who declines stays in his shop; the app hears nothing.
      if (form.decision !== 'install')
        return reply.redirect(`/${shop.domain}/?notice=${encodeURIComponent('The app was not installed.')}`, 303);
      const staff = {
        email: (form.email ?? shop.email).trim().toLowerCase(),
        email_verified: form.unverified !== 'on',
      };
      return reply.redirect(await grant(rt, shop, asked, staff), 302);
    }),
  );

  // What Shopify's admin has under Apps.
  app.get<ShopParams>('/:shop/admin/apps/portal', (request, reply) =>
    withShop(rt, request.params.shop, reply, async (shop) => reply.redirect(openUrl(rt, shop), 302)),
  );
}

/** Where an order's page is in Shopify's admin; an order that the shop does not have leads to the list. */
function orderRoute(app: FastifyInstance, rt: ShopRuntime): void {
  app.get<{ Params: { shop: string; id: string } }>('/:shop/admin/orders/:id', (request, reply) =>
    withShop(rt, request.params.shop, reply, async (shop) => {
      const { id } = request.params;
      const known =
        /^\d{1,19}$/.test(id) &&
        (await firstRow(rt.pool, 'select 1 from shop_orders where shop_id = $1 and id = $2', [shop.id, id]));
      return reply.redirect(`/${shop.domain}/${known ? `orders/${id}` : ''}`, 302);
    }),
  );
}

function listRoutes(app: FastifyInstance, rt: ShopRuntime): void {
  app.get<ShopParams & Noticed>('/:shop/', (request, reply) =>
    withShop(rt, request.params.shop, reply, async (shop) => {
      const orders = await rows<OrderRow>(
        rt.pool,
        'select * from shop_orders where shop_id = $1 order by created_at desc, id desc limit $2',
        [shop.id, SHOWN_ORDERS],
      );
      const sent = await rows<FulfillmentRow>(
        rt.pool,
        'select * from shop_fulfillments where order_id = any($1::bigint[]) order by id',
        [orders.map((order) => order.id)],
      );
      const [count] = await rows<{ total: number }>(
        rt.pool,
        'select count(*)::int as total from shop_orders where shop_id = $1',
        [shop.id],
      );
      const installed = await findInstall(rt.pool, shop.id);
      return sendHtml(
        reply,
        ordersPage(shop, orders, sent, installed?.scopes ?? null, count?.total ?? 0, request.query.notice),
      );
    }),
  );
  app.get<ShopParams>('/:shop', (request, reply) =>
    withShop(rt, request.params.shop, reply, async (shop) => reply.redirect(`/${shop.domain}/`, 302)),
  );
  app.get<ShopParams>('/:shop/catalogue', (request, reply) =>
    withShop(rt, request.params.shop, reply, async (shop) =>
      sendHtml(reply, cataloguePage(shop, await productsOf(rt, shop))),
    ),
  );
  app.get<ShopParams>('/:shop/webhooks', (request, reply) =>
    withShop(rt, request.params.shop, reply, async (shop) => {
      const deliveries = await rows<DeliveryRow>(
        rt.pool,
        'select * from shop_deliveries where shop_id = $1 order by id desc limit 80',
        [shop.id],
      );
      const [count] = await rows<{ total: number }>(
        rt.pool,
        'select count(*)::int as total from shop_subscriptions where shop_id = $1',
        [shop.id],
      );
      return sendHtml(reply, webhooksPage(shop, deliveries, count?.total ?? 0));
    }),
  );
  app.get<{ Params: { shop: string; file: string } }>('/:shop/cdn/:file', (request, reply) =>
    withShop(rt, request.params.shop, reply, async (shop) => {
      const id = /^(\d{1,19})\.png$/.exec(request.params.file)?.[1];
      const product =
        id &&
        (await firstRow<ProductRow>(rt.pool, 'select * from shop_products where shop_id = $1 and id = $2', [
          shop.id,
          id,
        ]));
      if (!id || !product) return notFound(reply);
      return reply
        .type('image/png')
        .header('cache-control', 'public, max-age=86400')
        .send(await productPng(id, product.picture));
    }),
  );
}

function buyRoutes(app: FastifyInstance, rt: ShopRuntime): void {
  app.get<ShopParams & Noticed>('/:shop/buy', (request, reply) =>
    withShop(rt, request.params.shop, reply, async (shop) =>
      sendHtml(reply, buyPage(shop, await productsOf(rt, shop), request.query.notice)),
    ),
  );
  app.post<ShopParams>('/:shop/buy', (request, reply) =>
    withShop(rt, request.params.shop, reply, async (shop) => {
      const form = formFields(request.body);
      const lines = quantities(form)
        .filter(([, quantity]) => quantity > 0)
        .map(([variantId, quantity]) => ({ variantId, quantity }));
      if (lines.length === 0)
        return reply.redirect(`/${shop.domain}/buy?notice=${encodeURIComponent('Choose at least one product.')}`, 303);
      return actAndReturn(reply, `/${shop.domain}/`, 'The order was placed.', () =>
        placeSampleOrder(rt, shop, lines, Number(form.buyer) || 0),
      );
    }),
  );
}

function orderRoutes(app: FastifyInstance, rt: ShopRuntime, control: ShopControl): void {
  type OrderParams = { Params: { shop: string; order: string } };
  const target = (params: OrderParams['Params']) => `/${params.shop}/orders/${params.order}`;

  app.get<OrderParams & Noticed>('/:shop/orders/:order', (request, reply) =>
    withShop(rt, request.params.shop, reply, async (shop) => {
      const { order: id } = request.params;
      const order = /^\d{1,19}$/.test(id)
        ? await firstRow<OrderRow>(rt.pool, 'select * from shop_orders where shop_id = $1 and id = $2', [shop.id, id])
        : undefined;
      if (!order) return notFound(reply);
      const lines = await rows<LineRow>(
        rt.pool,
        'select * from shop_order_lines where order_id = $1 order by position',
        [id],
      );
      const sent = await rows<FulfillmentRow>(
        rt.pool,
        'select * from shop_fulfillments where order_id = $1 order by id',
        [id],
      );
      return sendHtml(reply, orderPage(shop, order, lines, sent, request.query.notice));
    }),
  );
  app.post<OrderParams>('/:shop/orders/:order/edit', (request, reply) =>
    actAndReturn(reply, target(request.params), 'The order was changed.', async () => {
      const { shop, order } = request.params;
      const form = formFields(request.body);
      const before = await control.order(shop, order);
      const changed = quantities(form).filter(([id, quantity]) =>
        before?.lines.some((line) => line.id === id && line.current_quantity !== quantity),
      );
      const { first_name = '', last_name = '', address1 = '', city = '', zip = '' } = form;
      await control.editOrder(shop, order, {
        quantities: Object.fromEntries(changed),
        address: { ...before?.data.address, first_name, last_name, address1, city, zip },
      });
    }),
  );
  app.post<OrderParams>('/:shop/orders/:order/cancel', (request, reply) =>
    actAndReturn(reply, target(request.params), 'The order was cancelled.', () =>
      control.cancelOrder(request.params.shop, request.params.order),
    ),
  );
  app.post<OrderParams>('/:shop/orders/:order/pay', (request, reply) =>
    actAndReturn(reply, target(request.params), 'The order is paid.', () =>
      control.editOrder(request.params.shop, request.params.order, { financialStatus: 'PAID' }),
    ),
  );
  app.post<OrderParams>('/:shop/orders/:order/ship', (request, reply) =>
    actAndReturn(reply, target(request.params), 'The order was marked as fulfilled.', () =>
      control.markFulfilledManually(request.params.shop, request.params.order),
    ),
  );
  app.post<{ Params: { shop: string; parcel: string } }>('/:shop/fulfillments/:parcel', async (request, reply) => {
    const { shop, parcel } = request.params;
    const { status = '' } = formFields(request.body);
    const found = /^\d{1,19}$/.test(parcel)
      ? await firstRow<FulfillmentRow>(rt.pool, 'select * from shop_fulfillments where id = $1', [parcel])
      : undefined;
    if (!found || !['CANCEL', 'IN_TRANSIT', 'DELIVERED'].includes(status)) return notFound(reply);
    return actAndReturn(reply, `/${shop}/orders/${found.order_id}`, 'The parcel was updated.', () =>
      status === 'CANCEL' ? control.cancelFulfillment(shop, parcel) : control.reportTransit(shop, parcel, status),
    );
  });
}

function faultRoutes(app: FastifyInstance, rt: ShopRuntime, control: ShopControl): void {
  app.get<ShopParams & Noticed>('/:shop/faults', (request, reply) =>
    withShop(rt, request.params.shop, reply, async (shop) =>
      sendHtml(reply, faultsPage(shop, await listFaults(rt.pool, shop.id), request.query.notice)),
    ),
  );
  app.post<ShopParams>('/:shop/faults', (request, reply) => {
    const { shop } = request.params;
    const { kind = '', mode = '', count = '1', percent = '30', ms = '0' } = formFields(request.body);
    if (!isFaultKind(kind)) return notFound(reply);
    if (mode === 'off')
      return actAndReturn(reply, `/${shop}/faults`, 'Switched off.', () => control.clearFaults(shop, kind));
    if (mode !== 'next' && mode !== 'always' && mode !== 'probability') return notFound(reply);
    return actAndReturn(reply, `/${shop}/faults`, 'Switched on.', () =>
      control.setFault(shop, {
        kind,
        mode,
        count: Number(count) || 1,
        p: (Number(percent) || 0) / 100,
        ms: Number(ms) || 0,
      }),
    );
  });
  app.post<ShopParams>('/:shop/uninstall', (request, reply) =>
    actAndReturn(reply, `/${request.params.shop}/`, 'The app was uninstalled.', () =>
      control.uninstallApp(request.params.shop),
    ),
  );
}

/** The human side: list of shops, and the pages of each. */
export function pageRoutes(app: FastifyInstance, rt: ShopRuntime, control: ShopControl): void {
  app.get<Noticed>('/', async (request, reply) => {
    const shops = await rows<ShopRow & { orders: number; installed: boolean }>(
      rt.pool,
      `select s.*, (select count(*)::int from shop_orders o where o.shop_id = s.id) as orders,
         exists (select 1 from shop_installs i where i.shop_id = s.id and i.uninstalled_at is null) as installed from shops s order by s.name, s.domain`,
    );
    return sendHtml(reply, indexPage(shops, request.query.notice));
  });
  app.post('/shops', async (request, reply) => {
    const domain = `${(formFields(request.body).name ?? '').trim().toLowerCase()}.myshopify.com`;
    try {
      await control.createDemoShop(domain);
    } catch (error) {
      if (!(error instanceof ShopRefusal)) throw error;
      return reply.redirect(`/?notice=${encodeURIComponent(error.message)}`, 303);
    }
    return reply.redirect(`/${domain}/`, 303);
  });
  orderRoute(app, rt);
  listRoutes(app, rt);
  buyRoutes(app, rt);
  orderRoutes(app, rt, control);
  faultRoutes(app, rt, control);
}
