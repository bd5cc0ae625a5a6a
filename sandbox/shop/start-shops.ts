import Fastify, { type FastifyInstance, type FastifyPluginAsync, type FastifyPluginCallback } from 'fastify';
import type pg from 'pg';
import { adminRoutes } from './admin-http.ts';
import { startBulkRunner } from './bulk-runner.ts';
import { makeShopControl, type ShopControl } from './control.ts';
import { makeBuckets } from './graph/bucket.ts';
import { startHookSender } from './hook-sender.ts';
import { consentRoutes, pageRoutes } from './page-routes.ts';
import { ShopRefusal } from './refusal.ts';
import { errorPage } from './shop-pages.ts';
import { DEFAULT_SETTINGS, type ShopApp, type ShopRuntime, type ShopSettings } from './runtime.ts';

export type ShopsOptions = {
  pool: pg.Pool;
  app: ShopApp;
  /** 0 takes a free port. */
  port: number;
  host?: string;
  settings?: Partial<ShopSettings>;
  now?: () => Date;
  /** Further pages on the same server, such as the mail box. */
  plugins?: (FastifyPluginAsync | FastifyPluginCallback)[];
};

export type RunningShops = { url: string; port: number; control: ShopControl; close: () => Promise<void> };

function readBodies(server: FastifyInstance): void {
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body.toString())));
  });
}

function answerErrors(server: FastifyInstance): void {
  server.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    if (error instanceof ShopRefusal)
      return reply.code(422).type('text/html; charset=utf-8').send(errorPage('That did not work', error.message));
    const status = error.statusCode ?? 500;
    if (status >= 500)
      process.stderr.write(`sandbox ${request.method} ${request.url}: ${error.stack ?? error.message}\n`);
    return reply.code(status).send({ errors: status >= 500 ? 'Internal Server Error' : error.message });
  });
}

/** A runtime without a server, for writing shops from another process; webhooks leave when the server next looks. */
export function shopControlOnly(pool: pg.Pool, app: ShopApp, settings: Partial<ShopSettings> = {}): ShopControl {
  const rt: ShopRuntime = {
    pool,
    app,
    settings: { ...DEFAULT_SETTINGS, ...settings },
    baseUrl: () => 'http://127.0.0.1',
    now: () => new Date(),
    poke: () => undefined,
  };
  return makeShopControl(rt, makeBuckets());
}

/** Starts the sandbox's Shopify: pages, OAuth, Admin GraphQL, bulk operations and the sender of webhooks. */
export async function startShops(options: ShopsOptions): Promise<RunningShops> {
  let url = '';
  let wake: () => void = () => undefined;
  const rt: ShopRuntime = {
    pool: options.pool,
    app: options.app,
    settings: { ...DEFAULT_SETTINGS, ...options.settings },
    baseUrl: () => url,
    now: options.now ?? (() => new Date()),
    poke: () => wake(),
  };
  const buckets = makeBuckets();
  const control = makeShopControl(rt, buckets);
  const server = Fastify({
    bodyLimit: 10 * 1024 * 1024,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: false },
  });
  readBodies(server);
  answerErrors(server);
  for (const plugin of options.plugins ?? []) await server.register(plugin);
  adminRoutes(server, rt, buckets);
  consentRoutes(server, rt, control);
  pageRoutes(server, rt, control);
  await server.listen({ port: options.port, host: options.host ?? '127.0.0.1' });
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('the sandbox listens nowhere');
  url = `http://127.0.0.1:${address.port}`;
  const sender = startHookSender(rt);
  const bulk = await startBulkRunner(rt);
  wake = () => {
    sender.poke();
    bulk.poke();
  };
  return {
    url,
    port: address.port,
    control,
    close: async () => {
      await server.close();
      await bulk.close();
      await sender.close();
    },
  };
}
