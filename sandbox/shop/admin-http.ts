import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { rows } from './sql.ts';
import { type Fault, takeFault } from './faults.ts';
import type { Buckets } from './graph/bucket.ts';
import { type GraphRequest, runGraph } from './graph/run.ts';
import { servedVersion } from './graph/versions.ts';
import { answerToken, type TokenRequest } from './oauth.ts';
import type { ShopRow } from './rows.ts';
import type { ShopRuntime } from './runtime.ts';
import { expandScopes } from './scopes.ts';
import { findShop } from './shops.ts';
import { findToken } from './tokens.ts';

export type ShopParams = { Params: { shop: string } };

const LONGEST_WAIT_MS = 120_000;

/** Errors on the HTTP level, shown instead of an answer. */
const HTTP_FAULTS: Partial<Record<Fault['kind'], { status: number; errors: string }>> = {
  unauthorized: { status: 401, errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' },
  forbidden: { status: 403, errors: '[API] This action requires merchant approval' },
  frozen: { status: 402, errors: "[API] This shop's plan does not have access to this feature or it is frozen" },
  locked: { status: 423, errors: '[API] This shop is unavailable' },
  rate_limited: {
    status: 429,
    errors: 'Exceeded the rate limit of the API. Reduce request rates to resume uninterrupted service.',
  },
  server_error: { status: 503, errors: 'Service Unavailable' },
};

function asText(value: unknown): string | undefined {
  return typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : undefined;
}

/** Text fields of a JSON or form body; anything else is left out. */
export function formFields(body: unknown): Record<string, string> {
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).flatMap(([key, value]) => {
      const text = asText(value);
      return text === undefined ? [] : [[key, text]];
    }),
  );
}

function readGraphRequest(body: unknown): GraphRequest | null {
  if (typeof body !== 'object' || body === null) return null;
  const { query, variables, operationName } = body as Record<string, unknown>;
  if (typeof query !== 'string') return null;
  const given = typeof variables === 'object' && variables !== null ? (variables as Record<string, unknown>) : {};
  return { query, variables: given, operationName: typeof operationName === 'string' ? operationName : null };
}

/** Address under which the caller reached this server. */
export function baseOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`;
}

/** Waits and then lets the connection go without an answer, as a dead network would. */
async function breakOff(request: FastifyRequest, reply: FastifyReply, ms: number): Promise<FastifyReply> {
  reply.hijack();
  const gone = new AbortController();
  request.raw.socket.once('close', () => gone.abort());
  await pause(ms, undefined, { signal: gone.signal }).catch(() => undefined);
  request.raw.socket.destroy();
  return reply;
}

/** The version that an answer names: another one when the asked one is no longer served. */
const answeredBy = (fault: Fault | null, asked: string): string =>
  fault?.kind === 'newer_version' ? '2026-10' : asked;

async function answerGraph(
  rt: ShopRuntime,
  buckets: Buckets,
  request: FastifyRequest<{ Params: { shop: string; version: string } }>,
  reply: FastifyReply,
) {
  const version = servedVersion(request.params.version);
  const shop = await findShop(rt.pool, request.params.shop);
  if (!shop || version === null) return reply.code(404).send({ errors: 'Not Found' });
  const fault = await takeFault(rt.pool, shop.id, 'api');
  reply.header('x-shopify-api-version', answeredBy(fault, version)).header('x-request-id', request.id);
  if (fault?.kind === 'timeout') return breakOff(request, reply, fault.ms || LONGEST_WAIT_MS);
  if (fault?.kind === 'slow') await pause(fault.ms || 2_000);
  const refused = fault && HTTP_FAULTS[fault.kind];
  if (refused?.status === 429) reply.header('retry-after', '2.0');
  if (refused) return reply.code(refused.status).send({ errors: refused.errors });
  const token = await findToken(rt.pool, rt, shop.id, asText(request.headers['x-shopify-access-token']) ?? '');
  if (!token) return reply.code(401).send({ errors: HTTP_FAULTS.unauthorized?.errors });
  const asked = readGraphRequest(request.body);
  if (!asked) return reply.code(400).send({ errors: { query: 'Required parameter missing or invalid' } });
  const caller = { shop, scopes: expandScopes(token.scopes), base: baseOf(request) };
  const answer = await runGraph(rt, buckets, caller, asked, fault?.kind === 'throttled');
  if (fault?.kind === 'lost_answer') return breakOff(request, reply, 0);
  return reply.send(answer);
}

async function sendBulk(rt: ShopRuntime, shop: ShopRow, id: string, key: string, reply: FastifyReply) {
  if (!/^\d{1,19}$/.test(id)) return reply.code(404).send();
  const [found] = await rows(
    rt.pool,
    `select 1 from shop_bulk_operations where shop_id = $1 and id = $2 and key = $3 and completed_at is not null`,
    [shop.id, id, key],
  );
  if (!found) return reply.code(404).send();
  async function* chunks() {
    for (let position = 0; ; position += 1) {
      const [chunk] = await rows<{ body: string }>(
        rt.pool,
        'select body from shop_bulk_chunks where operation_id = $1 and position = $2',
        [id, position],
      );
      if (!chunk) return;
      yield chunk.body;
    }
  }
  return reply.type('application/jsonl').send(Readable.from(chunks()));
}

/** The machine side of a shop: token endpoint, Admin GraphQL API, files of bulk operations. */
export function adminRoutes(app: FastifyInstance, rt: ShopRuntime, buckets: Buckets): void {
  app.post<ShopParams>('/:shop/admin/oauth/access_token', async (request, reply) => {
    const shop = await findShop(rt.pool, request.params.shop);
    if (!shop) return reply.code(404).send({ error: 'not_found', error_description: 'There is no such shop' });
    const asked: TokenRequest = formFields(request.body);
    const answer = await answerToken(rt, shop, asked);
    return reply.code(answer.status).header('cache-control', 'no-store').send(answer.body);
  });

  app.post<{ Params: { shop: string; version: string } }>('/:shop/admin/api/:version/graphql.json', (request, reply) =>
    answerGraph(rt, buckets, request, reply),
  );

  app.get<{ Params: { shop: string; file: string }; Querystring: { key?: string } }>(
    '/:shop/bulk/:file',
    async (request, reply) => {
      const shop = await findShop(rt.pool, request.params.shop);
      if (!shop) return reply.code(404).send();
      return sendBulk(rt, shop, request.params.file.replace(/\.jsonl$/, ''), request.query.key ?? '', reply);
    },
  );
}
