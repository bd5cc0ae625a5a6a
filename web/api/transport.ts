import { ApiError } from './api-error.ts';
import { clientChoice } from './client-choice.ts';
import { connected } from './connection.ts';
import { readToken } from './token.ts';
import { pageLanguage } from '#web/lib/spec-text.ts';

/** What the request layer needs of its surroundings; tests put their own in. */
export type Surroundings = {
  /** Origin before the base path '/'; empty in the browser. */
  origin: string;
  token: () => string | undefined;
  /** Merchant chosen by staff (P3). */
  client: () => string | undefined;
  /** The language of the page, for refusals to whoever has no profile yet; empty leaves it to the browser. */
  language: () => string;
  /** Whether the person on the screen still is the one whose token would be sent. */
  holds: () => boolean;
  /** Called once per dead token with the server's text (spec §8, P23). */
  onSessionEnd: (message: string) => void;
};

let surroundings: Surroundings = {
  origin: '',
  token: readToken,
  client: () => clientChoice.get()?.id,
  language: pageLanguage,
  holds: () => true,
  onSessionEnd: () => {},
};
let endedToken: string | undefined;

/** Changes parts of the surroundings. */
export function configureTransport(change: Partial<Surroundings>): void {
  surroundings = { ...surroundings, ...change };
}

/** Who asks: answers kept for one session are never given to another (P25). */
export function sessionKey(): string {
  return `${surroundings.token() ?? ''}|${surroundings.client() ?? ''}`;
}

export type Sent = { response: Response; token: string | undefined };

type SendOptions = {
  method: string;
  /** Path and query, beginning with a slash. */
  url: string;
  body?: string | FormData | undefined;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
};

/**
 * Sends one call: the only `fetch` of the web app. Throws `network` or `cancelled`; cancelled is also what would be
 * asked or answered for somebody who is no longer logged in here.
 */
export async function send({ method, url, body, headers = {}, signal }: SendOptions): Promise<Sent> {
  if (!surroundings.holds()) throw cancelled();
  const token = surroundings.token();
  const client = surroundings.client();
  const language = surroundings.language();
  let response: Response;
  try {
    response = await fetch(surroundings.origin + url, {
      method,
      credentials: 'omit', // the token goes in the header only, so there is no CSRF (P27)
      headers: {
        Accept: 'application/json',
        ...(typeof body === 'string' ? { 'Content-Type': 'application/json' } : {}),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(client === undefined ? {} : { 'X-Client-Id': client }),
        ...(language === '' ? {} : { 'Accept-Language': language }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch {
    throw surroundings.token() === token ? failure(signal) : cancelled();
  }
  if (response.status < 500) connected.set(true);
  if (surroundings.token() !== token) throw cancelled();
  return { response, token };
}

/** The silent error of a call whose answer nobody waits for any more. */
export function cancelled(): ApiError {
  return new ApiError({ kind: 'cancelled', status: 0, message: '' });
}

/** The error of a call that got no answer. */
function failure(signal: AbortSignal | undefined): ApiError {
  return signal?.aborted === true ? cancelled() : new ApiError({ kind: 'network', status: 0, message: '' });
}

/** What an answer that could not be read, or was a refusal, amounts to; the 401 of a token ends its session. */
export function refused(error: unknown, token: string | undefined, signal: AbortSignal | undefined): ApiError {
  if (!(error instanceof ApiError)) return failure(signal); // the connection broke while the body came
  if (error.kind !== 'http' || error.status !== 401 || token === undefined) return error;
  endSession(token, error.message);
  const { kind, status, message, requestId } = error;
  return new ApiError({ kind, status, message, requestId, endsSession: true });
}

/** Ends the session for a 401, once per token, and not when it is over or another user is logged in by now (P23). */
function endSession(sentToken: string, message: string): void {
  if (sentToken === endedToken || surroundings.token() !== sentToken) return;
  endedToken = sentToken;
  surroundings.onSessionEnd(message);
}
