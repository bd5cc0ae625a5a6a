import type { FastifyInstance } from 'fastify';
import { html, page } from '../pages/layout.ts';
import { productPng } from '../shop/picture.ts';
import { approve, type Asked, askSchema, denied } from './woo-consent.ts';
import type { WooControl } from './woo-control.ts';
import { recordsOf, type WooRuntime, type WooShop } from './woo-records.ts';
import { wooPlugins } from './woo-tracking.ts';

const product = 'WooCommerce (sandbox)';
type InShop = { Params: { shop: string } };
const text = (value: unknown) => (typeof value === 'string' ? value : '');

function consentPage(shop: WooShop, asked: Asked): string {
  const hidden = Object.entries(asked).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return page({
    title: `${asked.app_name} would like to connect to your store`,
    product,
    narrow: true,
    body: html`<div class="panel"><p>This will give ${asked.app_name} access to <strong>${shop.name}</strong> to view and
manage orders, products and webhooks.</p>
<form method="post" action="/woo/${shop.slug}/wc-auth/v1/authorize">${hidden}
<div class="row"><button name="answer" value="approve">Approve</button><button class="plain" name="answer" value="deny">Deny</button></div></form></div>`,
  });
}

async function shopPage(rt: WooRuntime, shop: WooShop): Promise<string> {
  const orders = await recordsOf(rt.pool, shop.slug, 'order');
  const trackings = async (id: string) => {
    const notes = await recordsOf(rt.pool, shop.slug, 'note', id);
    const shipments = [
      ...(await recordsOf(rt.pool, shop.slug, 'wc-shipment-tracking/v3', id)),
      ...(await recordsOf(rt.pool, shop.slug, 'wc-ast/v3', id)),
    ];
    const own = await recordsOf(rt.pool, shop.slug, 'fulfillment', id);
    const numbers = own.map(
      ({ doc }) =>
        (doc.meta_data as { key: string; value: unknown }[]).find(({ key }) => key === '_tracking_number')?.value,
    ); // checked when written
    return [...notes.map(({ doc }) => doc.note), ...shipments.map(({ doc }) => doc.tracking_number), ...numbers]
      .map(text)
      .join('; ');
  };
  const rows = [];
  for (const { id, doc } of orders.toReversed().slice(0, 50)) {
    rows.push(
      html`<tr><td>#${id}</td><td>${text(doc.status)}</td><td class="number">${text(doc.total)} ${text(doc.currency)}</td><td>${await trackings(id)}</td></tr>`,
    );
  }
  const switches = wooPlugins.map(
    (name) =>
      html`<label><input type="checkbox" name="plugin" value="${name}"${shop.plugins.includes(name) ? html` checked` : ''}> ${name}</label>`,
  );
  return page({
    title: shop.name,
    product,
    links: [{ href: '/woo', text: 'All shops' }],
    body: html`<form method="post" action="/woo/${shop.slug}/order"><button>Place an order</button></form>
<h2>Orders</h2><table><tr><th>Order</th><th>State</th><th class="number">Total</th><th>Tracking</th></tr>${rows}</table>
<h2>Where tracking numbers are shown</h2><form class="panel" method="post" action="/woo/${shop.slug}/plugins">${switches}<p class="muted">With none of them: a note to the buyer.</p><button>Save</button></form>
<h2>Keys</h2><form class="panel" method="post" action="/woo/${shop.slug}/revoke"><button class="plain">Revoke all keys</button></form>`,
  });
}

/** Pages for people: the consent page, a look into each shop, its product pictures. */
export function wooPages(server: FastifyInstance, rt: WooRuntime, control: WooControl): void {
  const send = { type: 'text/html; charset=utf-8' };
  const missing = page({
    title: 'There is no such shop',
    product,
    narrow: true,
    body: html`<p>Look at <a href="/woo">all shops</a>.</p>`,
  });
  server.get('/woo', async (_request, reply) => {
    const shops = await control.shops();
    const list = shops.map(
      (shop) =>
        html`<li><a href="/woo/${shop.slug}/">${shop.name}</a> <span class="muted">${control.url(shop.slug)}</span></li>`,
    );
    return reply.type(send.type).send(
      page({
        title: 'WooCommerce shops',
        product,
        body: html`<ul>${list}</ul><p class="muted">Any other name makes a new shop when it is connected.</p>`,
      }),
    );
  });
  server.get<InShop>('/woo/:shop/wc-auth/v1/authorize', async (request, reply) => {
    const asked = askSchema.safeParse(request.query);
    const shop = await control.openShop(request.params.shop);
    if (asked.success) return reply.type(send.type).send(consentPage(shop, asked.data));
    const wrong = asked.error.issues[0]?.path.join('.') ?? '';
    return reply
      .code(400)
      .type(send.type)
      .send(
        page({
          title: 'That did not work',
          product,
          narrow: true,
          body: html`<p>Missing or wrong parameter ${wrong}</p>`,
        }),
      );
  });
  server.post<InShop>('/woo/:shop/wc-auth/v1/authorize', async (request, reply) => {
    const { answer, ...given } = request.body as Record<string, string>; // a form of the page above
    const asked = askSchema.parse(given);
    if (answer !== 'approve') return reply.redirect(denied(asked));
    const done = await approve(rt, await control.openShop(request.params.shop), asked);
    if ('url' in done) return reply.redirect(done.url);
    return reply
      .code(502)
      .type(send.type)
      .send(page({ title: 'That did not work', product, narrow: true, body: html`<p>${done.error}</p>` }));
  });
  server.get<{ Params: { shop: string; name: string } }>('/woo/:shop/picture/:name', async (request, reply) => {
    const [, motif = '', id = '0'] = /^([a-z-]+)-(\d+)\.png$/.exec(request.params.name) ?? [];
    return reply.type('image/png').send(await productPng(id, { motif }));
  });
  server.post<InShop>('/woo/:shop/order', async (request, reply) => {
    await control.placeAnyOrder(request.params.shop);
    return reply.redirect(`/woo/${request.params.shop}/`);
  });
  server.post<InShop>('/woo/:shop/plugins', async (request, reply) => {
    const { plugin = [] } = request.body as { plugin?: string | string[] }; // a form of the shop's page
    await control.setPlugins(request.params.shop, [plugin].flat());
    return reply.redirect(`/woo/${request.params.shop}/`);
  });
  server.post<InShop>('/woo/:shop/revoke', async (request, reply) => {
    await control.revokeKeys(request.params.shop);
    return reply.redirect(`/woo/${request.params.shop}/`);
  });
  server.get<InShop & { Querystring: { rest_route?: string } }>('/woo/:shop', (request, reply) =>
    reply.redirect(`/woo/${request.params.shop}/`),
  );
  server.addHook('onRequest', async (request, reply) => {
    if (request.method === 'GET' && /^\/woo\/[^/?]+\/$/.test(request.url)) {
      const shop = await control.findShop(request.url.split('/')[2] ?? '');
      await reply
        .code(shop ? 200 : 404)
        .type(send.type)
        .send(shop ? await shopPage(rt, shop) : missing);
    }
  });
}
