import { ApiError } from './api-error.ts';
import { clientChoice } from './client-choice.ts';
import { readToken } from './token.ts';

/** What the request layer needs of its surroundings; tests put their own in. */
export type Surroundings = {
  /** Origin before the base path '/'; empty in the browser. */
  origin: string;
  token: () => string | undefined;
  /** Merchant chosen by staff (decision 3). */
  client: () => string | undefined;
  /** Called once per dead token with the server's text (spec §8, decision 23). */
  onSessionEnd: (message: string) => void;
};

let surroundings: Surroundings = {
  origin: '',
  token: readToken,
  client: () => clientChoice.get()?.id,
  onSessionEnd: () => {},
};
let endedToken: string | undefined;

/** Changes parts of the surroundings. */
export function configureTransport(change: Partial<Surroundings>): void {
  surroundings = { ...surroundings, ...change };
}

/** Who asks: answers kept for one session are never given to another (decision 25). */
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

/** Sends one call: the only `fetch` of the web app. Throws `network` or `cancelled`. */
export async function send({ method, url, body, headers = {}, signal }: SendOptions): Promise<Sent> {
  const token = surroundings.token();
  const client = surroundings.client();
  try {
    const response = await fetch(surroundings.origin + url, {
      method,
      credentials: 'omit', // the token goes in the header only, so there is no CSRF (decision 27)
      headers: {
        Accept: 'application/json',
        ...(typeof body === 'string' ? { 'Content-Type': 'application/json' } : {}),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(client === undefined ? {} : { 'X-Client-Id': client }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    });
    return { response, token };
  } catch {
    throw failure(signal);
  }
}

/** The error of a call that got no answer. */
export function failure(signal: AbortSignal | undefined): ApiError {
  const kind = signal?.aborted === true ? 'cancelled' : 'network';
  return new ApiError({ kind, status: 0, message: '' });
}

/** Ends the session for a 401, once per token and not when another user is logged in by now (decision 23). */
export function endSession(sentToken: string | undefined, message: string): void {
  if (sentToken === undefined || sentToken === endedToken) return;
  const current = surroundings.token();
  if (current !== undefined && current !== sentToken) return;
  endedToken = sentToken;
  surroundings.onSessionEnd(message);
}
