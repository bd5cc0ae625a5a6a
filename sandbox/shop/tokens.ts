import { randomBytes } from 'node:crypto';
import type { ShopRow } from './rows.ts';
import type { ShopRuntime } from './runtime.ts';
import { compressScopes } from './scopes.ts';
import { type Db, firstRow } from './sql.ts';

const REFRESH_SECONDS = 7_776_000;
const OLD_REFRESH_DAYS = 30;

export type TokenRow = {
  access_token: string;
  shop_id: string;
  scopes: string[];
  expires_at: Date | null;
  refresh_token: string | null;
  refresh_expires_at: Date | null;
  parent: string | null;
  first_refreshed_at: Date | null;
  refresh_dead: boolean;
  revoked: boolean;
};

/** What the token endpoint answers; the last three only for an expiring token. */
export type TokenAnswer = {
  access_token: string;
  scope: string;
  expires_in?: number;
  refresh_token?: string;
  refresh_token_expires_in?: number;
};

/** Writes a new token. Expiring ones come with a refresh token of 90 days. */
export async function issueToken(
  db: Db,
  rt: ShopRuntime,
  shop: ShopRow,
  scopes: string[],
  options: { expiring: boolean; parent?: string },
): Promise<TokenAnswer> {
  const now = rt.now().getTime();
  const access = `shpat_${randomBytes(16).toString('hex')}`;
  const refresh = options.expiring ? `shprt_${randomBytes(16).toString('hex')}` : null;
  const seconds = rt.settings.accessTokenSeconds;
  await db.query(
    `insert into shop_tokens (access_token, shop_id, scopes, expires_at, refresh_token, refresh_expires_at, parent, created_at) values ($1,$2,$3,$4,$5,$6,$7,$8)`,
    [
      access,
      shop.id,
      scopes,
      options.expiring ? new Date(now + seconds * 1000) : null,
      refresh,
      refresh && new Date(now + REFRESH_SECONDS * 1000),
      options.parent ?? null,
      new Date(now),
    ],
  );
  const answer = { access_token: access, scope: compressScopes(scopes).join(',') };
  if (refresh === null) return answer;
  return { ...answer, expires_in: seconds, refresh_token: refresh, refresh_token_expires_in: REFRESH_SECONDS };
}

/** A new authorization ends the refresh tokens of the chain before it (shopify.md §1.5). */
export async function endOlderChains(db: Db, shopId: string): Promise<void> {
  await db.query('update shop_tokens set refresh_dead = true where shop_id = $1', [shopId]);
}

/**
 * Answers a refresh with new tokens, or `null` when the refresh token is dead. The one before stays usable until its
 * successor is used for the first time, at most 30 days after its own first use (shopify.md §1.5).
 */
export async function refreshToken(
  db: Db,
  rt: ShopRuntime,
  shop: ShopRow,
  refresh: string,
): Promise<TokenAnswer | null> {
  const row = await firstRow<TokenRow>(
    db,
    'select * from shop_tokens where shop_id = $1 and refresh_token = $2 for update',
    [shop.id, refresh],
  );
  const now = rt.now();
  if (!row || row.refresh_dead || row.refresh_expires_at === null || row.refresh_expires_at <= now) return null;
  if (row.first_refreshed_at && now.getTime() - row.first_refreshed_at.getTime() > OLD_REFRESH_DAYS * 86_400_000)
    return null;
  await db.query(
    'update shop_tokens set first_refreshed_at = coalesce(first_refreshed_at, $2) where refresh_token = $1',
    [refresh, now],
  );
  if (row.parent !== null)
    await db.query(
      'update shop_tokens set refresh_dead = true where shop_id = $1 and (refresh_token = $2 or (parent = $2 and refresh_token <> $3))',
      [shop.id, row.parent, refresh],
    );
  return issueToken(db, rt, shop, row.scopes, { expiring: true, parent: refresh });
}

/** The live token of a request, or `undefined`. */
export async function findToken(
  db: Db,
  rt: ShopRuntime,
  shopId: string,
  access: string,
): Promise<TokenRow | undefined> {
  return firstRow<TokenRow>(
    db,
    'select * from shop_tokens where access_token = $1 and shop_id = $2 and not revoked and (expires_at is null or expires_at > $3)',
    [access, shopId, rt.now()],
  );
}
