import type { AnswerOf } from '#contract/endpoint.ts';
import { ApiError } from '#web/api/api-error.ts';
import { api, type Contract } from '#web/api/client.ts';
import { dropToken, readToken } from '#web/api/token.ts';
import { perTab } from '#web/lib/storage.ts';

const loginKey = 'shop_login';
const installKey = 'pending_install';

type Opened = AnswerOf<Contract['stores']['openFromShop']>;

/** All parameters of an address, as Shopify signed them. */
const queryOf = (search: string) => Object.fromEntries(new URLSearchParams(search));

/** Calls that must happen once per address, however often the page is drawn: what they use up works a single time. */
function once<T>(work: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (key) => {
    const known = running.get(key) ?? work(key);
    running.set(key, known);
    return known;
  };
}

/** What follows when the app was opened from a shop. Who is sent here with a session that has died is asked like a stranger. */
export const openFromShop = once(async (search: string): Promise<Opened> => {
  const token = readToken();
  const open = () => api.stores.openFromShop({ body: { query: queryOf(search) } });
  try {
    return await open();
  } catch (error) {
    if (token === undefined || !(error instanceof ApiError) || error.status !== 401) throw error;
    if (readToken() === token) dropToken();
    return open();
  }
});

/** Finishes an authorization. */
export const finishAuthorization = once((search: string) => api.stores.authorize({ body: queryOf(search) }));

type BegunLogin = { state: string; browser_key: string };

/** Keeps what proves on the way back that the log-in began in this browser tab. */
export function keepLogin(authorizeUrl: string, browser_key: string): void {
  const state = new URL(authorizeUrl).searchParams.get('state') ?? '';
  perTab.set(loginKey, { state, browser_key } satisfies BegunLogin);
}

/** The key of the log-in that was begun in this tab; of the one with this state, when it is named. */
export function begunLogin(state?: string): string | undefined {
  const kept = perTab.get(loginKey);
  if (typeof kept !== 'object' || kept === null || !('state' in kept) || !('browser_key' in kept)) return undefined;
  if (state !== undefined && kept.state !== state) return undefined;
  return typeof kept.browser_key === 'string' ? kept.browser_key : undefined;
}

/** Finishes the round trip of a log-in; answers the code for the page that turns it into a session. */
export const finishShopLogin = once(async (search: string): Promise<string> => {
  const query = queryOf(search);
  const browser_key = begunLogin(query.state) ?? '';
  return (await api.stores.finishShopLogin({ body: { query, browser_key } })).code;
});

/** Turns the code into a token; what was kept for it has done its work. */
export const enterFromShop = once(async (code: string): Promise<string> => {
  const { token } = await api.stores.enterFromShop({ body: { code, browser_key: begunLogin() ?? 'none' } });
  perTab.drop(loginKey);
  return token;
});

/** Keeps an installation until somebody who is logged in links it. */
export function keepInstall(sealed: string): void {
  perTab.set(installKey, sealed);
}

/** The installation that waits in this tab. */
export function waitingInstall(): string | undefined {
  const kept = perTab.get(installKey);
  return typeof kept === 'string' ? kept : undefined;
}

/** Forgets the installation that waits. */
export function dropInstall(): void {
  perTab.drop(installKey);
}
