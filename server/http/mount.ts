import type { FastifyReply, FastifyRequest } from 'fastify';
import pg from 'pg';
import type { AnswerOf, Endpoint, Endpoints, IsList, MetaOf, ParsedOf, ResultOf } from '#contract/endpoint.ts';
import { audit, noteAccess } from '../db/audit.ts';
import {
  type Actor,
  type Ctx,
  type Entry,
  entryFor,
  type MerchantActor,
  type MerchantCtx,
  scopeOf,
  type StaffActor,
} from '../db/context.ts';
import { requireRoom } from './room.ts';
import { admit } from './access.ts';
import { resolveActor } from './actor.ts';
import { startDeadline } from './deadline.ts';
import type { Call, Host } from './host.ts';
import { keyOf, once } from './idempotency.ts';
import { tokenOf } from './known-callers.ts';
import { type Input, parseInput } from './validate.ts';
import { AppError } from '../lib/app-error.ts';

type ActorFor<E extends Endpoint> = E['access'] extends { kind: 'merchant' }
  ? MerchantActor
  : E['access'] extends { kind: 'staff' }
    ? StaffActor
    : Actor;
type CtxFor<E extends Endpoint> = ActorFor<E> extends MerchantActor ? MerchantCtx : Ctx<ActorFor<E>>;
type Result<E extends Endpoint> = IsList<E> extends true ? { data: ResultOf<E>; meta: MetaOf<E> } : ResultOf<E>;

/** A handler in its own transaction, which commits before the answer leaves. */
type Plain<E extends Endpoint> = (ctx: CtxFor<E>, input: ParsedOf<E>, call: Call) => Promise<Result<E>>;
/**
 * A handler that opens its transactions itself: slow work between them, or another scope than the actor's. It answers
 * the reply when it sent bytes of its own.
 */
export type Manual<E extends Endpoint> = {
  manual: (entry: Entry<ActorFor<E>>, input: ParsedOf<E>, call: Call) => Promise<Result<E> | FastifyReply>;
};

/**
 * A handler whose answer holds what must not be kept with the Idempotency-Key, such as a buyer's address (P12): only
 * that the action was done is kept, and `answer` reads the rest again, in the same transaction, also for a repeated call.
 */
export type Split<E extends Endpoint> = {
  action: (ctx: CtxFor<E>, input: ParsedOf<E>) => Promise<void>;
  answer: (ctx: CtxFor<E>, input: ParsedOf<E>) => Promise<Result<E>>;
};

/** A handler with slow work before its transaction, such as drawing a picture: it answers the handler that uses what it made. */
export type Prepared<E extends Endpoint> = {
  before: (entry: Entry<ActorFor<E>>, input: ParsedOf<E>) => Promise<Plain<E>>;
};

export type Handlers<F extends Endpoints> = {
  [K in keyof F]: Plain<F[K]> | Manual<F[K]> | Split<F[K]> | Prepared<F[K]>;
};
export type { AnswerOf };

type LooseAction = (on: unknown, input: Input, call: Call) => Promise<unknown>;
type LooseHandler =
  | LooseAction
  | { manual: LooseAction }
  | { action: LooseAction; answer: LooseAction }
  | { before: (entry: unknown, input: Input) => Promise<LooseAction> };

/** Mounts a feature's endpoints; a missing handler does not compile. Input and answer are both checked. */
export function mount<F extends Endpoints>(host: Host, feature: string, endpoints: F, handlers: Handlers<F>): void {
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    // The one cast of the chain: `Handlers<F>` has already proved that the handler fits its endpoint.
    const handler = handlers[name] as unknown as LooseHandler;
    host.fastify.route({
      method: endpoint.method,
      url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
      config: endpoint.perMinute ? { rateLimit: { max: endpoint.perMinute, timeWindow: '1 minute' } } : {},
      handler: (request, reply) => answer(host, { feature, name, endpoint, handler }, request, reply),
    });
  }
}

type Mounted = { feature: string; name: string; endpoint: Endpoint; handler: LooseHandler };

/** What it writes is small, and who comes to see why nothing works must come in. */
const logIn = 'session';

async function answer(host: Host, mounted: Mounted, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { endpoint } = mounted;
  reply.header('cache-control', 'no-store'); // an answer is its caller's and this domain's alone
  const caller = await resolveActor(host.ground, tokenOf(request));
  request.language = 'language' in caller ? (caller.language ?? null) : null;
  const actor = await admit(host.ground, endpoint, caller, request);
  if (endpoint.method !== 'GET' && mounted.feature !== logIn) requireRoom(host, actor);
  const input = parseInput(endpoint, { params: request.params, query: request.query, body: request.body });
  const deadline = startDeadline(endpoint.seconds ?? host.config.CALL_SECONDS);
  const entry = deadline.bind(entryFor(host.ground, actor, request.id, request.log));
  const result = await deadline.race(handle(entry, mounted, input, { request, reply })).catch((error: unknown) => {
    throw unknownIdRefusal(error, input);
  });
  if (reply.sent || result === reply) return reply;
  return envelope(endpoint, result);
}

async function handle(entry: Entry, mounted: Mounted, input: Input, call: Call): Promise<unknown> {
  const handler = 'before' in mounted.handler ? await mounted.handler.before(entry, input) : mounted.handler;
  if ('manual' in handler) return handler.manual(entry, input, call);
  return entry.run(scopeOf(entry.actor), (ctx) => action(ctx, mounted, handler, input, call));
}

type InTransaction = Exclude<LooseHandler, { manual: LooseAction } | { before: unknown }>;

async function action(ctx: Ctx, mounted: Mounted, handler: InTransaction, input: Input, call: Call): Promise<unknown> {
  const { endpoint, feature, name } = mounted;
  const split = typeof handler === 'object' ? handler : null;
  const run = async () => {
    const result = await (typeof handler === 'object' ? handler.action(ctx, input, call) : handler(ctx, input, call));
    await leaveTrace(ctx, mounted, input);
    return split ? null : result;
  };
  if (endpoint.idempotent) {
    const key = keyOf(call.request);
    const account = ctx.actor.kind === 'merchant' ? ctx.actor.account_id : null; // one person may serve several merchants
    const isReadable = (found: unknown) => split !== null || endpoint.answer.safeParse(found).success;
    const body = [account, input.params, input.body];
    const kept = await once(ctx, { route: `${feature}.${name}`, key, body, isReadable }, run);
    return split ? split.answer(ctx, input, call) : kept;
  }
  const result = await run();
  return split ? split.answer(ctx, input, call) : result;
}

/** Mutations that wrote no audit row of their own get one here; staff reads of a client's rows leave an access row. */
async function leaveTrace(ctx: Ctx, mounted: Mounted, input: Input): Promise<void> {
  const { endpoint, feature, name } = mounted;
  const id = entityId(input.params);
  if (endpoint.method !== 'GET') {
    if (ctx.audited.count === 0 && ctx.actor.kind !== 'anonymous') {
      await audit(ctx, { action: `${feature}.${name}`, entity: feature, entity_id: id });
    }
  } else if (ctx.actor.kind === 'merchant' && ctx.actor.acting) {
    const { staff_user_id } = ctx.actor.acting;
    await noteAccess(ctx, {
      feature,
      route: `${feature}.${name}`,
      accounts: [ctx.actor.account_id],
      entity_id: id,
      staff_user_id,
    });
  }
}

function entityId(params: unknown): string | null {
  return params && typeof params === 'object' && 'id' in params && typeof params.id === 'string' ? params.id : null;
}

/** `{ status: 200, data, meta? }` (P22); the schema drops whatever the contract does not name. */
function envelope(endpoint: Endpoint, result: unknown): { status: 200; data: unknown; meta?: unknown } {
  if (!endpoint.meta) return { status: 200, data: endpoint.answer.parse(result) };
  const list = result as { data: unknown; meta: unknown };
  return { status: 200, data: endpoint.answer.parse(list.data), meta: endpoint.meta.parse(list.meta) };
}

const foreignKeyViolation = '23503';
const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * What a failed call is answered with: `not_found` under the field whose id the database does not know, when a foreign
 * key was broken by an id of the call; otherwise the error itself. Handlers therefore need not look for ids that they
 * only store.
 */
function unknownIdRefusal(error: unknown, input: Input): unknown {
  if (!(error instanceof pg.DatabaseError) || error.code !== foreignKeyViolation) return error;
  if (!error.detail?.includes('is not present in table')) return error; // something else still needs the row
  const columns = columnsOf(error);
  const field = idFields(input)
    .filter(({ name }) => columns.includes(`_${name}_`))
    .sort((a, b) => columns.indexOf(`_${a.name}_`) - columns.indexOf(`_${b.name}_`))
    .at(-1);
  if (!field) return error;
  const phrase = { text: 'fields.unknown_id' as const, params: { field: field.path } };
  return new AppError('not_found', phrase, { fields: { [field.path]: [phrase] } });
}

/** The key's columns as `_account_id_channel_id_`: behind row-level security PostgreSQL tells them by the key's name only. */
function columnsOf({ table = '', constraint = '' }: pg.DatabaseError): string {
  return `_${constraint.replace(`${table}_`, '').replace(/_fkey\d*$/, '')}_`;
}

/** The ids that a call names, each with the column name that its field would have: `variant_ids.0` is of `variant_id`. */
function idFields(input: Input): { path: string; name: string }[] {
  const fields: { path: string; name: string }[] = [];
  const collect = (value: unknown, path: string, name: string) => {
    if (typeof value === 'string' && name !== 'id' && uuidPattern.test(value)) fields.push({ path, name });
    if (typeof value !== 'object' || value === null) return;
    const isList = Array.isArray(value);
    for (const [key, inner] of Object.entries(value))
      collect(inner, path === '' ? key : `${path}.${key}`, isList ? name.replace(/ids$/, 'id') : key);
  };
  for (const part of [input.params, input.query, input.body]) collect(part, '', '');
  return fields;
}
