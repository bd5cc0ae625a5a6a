import type { z } from 'zod';
import type { Action, Feature, StaffRole } from './rights.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call an endpoint. The server decides it before the handler runs; hiding in the web app is never protection. */
export type Access =
  | { kind: 'public' }
  | { kind: 'user' }
  | { kind: 'merchant'; feature: Feature; action: Action }
  | { kind: 'staff'; roles: readonly StaffRole[] };

/** One endpoint of the API: declared once here, mounted on the server, called typed from the web (spec §7). */
export type Endpoint = {
  method: Method;
  /** Path with `{name}` placeholders, as in OpenAPI. */
  path: string;
  access: Access;
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Schema of `data` in the answer; for lists, of the whole array. */
  answer: z.ZodType;
  /** Lists carry `meta` beside `data` (P26). */
  meta?: z.ZodType;
  /** The call must carry `Idempotency-Key` (P26). */
  idempotent?: boolean;
  /** The one multipart call (P29). */
  upload?: boolean;
  /**
   * Seconds after which the call is answered with 503 and nothing of it is committed any more; `CALL_SECONDS` when absent. Calls
   * that legitimately take longer declare one of `callTimes`.
   */
  seconds?: number;
  /**
   * Minutes for which the browser keeps the answer; `true` means 5 (spec §7, P25). It is dropped when an event or an
   * act of the user names the endpoint's feature, or one of `follows`.
   */
  cache?: number | true;
  /** Other features whose records the answer holds. */
  follows?: readonly string[];
  /**
   * A newer call of the same method and path cancels the pending one, whatever its query and body (spec §7, P24).
   * Only for calls that change nothing. Places that ask the same path side by side name a key of their own.
   */
  rollback?: true;
  /** Calls per minute and address; the default of the server applies when absent. */
  perMinute?: number;
};

export type Endpoints = Record<string, Endpoint>;

/** Longer times of calls: for bytes that a person sends or fetches, for other companies' servers, for many records at once. */
export const callTimes = { bytes: 600, outside: 90, many: 90 } as const;

/** Keeps the literal types of a feature's endpoints. */
export function endpoints<const T extends Endpoints>(map: T): T {
  return map;
}

type In<S> = S extends z.ZodType ? z.input<S> : never;
type Out<S> = S extends z.ZodType ? z.output<S> : never;
type Slot<E, K extends string> = E extends Record<K, infer S extends z.ZodType> ? S : never;
type Parts<E, F extends 'in' | 'out'> = {
  [K in 'params' | 'query' | 'body' as [Slot<E, K>] extends [never] ? never : K]: F extends 'in'
    ? In<Slot<E, K>>
    : Out<Slot<E, K>>;
};

/** What a caller passes: `{ params, query, body }`, only the parts that the endpoint declares. */
export type InputOf<E extends Endpoint> = Parts<E, 'in'>;
/** What the handler receives after validation, defaults applied. */
export type ParsedOf<E extends Endpoint> = Parts<E, 'out'>;
/** `data` as the caller receives it. */
export type AnswerOf<E extends Endpoint> = Out<E['answer']>;
/** `data` as the handler returns it, before the answer schema has run. */
export type ResultOf<E extends Endpoint> = In<E['answer']>;
/** `meta` of a list answer. */
export type MetaOf<E extends Endpoint> = Out<Slot<E, 'meta'>>;
/** True for endpoints that answer `{ data, meta }`. */
export type IsList<E extends Endpoint> = [Slot<E, 'meta'>] extends [never] ? false : true;
