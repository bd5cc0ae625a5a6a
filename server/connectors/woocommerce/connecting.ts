import { z } from 'zod';
import { FetchError } from '../../lib/fetch-outside.ts';
import type { Phrase } from '../../lib/refusal-texts.ts';
import type { Access, KeyPair } from './keys.ts';
import { refusalOf, type Request, type RestAnswer, restCall } from './rest-call.ts';

/** What a merchant can do about a shop that cannot be connected, and at which field. */
export type Problem = { field: 'url' | 'consumer_key'; sentence: Phrase };
export type Tried = { access: Access } | { problem: Problem };

const indexSchema = z.object({ namespaces: z.array(z.string()) });
const at = (field: Problem['field'], sentence: Phrase): { problem: Problem } => ({ problem: { field, sentence } });

/** The shop's own consent page (shopify.md §5.2). */
export function consentUrl(
  url: string,
  input: { appName: string; token: string; returnUrl: string; callbackUrl: string },
) {
  const page = new URL(`${url}/wc-auth/v1/authorize`);
  page.searchParams.set('app_name', input.appName);
  page.searchParams.set('scope', 'read_write');
  page.searchParams.set('user_id', input.token);
  page.searchParams.set('return_url', input.returnUrl);
  page.searchParams.set('callback_url', input.callbackUrl);
  return page.href;
}

/**
 * Tries a key at the address that it is meant for, before it counts: finds out how the shop's paths are written and in
 * which way its host lets keys through, and that the key may read and write.
 */
export async function tryKey(url: string, pair: KeyPair, allowPrivate: boolean): Promise<Tried> {
  try {
    const routes = await findRoutes(url, allowPrivate);
    if (typeof routes !== 'string') return routes;
    const read = { method: 'GET' as const, path: 'wc/v3/orders', query: { per_page: 1 } };
    let last: RestAnswer | undefined;
    for (const sent_by of ['header', 'query'] as const) {
      const access: Access = { url, ...pair, routes, sent_by };
      const answer = await restCall(access, read, allowPrivate);
      if (answer.status === 200 && Array.isArray(answer.json)) return await tryWriting(access, allowPrivate);
      last = answer;
    }
    return refused(last);
  } catch (error) {
    if (error instanceof FetchError) return at('url', unreachable(error));
    throw error;
  }
}

/** An empty batch changes nothing, and only a key with the right to write may send it. */
async function tryWriting(access: Access, allowPrivate: boolean): Promise<Tried> {
  const empty: Request = { method: 'POST', path: 'wc/v3/orders/batch', body: {} };
  const answer = await restCall(access, empty, allowPrivate);
  if (answer.status < 300) return { access };
  if (answer.json === undefined) return at('url', page(answer.status));
  return at('consumer_key', { text: 'stores.woo_key_read_only' });
}

async function findRoutes(url: string, allowPrivate: boolean): Promise<Access['routes'] | { problem: Problem }> {
  let firewall: number | null = null;
  for (const routes of ['pretty', 'plain'] as const) {
    const answer = await restCall({ url, routes, sent_by: 'header' }, { method: 'GET', path: '' }, allowPrivate);
    const moved = answer.headers.location;
    if (answer.status >= 300 && answer.status < 400 && moved) return at('url', movedTo(moved, url));
    const index = indexSchema.safeParse(answer.json);
    if (index.success) {
      if (index.data.namespaces.includes('wc/v3')) return routes;
      return at('url', { text: 'stores.woo_missing' });
    }
    if (answer.json === undefined && answer.status !== 404 && answer.status !== 200) firewall = answer.status;
  }
  return at('url', firewall === null ? { text: 'stores.woo_no_shop' } : page(firewall));
}

function movedTo(location: string, url: string): Phrase {
  const to = URL.canParse(location, url) ? new URL(location, url) : null;
  if (!to || to.origin === new URL(url).origin) return { text: 'stores.woo_redirected' };
  return { text: 'stores.woo_moved', params: { origin: to.origin } };
}

const page = (status: number): Phrase => ({ text: 'stores.woo_firewall', params: { status } });

function unreachable(error: FetchError): Phrase {
  return { text: error.final ? 'stores.url_not_public' : 'stores.woo_silent' };
}

function refused(answer: RestAnswer | undefined): { problem: Problem } {
  if (!answer || answer.json === undefined) return at('url', page(answer?.status ?? 0));
  if (answer.status === 401) return at('consumer_key', { text: 'stores.woo_key_unknown' });
  if (answer.status === 403) return at('consumer_key', { text: 'stores.woo_key_forbidden' });
  const { message = '' } = refusalOf(answer) ?? {};
  const reason = message.slice(0, 200) || `HTTP ${answer.status}`;
  return at('url', { text: 'stores.woo_refused', params: { reason } });
}
