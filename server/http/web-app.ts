import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { appError } from '../lib/app-error.ts';
import { limitPages } from './call-limits.ts';
import type { Host } from './host.ts';

const year = 31_536_000;

/** The one page, drawn for the domain that was asked, and what it may load. */
export type RenderedPage = { html: string; allow: Allowed };
export type PageMaker = (host: string, template: string) => Promise<RenderedPage>;

/** Serves the built web app beside the API: hashed assets for a year, every other path is the one page. */
export async function serveWebApp({ fastify, config }: Host, makePage: PageMaker): Promise<void> {
  await fastify.register(helmet, {
    contentSecurityPolicy: false, // set below: a page may allow more than everything else does
    strictTransportSecurity: config.PUBLIC_URL.startsWith('https') ? { maxAge: year } : false,
  });
  const strict = pagePolicy(nothingMore);
  fastify.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', strict);
  });
  const built = existsSync(join(config.WEB_DIR, 'index.html'));
  if (built) {
    await fastify.register(fastifyStatic, {
      root: config.WEB_DIR,
      wildcard: false,
      index: false,
      globIgnore: ['index.html*'],
      preCompressed: true,
      maxAge: 0,
      setHeaders: (reply, path) => {
        if (path.includes('/verify-statement')) reply.header('content-security-policy', closedPolicy);
        if (path.includes('/assets/')) reply.header('cache-control', `public, max-age=${year}, immutable`);
        else reply.header('cache-control', 'no-cache');
      },
    });
  }
  const template = built ? readFileSync(join(config.WEB_DIR, 'index.html'), 'utf8') : '';
  fastify.setNotFoundHandler(limitPages(fastify, config.CALLS_PER_MINUTE), async (request, reply) => {
    const page = request.method === 'GET' && !request.url.startsWith('/api/') && !request.url.startsWith('/assets/');
    if (page && built) return sendPage(request, reply, await makePage(request.host, template));
    throw appError('not_found', { text: 'general.address_unknown' });
  });
}

/** A page is asked for again each time; one without a nonce is answered in a word when nothing changed. */
function sendPage(request: FastifyRequest, reply: FastifyReply, { html, allow }: RenderedPage): FastifyReply {
  reply
    .header('cache-control', 'no-cache')
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', pagePolicy(allow));
  if (allow.nonce === undefined) {
    const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
    reply.header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  }
  return reply.send(html);
}

/** An address of a page that cannot be decoded leads to the page that says so; a call stays refused. */
export function readableUrl(url: string): string {
  try {
    decodeURI(url.split('?')[0] ?? '');
    return url;
  } catch {
    return url.startsWith('/api/') ? url : '/404';
  }
}

/** What a page may load beyond this site's own files: the exact files that its branding names (P35). */
type Allowed = {
  scripts: readonly string[];
  styles: readonly string[];
  images: readonly string[];
  /** Of the one inline script, when there is one. */
  nonce: string | undefined;
};

const nothingMore: Allowed = { scripts: [], styles: [], images: [], nonce: undefined };

/** An address as a policy writes it: origin and path; separators of the policy itself are escaped, a query is not compared. */
function source(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/;/g, '%3B').replace(/,/g, '%2C');
}

/** Of the page that verifies statements: what it is given stays where it is. */
const closedPolicy =
  "default-src 'none';script-src 'self';style-src 'self';img-src 'self';connect-src 'none';form-action 'none';base-uri 'none';frame-ancestors 'none'";

/** The content-security-policy of a page. */
function pagePolicy(allowed: Allowed): string {
  // one that cannot be read is not loaded; it must not keep the page from being served
  const more = (addresses: readonly string[]) => addresses.filter((address) => URL.canParse(address)).map(source);
  const nonce = allowed.nonce === undefined ? [] : [`'nonce-${allowed.nonce}'`];
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:', ...more(allowed.images)], // P29
    'style-src': ["'self'", "'unsafe-inline'", ...more(allowed.styles)], // the UI library sets sizes by inline style
    'script-src': ["'self'", ...nonce, ...more(allowed.scripts)],
    'connect-src': ["'self'"],
    'font-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join(';');
}
