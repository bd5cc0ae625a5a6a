import type { ErrorCode } from '#contract/errors.ts';

/**
 * How a call failed:
 * - `http`: the server refused or broke; `status` is the HTTP status
 * - `body`: HTTP said yes, but the body's own `status` or `data.error` said no (spec §8)
 * - `network`: no answer, or one that cannot be read
 * - `cancelled`: given up by the caller or by a newer duplicate; never shown
 */
export type FailureKind = 'http' | 'body' | 'network' | 'cancelled';

type Details = {
  kind: FailureKind;
  /** HTTP status, or the body's own one for kind `body`; 0 without an answer. */
  status: number;
  /** The server's sentence; empty when the body is not ours. */
  message: string;
  code?: ErrorCode | undefined;
  /** Sentences by field. */
  errors?: Record<string, string[]> | undefined;
  /** Number to quote to support. */
  requestId?: string | undefined;
  /** Seconds to wait, from `Retry-After`. */
  retryAfter?: number | undefined;
  /** Whether it ended the session of its token: then that shows the text, once. */
  endsSession?: boolean;
};

/** A failed call, typed. Thrown by the request layer, turned into toasts and `false` by `call()`. */
export class ApiError extends Error {
  readonly kind: FailureKind;
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly errors: Record<string, string[]>;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
  readonly endsSession: boolean;

  constructor(details: Details) {
    super(details.message);
    this.name = 'ApiError';
    this.kind = details.kind;
    this.status = details.status;
    this.code = details.code;
    this.errors = details.errors ?? {};
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
    this.endsSession = details.endsSession ?? false;
  }
}

/** Whether `error` may pass by itself: no answer, or a server that is just starting (P21). */
export function isPassing(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.kind === 'network' || (error.kind === 'http' && (error.status === 502 || error.status === 503)))
  );
}

/** First sentence per field, in the form that a form takes: `form.setErrors(fieldErrors(error))`. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(Object.entries(error.errors).map(([field, sentences]) => [field, sentences[0] ?? '']));
}
