import { z } from 'zod';
import { FetchError } from '../../lib/fetch-outside.ts';
import type { Access, KeyPair } from './keys.ts';
import { refusalOf, type Request, type RestAnswer, restCall } from './rest-call.ts';

/** What a merchant can do about a shop that cannot be connected, and at which field. */
export type Problem = { field: 'url' | 'consumer_key'; message: string };
export type Tried = { access: Access } | { problem: Problem };

const indexSchema = z.object({ namespaces: z.array(z.string()) });
const at = (field: Problem['field'], message: string): { problem: Problem } => ({ problem: { field, message } });

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
  return at('consumer_key', 'This key may only read. Make one with the permissions Read/Write in WooCommerce.');
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
      return at('url', 'This is a WordPress site without WooCommerce. Switch the plugin on, then try again.');
    }
    if (answer.json === undefined && answer.status !== 404 && answer.status !== 200) firewall = answer.status;
  }
  return at('url', firewall === null ? 'There is no WooCommerce shop at this address.' : page(firewall));
}

function movedTo(location: string, url: string): string {
  const to = URL.canParse(location, url) ? new URL(location, url) : null;
  if (!to || to.origin === new URL(url).origin) return 'The shop sends visitors on to another address: enter that one.';
  return `The shop has moved to ${to.origin}: enter that address.`;
}

const page = (status: number) =>
  `The shop answered with a web page instead of data (${status}). A firewall or a maintenance page is in between: let its people allow this server.`;

function unreachable(error: FetchError): string {
  if (error.final) return 'This address cannot be reached from the internet.';
  return 'The shop does not answer at this address. Check it, and try again.';
}

function refused(answer: RestAnswer | undefined): { problem: Problem } {
  if (!answer || answer.json === undefined) return at('url', page(answer?.status ?? 0));
  if (answer.status === 401) return at('consumer_key', 'The shop does not know this key. Copy key and secret again.');
  if (answer.status === 403)
    return at('consumer_key', 'The key belongs to a user who may not manage the shop. Make one for a shop manager.');
  const { message = '' } = refusalOf(answer) ?? {};
  return at('url', `The shop refused it: ${message.slice(0, 200) || `HTTP ${answer.status}`}`);
}
