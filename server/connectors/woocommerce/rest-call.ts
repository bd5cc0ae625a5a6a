import { z } from 'zod';
import { callOutside, type OutsideAnswer } from '../../lib/call-outside.ts';
import type { Access } from './keys.ts';

const timeoutMs = 30_000;
const maxBytes = 32 * 1024 * 1024;

export type Query = Record<string, string | number | boolean>;
export type Request = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/wp-json/`, as in `wc/v3/orders`. */
  path: string;
  query?: Query;
  body?: unknown;
};

/** An answer with what it says; `json` is undefined when it is no JSON: then it does not come from the shop's software. */
export type RestAnswer = Pick<OutsideAnswer, 'status' | 'headers'> & { json: unknown };

const errorSchema = z.object({ code: z.string(), message: z.string().catch('') });

/** Code and words of a refusal by WordPress. */
export function refusalOf(answer: RestAnswer): { code: string; message: string } | null {
  const parsed = errorSchema.safeParse(answer.json);
  return parsed.success ? parsed.data : null;
}

function addressOf(access: Pick<Access, 'url' | 'routes'>, { path, query = {} }: Request): URL {
  const url = new URL(access.routes === 'pretty' ? `${access.url}/wp-json/${path}` : `${access.url}/`);
  if (access.routes === 'plain') url.searchParams.set('rest_route', `/${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  return url;
}

/** One call of the shop's REST interface, with the key in the way that the host lets through (shopify.md §5.1). */
export async function restCall(
  access: Omit<Access, 'key' | 'secret'> & Partial<Pick<Access, 'key' | 'secret'>>,
  request: Request,
  allowPrivate: boolean,
): Promise<RestAnswer> {
  const { key, secret, sent_by } = access;
  const url = addressOf(access, request);
  const headers: Record<string, string> = { accept: 'application/json', 'user-agent': 'Tradewind' };
  if (key !== undefined && secret !== undefined) {
    if (sent_by === 'header') headers.authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
    else {
      url.searchParams.set('consumer_key', key);
      url.searchParams.set('consumer_secret', secret);
    }
  }
  const body = request.body === undefined ? undefined : JSON.stringify(request.body);
  if (body !== undefined) headers['content-type'] = 'application/json';
  const { method } = request;
  const call = { method, headers, timeoutMs, maxBytes, ...(body !== undefined && { body }) };
  const answer = await callOutside(url, call, allowPrivate);
  return { status: answer.status, headers: answer.headers, json: jsonOf(answer.body) };
}

function jsonOf(body: Buffer): unknown {
  try {
    // Plugins with warnings switched on print a byte order mark or spaces before the answer.
    return JSON.parse(
      body
        .toString('utf8')
        .replace(/^\uFEFF/, '')
        .trim(),
    ) as unknown;
  } catch {
    return undefined;
  }
}
