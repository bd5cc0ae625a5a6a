import { createHmac, randomBytes } from 'node:crypto';
import { takeFault } from './faults.ts';
import { findInstall, install } from './installs.ts';
import type { ShopRow } from './rows.ts';
import type { ShopRuntime } from './runtime.ts';
import { compressScopes, expandScopes, readScopes, SCOPE_TEXT } from './scopes.ts';
import { type Db, firstRow, inTransaction } from './sql.ts';
import { endOlderChains, issueToken, refreshToken, type TokenAnswer, type TokenRow } from './tokens.ts';
import { staffAnswer, type StaffAnswer, type StaffMember } from './staff.ts';

const CODE_MINUTES = 10;

/** Hex HMAC-SHA256 over the sorted `key=value` pairs (shopify.md §1.4). */
export function signQuery(secret: string, query: Record<string, string>): string {
  const message = Object.keys(query)
    .sort()
    .map((key) => `${key}=${query[key]}`)
    .join('&');
  return createHmac('sha256', secret).update(message).digest('hex');
}

/** What the app asked for on the authorize URL. */
export type AuthorizeQuery = {
  client_id?: string;
  scope?: string;
  redirect_uri?: string;
  state?: string;
  'grant_options[]'?: string;
};

/** `perUser`: the app asks who is logged in, and gets a token for that person alone. */
export type Asked = { scopes: string[]; redirectUri: string; state: string; perUser: boolean };

/** Checks an authorize URL; answers the sentence of Shopify's error page when it is wrong. */
export function readAuthorize(rt: ShopRuntime, query: AuthorizeQuery): Asked | { error: string } {
  if (query.client_id !== rt.app.clientId)
    return {
      error: `Oauth error invalid_request: Could not find an app with the API key ${query.client_id ?? '(none)'}.`,
    };
  if (!query.redirect_uri || !rt.app.redirectUrls.includes(query.redirect_uri))
    return { error: 'Oauth error invalid_request: The redirect_uri is not whitelisted.' };
  const scopes = readScopes(query.scope ?? '');
  if (scopes.length === 0) return { error: 'Oauth error invalid_scope: No scope was asked for.' };
  const unknown = scopes.filter((scope) => !(scope in SCOPE_TEXT));
  if (unknown.length > 0)
    return { error: `Oauth error invalid_scope: Your app asks for unknown scopes: ${unknown.join(', ')}.` };
  const perUser = query['grant_options[]'] === 'per-user';
  return { scopes, redirectUri: query.redirect_uri, state: query.state ?? '', perUser };
}

/** True when the merchant consented to all of these already; Shopify then asks no second time. */
export async function alreadyGranted(rt: ShopRuntime, shop: ShopRow, scopes: string[]): Promise<boolean> {
  const found = await findInstall(rt.pool, shop.id);
  if (!found) return false;
  const granted = expandScopes(found.scopes);
  return scopes.every((scope) => granted.has(scope));
}

/** "Where in the admin" as Shopify says it: base64 without padding. */
function hostOf(shop: ShopRow): string {
  const name = shop.domain.slice(0, shop.domain.indexOf('.'));
  return Buffer.from(`admin.shopify.com/store/${name}`).toString('base64').replace(/=+$/, '');
}

/** Where a click on the app in the shop's admin leads: the app's address with a signed request (shopify.md §1.2 a). */
export function openUrl(rt: ShopRuntime, shop: ShopRow): string {
  const query = { host: hostOf(shop), shop: shop.domain, timestamp: String(Math.floor(rt.now().getTime() / 1000)) };
  const url = new URL('/shopify/connect', rt.app.redirectUrls[0]);
  for (const [key, value] of Object.entries({ ...query, hmac: signQuery(rt.app.secret, query) }))
    url.searchParams.set(key, value);
  return url.href;
}

async function callbackUrl(db: Db, rt: ShopRuntime, shop: ShopRow, asked: Asked, code: string): Promise<string> {
  const fault = await takeFault(db, shop.id, 'oauth');
  const seconds = Math.floor(rt.now().getTime() / 1000) - (fault?.kind === 'oauth_stale_timestamp' ? 600 : 0);
  const query: Record<string, string> = {
    code,
    host: hostOf(shop),
    shop: shop.domain,
    state: fault?.kind === 'oauth_other_state' ? randomBytes(8).toString('hex') : asked.state,
    timestamp: String(seconds),
  };
  const hmac = signQuery(fault?.kind === 'oauth_wrong_hmac' ? `${rt.app.secret}-wrong` : rt.app.secret, query);
  const url = new URL(asked.redirectUri);
  for (const [key, value] of Object.entries({ ...query, hmac })) url.searchParams.set(key, value);
  return url.href;
}

/** The merchant agreed: a one-time code is written. Answers the address of the way back. */
export async function grant(rt: ShopRuntime, shop: ShopRow, asked: Asked, staff?: StaffMember): Promise<string> {
  const url = await inTransaction(rt.pool, async (db) => {
    const code = randomBytes(16).toString('hex');
    await db.query('insert into shop_oauth_codes (code, shop_id, scopes, expires_at, staff) values ($1,$2,$3,$4,$5)', [
      code,
      shop.id,
      asked.scopes,
      new Date(rt.now().getTime() + CODE_MINUTES * 60_000),
      asked.perUser ? (staff ?? { email: shop.email, email_verified: true }) : null,
    ]);
    return callbackUrl(db, rt, shop, asked, code);
  });
  return url;
}

export type TokenRequest = Partial<
  Record<
    | 'client_id'
    | 'client_secret'
    | 'code'
    | 'grant_type'
    | 'refresh_token'
    | 'subject_token'
    | 'subject_token_type'
    | 'requested_token_type'
    | 'expiring',
    string
  >
>;

export type TokenReply = {
  status: number;
  body: TokenAnswer | StaffAnswer | { error: string; error_description: string };
};

const DEAD_REFRESH: TokenReply = {
  status: 401,
  body: { error: 'invalid_request', error_description: 'This request requires an active refresh_token' },
};
const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const OFFLINE = 'urn:shopify:params:oauth:token-type:offline-access-token';

function bad(error: string, description: string): TokenReply {
  return { status: 400, body: { error, error_description: description } };
}

async function exchangeCode(
  db: Db,
  rt: ShopRuntime,
  shop: ShopRow,
  request: TokenRequest,
  fewerScopes: boolean,
): Promise<TokenReply> {
  const used = await firstRow<{ scopes: string[]; staff: StaffMember | null }>(
    db,
    'update shop_oauth_codes set used_at = $3 where code = $1 and shop_id = $2 and used_at is null and expires_at > $3 returning scopes, staff',
    [request.code ?? '', shop.id, rt.now()],
  );
  if (!used) return bad('invalid_request', 'The authorization code was not found or was already used');
  // A person's own token leaves the installation and its tokens as they are.
  if (used.staff) return { status: 200, body: staffAnswer(shop, used.staff, used.scopes) };
  const scopes = fewerScopes ? compressScopes(used.scopes).slice(1) : used.scopes;
  await install(db, rt, shop, scopes);
  await endOlderChains(db, shop.id);
  return { status: 200, body: await issueToken(db, rt, shop, scopes, { expiring: request.expiring === '1' }) };
}

/** Turns a non-expiring token into an expiring one; the old one is dead afterwards (shopify.md §1.5). */
async function migrate(db: Db, rt: ShopRuntime, shop: ShopRow, request: TokenRequest): Promise<TokenReply> {
  if (request.subject_token_type !== OFFLINE || request.requested_token_type !== OFFLINE || request.expiring !== '1')
    return bad('invalid_request', 'The token exchange is not supported in this form');
  const old = await firstRow<TokenRow>(
    db,
    'update shop_tokens set revoked = true where access_token = $1 and shop_id = $2 and expires_at is null and not revoked returning *',
    [request.subject_token ?? '', shop.id],
  );
  if (!old) return bad('invalid_subject_token', 'The subject token is not a live offline access token');
  await endOlderChains(db, shop.id);
  return { status: 200, body: await issueToken(db, rt, shop, old.scopes, { expiring: true }) };
}

/** Answers `POST /admin/oauth/access_token` in all its forms. */
export async function answerToken(rt: ShopRuntime, shop: ShopRow, request: TokenRequest): Promise<TokenReply> {
  if (request.client_id !== rt.app.clientId || request.client_secret !== rt.app.secret)
    return bad('invalid_client', 'The client id or the client secret is wrong');
  const fault = await takeFault(rt.pool, shop.id, 'token');
  if (fault?.kind === 'token_error')
    return { status: 503, body: { error: 'temporarily_unavailable', error_description: 'Try again later' } };
  return inTransaction(rt.pool, async (db) => {
    if (request.grant_type === 'refresh_token') {
      const fresh = await refreshToken(db, rt, shop, request.refresh_token ?? '');
      return fresh ? { status: 200, body: fresh } : DEAD_REFRESH;
    }
    if (request.grant_type === TOKEN_EXCHANGE) return migrate(db, rt, shop, request);
    return exchangeCode(db, rt, shop, request, fault?.kind === 'token_fewer_scopes');
  });
}
