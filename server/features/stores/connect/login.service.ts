import { findApp, type ShopifyApp } from '#server/connectors/shopify/apps.ts';
import { authorizeUrl, type ShopStaff } from '#server/connectors/shopify/oauth.ts';
import { audit } from '#server/db/audit.ts';
import { type Ctx, type Entry, forAccount } from '#server/db/context.ts';
import { type AppError, appError } from '#server/lib/app-error.ts';
import type { Phrase } from '#server/lib/refusal-texts.ts';
import { hashToken, newToken } from '#server/lib/tokens.ts';
import { siteApp, siteUrl } from './authorization.service.ts';
import * as logins from './login.db.ts';
import { atTheShop, requireSigned, failed, type SignedQuery } from './signed-request.ts';
import type { StoresKit } from '../records/kit.ts';
import { findHolder } from '../records/shop-domains.db.ts';

const stateMinutes = 15;
const codeMinutes = 2;
const byPassword: Phrase = { text: 'stores.by_password' };
const after = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000);

/**
 * Begins the round trip in which the shop says who is logged in there. The signed request alone lets nobody in: it only says
 * that somebody could open the app (shopify.md §0). The browser key ties every later step to this browser.
 */
export async function startShopLogin(ctx: Ctx, kit: StoresKit, app: ShopifyApp, shop: string, host: string) {
  const [state, browser] = [newToken(), newToken()];
  const login = { state_hash: state.hash, browser_hash: browser.hash, app_id: app.id, shop };
  await logins.insertLogin(ctx, login, after(ctx.now, stateMinutes));
  const authorize_url = authorizeUrl(kit.shopify.address(shop), {
    client_id: app.client_id,
    scopes: app.scopes,
    redirect_uri: `${await siteUrl(ctx, kit, host)}/shopify/auth`,
    state: state.token,
    perUser: true,
  });
  return { authorize_url, browser_key: browser.token };
}

type Input = { query: SignedQuery; browser_key: string };
type Admitted = { app: ShopifyApp; shop: string; code: string; state_hash: string };

/** Every check of the way back; the state is used up by the first that passes them all. */
async function admit(ctx: Ctx, kit: StoresKit, { query, browser_key }: Input, host: string): Promise<Admitted> {
  const { state = '', code = '' } = query;
  const state_hash = hashToken(state);
  const known = state === '' ? undefined : await logins.findLogin(ctx, state_hash);
  const app = known ? await findApp(ctx, kit.key, known.app_id) : await siteApp(ctx, kit, host);
  const shop = requireSigned(app, query, ctx.now, byPassword);
  // Hashes of random secrets: what an early end of the comparison tells is of no use.
  if (!app || !known || known.browser_hash !== hashToken(browser_key) || known.shop !== shop)
    throw failed({ text: 'stores.login_other_browser', params: { retry: byPassword } });
  if (code === '' || !(await logins.spendLogin(ctx, state_hash)))
    throw failed({ text: 'stores.login_used', params: { retry: byPassword } });
  return { app, shop, code, state_hash };
}

/** Finishes the round trip: the person whom the shop names gets a code that this browser can use once, for two minutes. */
export async function finishShopLogin(entry: Entry, kit: StoresKit, input: Input, host: string) {
  const admitted = await entry.run({ account_id: null }, (ctx) => admit(ctx, kit, input, host));
  const { app, shop, code } = admitted;
  const staff = await atTheShop(kit.shopify.oauth.identify(shop, app, code), byPassword);
  const outcome = await entry.run('all_accounts', (ctx) => issueCode(ctx, admitted, staff));
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome;
}

async function issueCode(
  ctx: Ctx,
  { shop, state_hash }: Admitted,
  staff: ShopStaff,
): Promise<{ code: string } | { refusal: AppError }> {
  const holder = await findHolder(ctx, 'shopify', shop);
  if (!holder) return { refusal: failed({ text: 'stores.no_longer_connected', params: { shop } }) };
  const { account_id } = holder;
  const member = staff.email_verified
    ? await logins.findMemberByEmail(forAccount(ctx, account_id), staff.email.trim().toLowerCase())
    : undefined;
  if (!member) {
    // Kept although the call is refused: the owner sees that somebody of the shop's staff tried (P39).
    await audit(ctx, {
      action: 'stores.assertNoShopLogin',
      entity: 'stores',
      entity_id: holder.store_id,
      account_id,
      details: { shop },
    });
    return { refusal: unknownPerson(staff) };
  }
  const { token, hash } = newToken();
  const expires_at = after(ctx.now, codeMinutes);
  await logins.keepCode(ctx, state_hash, { hash, expires_at, account_id, user_id: member.id, staff_id: staff.id });
  return { code: token };
}

function unknownPerson({ email_verified }: ShopStaff): AppError {
  const text = email_verified ? 'stores.email_unknown' : 'stores.email_unconfirmed';
  return appError('shop_user_unknown', { text });
}

/** Uses a code up; answers who it was made for, and whether they enter from this shop for the first time. */
export async function redeemShopCode(ctx: Ctx, input: { code: string; browser_key: string }) {
  const taken = await logins.takeCode(ctx, hashToken(input.code), hashToken(input.browser_key));
  if (!taken?.account_id || !taken.user_id || !taken.staff_id) {
    throw appError('link_expired', { text: 'stores.login_code_used', params: { retry: byPassword } });
  }
  const person = { account_id: taken.account_id, user_id: taken.user_id, shop: taken.shop };
  return { ...person, first: await logins.noteIdentity(ctx, { ...person, staff_id: taken.staff_id }) };
}
