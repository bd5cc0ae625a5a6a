import { v7 as uuid } from 'uuid';
import { type Problem, tryKey } from '#server/connectors/woocommerce/connecting.ts';
import { type Access, saveAccess } from '#server/connectors/woocommerce/keys.ts';
import { domainOfUrl, readStoreUrl } from '#server/connectors/woocommerce/store-url.ts';
import { audit } from '#server/db/audit.ts';
import { type Ctx, type Entry, forAccount, type MerchantActor } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import { elsewhere, type ImportChoice, assertNotForeign } from './authorization.service.ts';
import { requeuePushes } from '../records/pushes.db.ts';
import { notifyStatusSoon } from '../records/states.service.ts';
import * as rows from '../records/stores.db.ts';
import type { StoresKit } from '../records/kit.ts';
import { startImport } from '../health/look.service.ts';
import { getStore } from '../records/stores.service.ts';
import { upsertWooStore } from './woo-connect.db.ts';
import { takeDomain } from '../records/shop-domains.db.ts';

const day = 86_400_000;

type Member = { account_id: string; user_id: string; all_stores: boolean };

/** The sentence at its field, for whoever typed it. */
const refusal = ({ field, sentence }: Problem) =>
  appError(field === 'url' ? 'domain_invalid' : 'authorization_failed', sentence, field);

/** Connects a shop by a key that its merchant made manually: where the shop cannot call this server back. */
export async function connectByKeys(
  entry: Entry<MerchantActor>,
  kit: StoresKit,
  input: { url: string; consumer_key: string; consumer_secret: string } & ImportChoice,
) {
  const { account_id, user_id, stores } = entry.actor;
  const url = readStoreUrl(input.url, kit.allowPrivate);
  await entry.run({ account_id }, (ctx) => assertNotForeign(ctx, domainOfUrl(url), 'woocommerce'));
  const pair = { key: input.consumer_key, secret: input.consumer_secret };
  const tried = await tryKey(url, pair, kit.allowPrivate);
  if ('problem' in tried) throw refusal(tried.problem);
  return entry.run({ account_id }, async (ctx) => {
    const member = { account_id, user_id, all_stores: stores === null };
    const id = await connectWoo(ctx, kit, member, tried.access, input);
    const seen: Ctx = { ...ctx, actor: { ...ctx.actor, stores: null } };
    return getStore(forAccount(seen, account_id), id);
  });
}

/** The store's row, its key and its first import, once the key was tried. Answers the store's id. */
export async function connectWoo(
  ctx: Ctx,
  kit: StoresKit,
  member: Member,
  access: Access,
  choice: ImportChoice,
): Promise<string> {
  const { account_id, user_id } = member;
  const domain = domainOfUrl(access.url);
  const id = await upsertWooStore(ctx, {
    account_id,
    id: uuid(),
    domain,
    name: domain.slice(0, 120),
    import_from: new Date(ctx.now.getTime() - choice.import_days * day),
    settings: { unshipped_only: choice.unshipped_only },
  });
  if (!(await takeDomain(ctx, { platform: 'woocommerce', domain }, { account_id, store_id: id }))) throw elsewhere();
  if (!member.all_stores) await rows.addToScope(ctx, { account_id, user_id, store_id: id });
  await saveAccess(ctx, kit.key, { account_id, id }, access);
  await audit(ctx, {
    action: 'stores.connectWoo',
    entity: 'stores',
    entity_id: id,
    account_id,
    details: { domain, user_id },
  });
  await notifyStatusSoon(ctx, { account_id, id });
  await startImport(ctx, { account_id, id, domain });
  await requeuePushes(forAccount(ctx, account_id), id);
  return id;
}
