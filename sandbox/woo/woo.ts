import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { noRoute, type RestAnswer } from './woo-answer.ts';
import { inTheWay, wooFault } from './woo-faults.ts';
import { startWooSender } from './woo-hooks.ts';
import { keyProblem } from './woo-keys.ts';
import { makeWooControl, type WooControl } from './woo-control.ts';
import { wooPages } from './woo-pages.ts';
import { type Doc, findShop, type WooRuntime, type WooShop } from './woo-records.ts';
import { restRoutes } from './woo-rest.ts';
import { trackingRoutes } from './woo-tracking.ts';

export type Woo = { control: WooControl; plugin: FastifyPluginCallback; close: () => Promise<void> };

/** The sandbox's WooCommerce shops: `{address}/woo/{shop}` on the server that the plugin is given to. */
export function startWoo(options: { pool: pg.Pool; baseUrl: () => string; now?: () => Date }): Woo {
  let wake: () => void = () => undefined;
  const rt: WooRuntime = {
    pool: options.pool,
    now: options.now ?? (() => new Date()),
    baseUrl: options.baseUrl,
    poke: () => wake(),
  };
  const control = makeWooControl(rt);
  const sender = startWooSender(rt);
  wake = sender.poke;
  const plugin: FastifyPluginCallback = (server, _options, done) => {
    wooPages(server, rt, control);
    const methods = ['GET', 'POST', 'PUT', 'DELETE'];
    server.route<{ Params: { shop: string; '*': string } }>({
      method: methods,
      url: '/woo/:shop/wp-json/*',
      handler: (request, reply) => answer(rt, request, reply, request.params.shop, request.params['*'], true),
    });
    server.route<{ Params: { shop: string } }>({
      method: methods,
      url: '/woo/:shop/',
      handler: (request, reply) => {
        const route = new URL(request.url, 'http://shop').searchParams.get('rest_route') ?? '/';
        return answer(rt, request, reply, request.params.shop, route.replace(/^\//, ''), false);
      },
    });
    done();
  };
  return { control, plugin, close: sender.close };
}

async function answer(
  rt: WooRuntime,
  request: FastifyRequest,
  reply: FastifyReply,
  slug: string,
  path: string,
  pretty: boolean,
) {
  const shop = await findShop(rt.pool, slug);
  if (!shop || (pretty && !shop.permalinks)) return reply.code(404).type('text/html').send('<h1>Not Found</h1>');
  const blocked = await inTheWay(rt, shop);
  if (blocked) return reply.code(blocked.status).type('text/html').send(blocked.html);
  const stripped = await wooFault(rt, shop, 'strip_authorization');
  const query = new URL(request.url, 'http://shop').searchParams;
  const authorization = stripped ? undefined : request.headers.authorization;
  const said = await rest(rt, shop, { method: request.method, path, query, authorization, body: request.body });
  const json = JSON.stringify(said.json);
  // A plugin with its warnings switched on writes before the answer.
  const text = (await wooFault(rt, shop, 'notice')) ? `\uFEFF\n ${json}` : json;
  return reply
    .code(said.status)
    .headers(said.headers ?? {})
    .type('application/json; charset=UTF-8')
    .send(text);
}

type Asked = { method: string; path: string; query: URLSearchParams; authorization: string | undefined; body: unknown };

async function rest(rt: WooRuntime, shop: WooShop, asked: Asked): Promise<RestAnswer> {
  const { method, path, query } = asked;
  if (path === '') return { status: 200, json: indexOf(rt, shop) };
  for (const [verb, pattern, action] of [...restRoutes, ...trackingRoutes(shop.plugins)]) {
    const match = verb === method ? pattern.exec(path) : null;
    if (!match) continue;
    const problem = await keyProblem(rt, shop, asked);
    if (problem) return problem;
    const body = (typeof asked.body === 'object' ? asked.body : null) ?? {};
    return action({ rt, shop, query, body: body as Doc, ids: match.slice(1) }); // JSON by the server's parser
  }
  return noRoute;
}

const indexOf = (rt: WooRuntime, shop: WooShop) => ({
  name: shop.name,
  description: '',
  url: `${rt.baseUrl()}/woo/${shop.slug}`,
  home: `${rt.baseUrl()}/woo/${shop.slug}`,
  gmt_offset: '0',
  timezone_string: shop.timezone,
  namespaces: shop.plugins.includes('no-woocommerce')
    ? ['wp/v2']
    : ['wp/v2', 'wc/v3', ...shop.plugins.filter((name) => name.includes('/'))],
});
