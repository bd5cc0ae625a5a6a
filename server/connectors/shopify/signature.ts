import { createHmac, timingSafeEqual } from 'node:crypto';

function equal(expected: Buffer, given: Buffer): boolean {
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** HMAC-SHA256 in hex over the sorted pairs without `hmac` and `signature` (shopify.md §1.4). */
export function querySignature(secret: string, query: Readonly<Record<string, string>>): string {
  const message = Object.keys(query)
    .filter((key) => key !== 'hmac' && key !== 'signature')
    .toSorted()
    .map((key) => `${key}=${query[key]}`)
    .join('&');
  return createHmac('sha256', secret).update(message, 'utf8').digest('hex');
}

/** Whether Shopify signed this query with one of the app's secrets; compared in constant time. */
export function isSignedQuery(secrets: readonly string[], query: Readonly<Record<string, string>>): boolean {
  const given = query.hmac ?? '';
  if (!/^[0-9a-f]{64}$/i.test(given)) return false;
  const bytes = Buffer.from(given, 'hex');
  return secrets.some((secret) => equal(Buffer.from(querySignature(secret, query), 'hex'), bytes));
}

/** Whether Shopify signed these raw bytes; an app's previous secret still counts for a while (shopify.md §3.2). */
export function isSignedBody(secrets: readonly string[], body: Uint8Array, header: string | undefined): boolean {
  if (!header) return false;
  const given = Buffer.from(header, 'base64');
  return secrets.some((secret) => equal(createHmac('sha256', secret).update(body).digest(), given));
}
