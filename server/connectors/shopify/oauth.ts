import { z } from 'zod';
import { ShopError } from '../connector.ts';
import { redact } from '../../lib/log.ts';
import { readScopes } from './scopes.ts';

/** What Shopify grants: tokens with their ends of life. `refresh` is null for a token that does not expire. */
export type Grant = {
  access: string;
  scopes: string[];
  expires_at: Date | null;
  refresh: string | null;
  refresh_expires_at: Date | null;
};

export type AppCredentials = { client_id: string; secret: string };

const answerSchema = z.object({
  access_token: z.string().min(1),
  scope: z.string().default(''),
  expires_in: z.number().optional(),
  refresh_token: z.string().optional(),
  refresh_token_expires_in: z.number().optional(),
});

/** Who is logged in at the shop, as Shopify says in the answer to a grant per user. */
export type ShopStaff = { id: string; email: string; email_verified: boolean };

const staffSchema = z.object({
  associated_user: z.object({
    id: z.union([z.number(), z.string()]).transform(String),
    email: z.string().max(254),
    email_verified: z.boolean(),
  }),
});

const timeoutMs = 15_000;
const attempts = 3;

/** The shop's consent page for an app (shopify.md §1.2 b); `perUser` asks who is logged in there (§1.2, grant options). */
export function authorizeUrl(
  shop: string,
  request: { client_id: string; scopes: readonly string[]; redirect_uri: string; state: string; perUser?: boolean },
): string {
  const url = new URL(`${shop}/admin/oauth/authorize`);
  url.searchParams.set('client_id', request.client_id);
  url.searchParams.set('scope', request.scopes.join(','));
  url.searchParams.set('redirect_uri', request.redirect_uri);
  url.searchParams.set('state', request.state);
  if (request.perUser) url.searchParams.set('grant_options[]', 'per-user');
  return url.href;
}

export type OAuth = {
  /** Turns the code of a callback into tokens that expire; a code works once and is never tried twice. */
  exchange(domain: string, app: AppCredentials, code: string): Promise<Grant>;
  /** Turns the code of a callback per user into that person; their token is let go, the store's own stay untouched. */
  identify(domain: string, app: AppCredentials, code: string): Promise<ShopStaff>;
  /** New tokens for a refresh token. Throws `needs_reauth` when Shopify refuses it, which is final. */
  refresh(domain: string, app: AppCredentials, refreshToken: string): Promise<Grant>;
};

/** Shopify's token endpoint (shopify.md §1.2, §1.5). */
export function shopifyOAuth(deps: {
  address: (domain: string) => string;
  now: () => Date;
  wait: (ms: number) => Promise<void>;
}): OAuth {
  async function post(domain: string, body: Record<string, string>): Promise<Response> {
    try {
      return await fetch(`${deps.address(domain)}/admin/oauth/access_token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch (error) {
      throw new ShopError(
        'unreachable',
        `${domain} could not be reached: ${error instanceof Error ? redact(error.message) : 'no answer'}`,
      );
    }
  }

  /** The answer to a code; a refused or unreachable one is told apart. */
  async function redeemed(domain: string, body: Record<string, string>): Promise<Response> {
    const answer = await post(domain, body);
    if (answer.ok) return answer;
    await answer.body?.cancel();
    if (answer.status >= 500 || answer.status === 429)
      throw new ShopError('unreachable', `${domain} is not answering right now.`);
    throw new ShopError('refused', `${domain} refused the authorization code.`);
  }

  async function granted(domain: string, answer: Response): Promise<Grant> {
    const parsed = answerSchema.safeParse(await answer.json().catch(() => null));
    if (!parsed.success) throw new ShopError('refused', `${domain} gave an answer that is no token.`);
    const { access_token, scope, expires_in, refresh_token, refresh_token_expires_in } = parsed.data;
    const after = (seconds: number | undefined) =>
      seconds === undefined ? null : new Date(deps.now().getTime() + seconds * 1000);
    return {
      access: access_token,
      scopes: readScopes(scope),
      expires_at: after(expires_in),
      refresh: refresh_token ?? null,
      refresh_expires_at: after(refresh_token_expires_in),
    };
  }

  return {
    async exchange(domain, app, code) {
      const body = { client_id: app.client_id, client_secret: app.secret, code, expiring: '1' };
      return granted(domain, await redeemed(domain, body));
    },
    async identify(domain, app, code) {
      const answer = await redeemed(domain, { client_id: app.client_id, client_secret: app.secret, code });
      const parsed = staffSchema.safeParse(await answer.json().catch(() => null));
      if (!parsed.success) throw new ShopError('refused', `${domain} did not say who is logged in.`);
      return parsed.data.associated_user;
    },
    async refresh(domain, app, refreshToken) {
      const body = {
        client_id: app.client_id,
        client_secret: app.secret,
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
      };
      for (let attempt = 1; ; attempt += 1) {
        const answer = await post(domain, body).catch((error: unknown) => {
          if (attempt >= attempts) throw error;
          return null; // the old refresh token stays usable until its successor is used (shopify.md §1.5)
        });
        if (answer?.ok) return granted(domain, answer);
        await answer?.body?.cancel();
        if (answer && answer.status < 500 && answer.status !== 429) {
          throw new ShopError('needs_reauth', `${domain} refused to renew the access of the app.`);
        }
        if (attempt >= attempts) throw new ShopError('unreachable', `${domain} is not answering right now.`);
        await deps.wait(500 * 2 ** attempt);
      }
    },
  };
}
