import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { allows, roleRights } from '#contract/rights.ts';
import { type Actor, type Ctx, type Entry, forAccount, type MerchantActor } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import type { Phrase } from '#server/lib/refusal-texts.ts';
import { open, seal, SealedTextError } from '#server/lib/secrets.ts';
import { type ImportChoice, siteApp, startAuthorization } from './authorization.service.ts';
import * as accounts from './login.db.ts';
import { startShopLogin } from './login.service.ts';
import { requireSigned, type SignedQuery } from './signed-request.ts';
import { findLink } from '../records/stores.db.ts';
import type { StoresKit } from '../records/kit.ts';
import { moveSession } from '#server/features/session/index.ts';
import { findHolder } from '../records/shop-domains.db.ts';

const pendingMinutes = 60;
const everything = { import_days: 60, unshipped_only: false };
const openAgain: Phrase = { text: 'stores.open_again' };
/** Where the sealed text belongs: it opens as nothing else. */
const place = 'stores:pending_install';

const pendingSchema = z.object({ shop: z.string(), until: z.number() });

/** What follows when the app was opened from a shop, by who asks and who has the store. */
export async function openFromShop(ctx: Ctx, kit: StoresKit, query: SignedQuery, host: string) {
  const app = await siteApp(ctx, kit, host);
  const shop = requireSigned(app, query, ctx.now, openAgain);
  const holder = await findHolder(ctx, 'shopify', shop);
  const { actor } = ctx;
  if (actor.kind === 'anonymous' && holder) {
    return { next: 'log_in' as const, ...(await startShopLogin(ctx, kit, app, shop, host)) };
  }
  if (actor.kind === 'merchant' && holder?.account_id === actor.account_id) {
    const store = await findLink(forAccount(ctx, holder.account_id), holder.store_id);
    const lost = store?.status === 'needs_reauth' && allows(actor.rights, 'stores', 'edit');
    if (!lost) return { next: 'home' as const };
    const input = { domain: shop, ...everything };
    return {
      next: 'authorize' as const,
      ...(await startAuthorization({ ...ctx, actor, account: actor.account_id }, kit, input, host)),
    };
  }
  const until = ctx.now.getTime() + pendingMinutes * 60_000;
  return { next: 'link' as const, shop, pending_install: seal(kit.key, JSON.stringify({ shop, until }), place) };
}

/** The shop of a pending installation that we sealed within the last hour. */
function readPending(kit: StoresKit, now: Date, sealed: string): string {
  try {
    const { shop, until } = pendingSchema.parse(JSON.parse(open(kit.key, sealed, place)));
    if (until > now.getTime()) return shop;
  } catch (error) {
    if (!(error instanceof SealedTextError)) throw error;
  }
  throw appError('install_expired', { text: 'stores.install_expired', params: { retry: openAgain } });
}

function requireMerchant(actor: Actor): MerchantActor {
  if (actor.kind === 'merchant') return actor;
  throw appError('forbidden', { text: 'stores.merchants_only' });
}

/** The accounts that the person may choose from, each as the actor they would be there; staff only the client they act for. */
async function choicesOf(ctx: Ctx, actor: MerchantActor) {
  if (actor.acting) {
    const client = await accounts.findAccountName(ctx, actor.account_id); // not read in another account's transaction
    return client ? [{ ...client, actor }] : [];
  }
  const found = await accounts.findBelongings(ctx, actor.user_id);
  return found.map(({ id, name, number, role, rights, stores }) => ({
    id,
    name,
    number,
    actor: { ...actor, account_id: id, role, rights: rights ?? roleRights[role], stores },
  }));
}

/** What a pending installation can be linked to. Changes nothing. */
export async function pendingInstall(ctx: Ctx, kit: StoresKit, sealed: string) {
  const choices = await choicesOf(ctx, requireMerchant(ctx.actor));
  const shop = readPending(kit, ctx.now, sealed);
  const holder = await findHolder(ctx, 'shopify', shop);
  const stateOf = ({ id, actor }: (typeof choices)[number]) => {
    if (!allows(actor.rights, 'stores', 'edit')) return 'not_allowed' as const;
    return holder?.account_id === id ? ('linked' as const) : ('free' as const);
  };
  return {
    shop,
    elsewhere: holder !== undefined && !choices.some(({ id }) => id === holder.account_id),
    accounts: choices.map((choice) => ({
      id: choice.id,
      name: choice.name,
      number: choice.number,
      state: stateOf(choice),
    })),
  };
}

/** The click that links: the consent page for the chosen account, and a session there when it is another than now. */
export async function linkInstall(
  entry: Entry,
  kit: StoresKit,
  input: { pending_install: string; account_id: string } & ImportChoice,
  request: FastifyRequest,
) {
  const caller = requireMerchant(entry.actor);
  const { account_id } = input;
  return entry.run({ account_id }, async (ctx) => {
    const chosen = (await choicesOf(ctx, caller)).find(({ id }) => id === account_id);
    if (!chosen) throw appError('not_found', { text: 'stores.no_account' });
    const { actor } = chosen;
    if (!allows(actor.rights, 'stores', 'edit')) {
      throw appError('forbidden', { text: 'stores.role_lacks' });
    }
    const domain = readPending(kit, ctx.now, input.pending_install);
    const member = { ...ctx, actor };
    const started = await startAuthorization(member, kit, { ...input, domain }, request.hostname);
    const session = account_id === caller.account_id ? null : await moveSession(member, request);
    return { ...started, session };
  });
}
