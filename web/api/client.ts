import { endpoints } from 'virtual:endpoints';
import type { AnswerOf, Endpoint, InputOf, IsList, MetaOf } from '#contract/endpoint.ts';
import type { contract } from '#contract/index.ts';
import { forgetAnswers } from './answer-cache.ts';
import { type RequestOptions, request } from './request.ts';

/** The whole contract, as a type only: no schema reaches the browser. */
export type Contract = typeof contract;

/** What a list call answers. */
export type List<E extends Endpoint> = { data: AnswerOf<E>; meta: MetaOf<E> };

/** What a call answers: `data`, or `{ data, meta }` for lists. */
export type Result<E extends Endpoint> = IsList<E> extends true ? List<E> : AnswerOf<E>;

/** Options of a call; where the contract demands a key, so does the type (P26). */
export type CallOptions<E extends Endpoint> = E extends { idempotent: true }
  ? RequestOptions & { idempotencyKey: string }
  : RequestOptions;

type Nothing = Record<never, never>;
type OptionalKeys<T> = { [K in keyof T]-?: Nothing extends Pick<T, K> ? K : unknown extends T[K] ? K : never }[keyof T];

/** A query as callers write it: what the server defaults (page, per_page) or allows to be absent may be left out or undefined. */
type QueryInput<Q> = { [K in Exclude<keyof Q, OptionalKeys<Q>>]: Q[K] } & {
  [K in OptionalKeys<Q>]?: (unknown extends Q[K] ? number : Q[K]) | undefined;
};
type Loosened<I> = { [K in keyof I]: K extends 'query' ? QueryInput<I[K]> : I[K] };
type EmptyKeys<I> = { [K in keyof I]: Nothing extends I[K] ? K : never }[keyof I];
type Spared<I> = { [K in Exclude<keyof I, EmptyKeys<I>>]: I[K] } & { [K in EmptyKeys<I>]?: I[K] };

/** What a caller passes: params, query and body, without the parts that can be empty. */
export type Input<E extends Endpoint> = Spared<Loosened<InputOf<E>>>;

type Call<E extends Endpoint> = E extends { idempotent: true }
  ? (input: Input<E>, options: CallOptions<E>) => Promise<Result<E>>
  : Nothing extends Input<E>
    ? (input?: Input<E>, options?: CallOptions<E>) => Promise<Result<E>>
    : (input: Input<E>, options?: CallOptions<E>) => Promise<Result<E>>;

/** What a call knows of itself: the names by which `useApiQuery` and `useApiMutation` make their keys. */
type CallInfo = {
  readonly feature: keyof Contract;
  readonly endpoint: string;
  /** Whether the server demands an idempotency key. */
  readonly idempotent: boolean;
};

/** Any call of the API with input `I` that answers `R`. */
export type ApiEndpoint<I, R> = CallInfo &
  ((input: I, options: RequestOptions & { idempotencyKey: string }) => Promise<R>);

/** `api.<feature>.<name>({ params, query, body }, options)`, typed by the contract. Throws `ApiError`. */
export type Api = {
  [F in keyof Contract]: {
    [N in keyof Contract[F]]: Contract[F][N] extends Endpoint ? Call<Contract[F][N]> & CallInfo : never;
  };
};

type LooseInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };
type LooseCall = (input?: LooseInput, options?: RequestOptions) => Promise<unknown>;

type Entry = (typeof endpoints)[string][string];

/** One call of a feature, with the cache minutes and the mark that the contract declares, unless the caller says otherwise. */
function makeCall(feature: string, name: string, [method, path, flagText = '', cache]: Entry): LooseCall {
  const flags = flagText.split(' ');
  const list = flags.includes('list');
  const rollback = flags.includes('rollback');
  const declared = { cache: cache?.minutes ?? false, rollback, names: [feature, ...(cache?.follows ?? [])] };
  const actions = method !== 'GET' && cache === undefined && !rollback;
  const send: LooseCall = async (input = {}, options = {}) => {
    const answer = await request({ method, path, list, ...input }, { ...declared, ...options });
    if (actions) forgetAnswers(feature);
    return list ? answer : answer.data;
  };
  return Object.assign(send, { feature, endpoint: name, idempotent: flags.includes('idempotent') });
}

/** Builds the client from the table of endpoints. */
export function makeApi(table: typeof endpoints): Record<string, Record<string, LooseCall>> {
  return Object.fromEntries(
    Object.entries(table).map(([feature, map]) => [
      feature,
      Object.fromEntries(Object.entries(map).map(([name, entry]) => [name, makeCall(feature, name, entry)])),
    ]),
  );
}

/** The API, typed by the contract; the one cast of the browser's side: table and type come from the same object. */
export const api = makeApi(endpoints) as unknown as Api;
