import { consentUrl, tryKey } from '#server/connectors/woocommerce/connecting.ts';
import { type Access, openPair, sealPair } from '#server/connectors/woocommerce/keys.ts';
import { domainOfUrl, readStoreUrl } from '#server/connectors/woocommerce/store-url.ts';
import { type Ctx, type Entry, forAccount, type MerchantCtx, notFound, readerLanguage } from '#server/db/context.ts';
import { enqueue } from '#server/db/queue.ts';
import { AppError } from '#server/lib/app-error.ts';
import { keepSentence, keptSentence, type Phrase, sentenceIn } from '#server/lib/refusal-texts.ts';
import { hashToken, newToken } from '#server/lib/tokens.ts';
import { type ImportChoice, assertNotForeign, siteUrl } from './authorization.service.ts';
import * as rows from './woo-connect.db.ts';
import { connectWoo } from './woo-connect.service.ts';
import type { StoresKit } from '../records/kit.ts';
import { getStore } from '../records/stores.service.ts';

const consentMinutes = 60;
const place = (hash: string) => `woo_authorizations:${hash}`;

/** The shop's consent page, with a secret that stands for this user, account and address, once, for an hour. */
export async function startWoo(ctx: MerchantCtx, kit: StoresKit, input: { url: string } & ImportChoice, host: string) {
  const { account_id, user_id } = ctx.actor;
  const { import_days, unshipped_only } = input;
  const url = readStoreUrl(input.url, kit.allowPrivate);
  const domain = domainOfUrl(url);
  await assertNotForeign(ctx, domain, 'woocommerce');
  const { token, hash } = newToken();
  await rows.insertConsent(
    ctx,
    { token_hash: hash, account_id, user_id, url, import_days, unshipped_only },
    new Date(ctx.now.getTime() + consentMinutes * 60_000),
  );
  const site = await siteUrl(ctx, kit, host);
  return {
    domain,
    started_at: ctx.now,
    authorize_url: consentUrl(url, {
      appName: kit.appName,
      token,
      returnUrl: `${site}/woocommerce/return`,
      callbackUrl: `${site}/api/woocommerce/callback`,
    }),
  };
}

/**
 * Keeps what a shop sent and answers at once: while the shop's server waits for this answer, a small one cannot answer us.
 * The secret says whose it is and for which address; who sent it says nothing.
 */
export async function receiveWooKey(
  ctx: Ctx,
  kit: StoresKit,
  input: { user_id: string; consumer_key: string; consumer_secret: string },
): Promise<void> {
  const token_hash = hashToken(input.user_id);
  const pair = { key: input.consumer_key, secret: input.consumer_secret };
  if (!(await rows.receiveKey(ctx, token_hash, sealPair(kit.key, pair, place(token_hash))))) {
    throw notFound('authorization');
  }
  await enqueue(ctx, 'woo_connect', { token_hash }, { key: `woo_connect:${token_hash}` });
}

/** Tries the key at the address that the merchant entered, and connects the store if it works. Safe to repeat. */
export async function finishConsent(kit: StoresKit, entry: Entry, hash: string): Promise<void> {
  const consent = await entry.run('all_accounts', (ctx) => rows.findConsent(ctx, hash));
  if (!consent?.key_sealed) return;
  const pair = openPair(kit.key, consent.key_sealed, place(hash));
  const tried = await tryKey(consent.url, pair, kit.allowPrivate);
  const problem = 'problem' in tried ? tried.problem.sentence : await connectMember(kit, entry, consent, tried.access);
  if (problem !== null)
    await entry.run('all_accounts', (ctx) => rows.finish(ctx, hash, { problem: keepSentence(problem) }));
}

/** Connects the store for who asked for it; answers the sentence when that cannot be. */
async function connectMember(
  kit: StoresKit,
  entry: Entry,
  consent: rows.Consent,
  access: Access,
): Promise<Phrase | null> {
  const { account_id, user_id } = consent;
  try {
    return await entry.run({ account_id }, async (ctx) => {
      const member = await rows.findMember(ctx, user_id);
      if (!member) return { text: 'stores.woo_member_gone' };
      const store_id = await connectWoo(ctx, kit, { account_id, user_id, ...member }, access, consent);
      await rows.finish(ctx, consent.token_hash, { store_id });
      return null;
    });
  } catch (error) {
    if (error instanceof AppError) return error.sentence; // another account was faster
    throw error;
  }
}

/** What became of an authorization that this user began. */
export async function wooOutcome(ctx: MerchantCtx, token: string) {
  const { account_id, user_id } = ctx.actor;
  const consent = await rows.findConsent(ctx, hashToken(token));
  if (!consent || consent.account_id !== account_id || consent.user_id !== user_id) throw notFound('authorization');
  if (consent.problem !== null)
    return { state: 'failed' as const, message: keptSentence(readerLanguage(ctx), consent.problem) };
  if (consent.store_id === null) {
    if (consent.received_at !== null || consent.expires_at > ctx.now) return { state: 'waiting' as const };
    return {
      state: 'failed' as const,
      message: sentenceIn(readerLanguage(ctx), { text: 'stores.woo_key_late' }),
    };
  }
  const seen: Ctx = { ...ctx, actor: { ...ctx.actor, stores: null } };
  return { state: 'connected' as const, store: await getStore(forAccount(seen, account_id), consent.store_id) };
}
