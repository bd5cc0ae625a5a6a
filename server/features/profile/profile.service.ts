import { messages } from '#contract/messages.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import { type profile, settingsSchema } from '#contract/profile.ts';
import { audit } from '#server/db/audit.ts';
import { accountOf, type Ctx, type MerchantCtx } from '#server/db/context.ts';
import { AppError, appError } from '#server/lib/app-error.ts';
import * as rows from './profile.db.ts';

/** Who is logged in, in the shape of spec §3 with roles and rights beside it. */
export async function getProfile(ctx: Ctx) {
  const { actor } = ctx;
  if (actor.kind !== 'merchant' && actor.kind !== 'staff') throw appError('not_logged_in', 'Log in first.');
  const user = await rows.findUser(ctx, actor.user_id);
  const account = actor.kind === 'merchant' ? await rows.findAccount(ctx, actor.account_id) : null;
  const contacts = account ? await rows.listContacts(ctx, account.id) : [];
  const reachable = account && (contacts.length > 0 || account.market_note);
  const contactOf = (type: string) => contacts.find((contact) => contact.type_of === type)?.url ?? '';
  return {
    id: user.id,
    username: user.username,
    roles: actor.kind === 'merchant' ? [actor.role] : actor.roles.length > 0 ? [...actor.roles] : ['viewer'],
    // Staff are never asked how to reach them (decision 4).
    user:
      reachable || !account
        ? { email: user.email, nick_name: user.nick_name, skype: '', tel: contactOf('whatsapp'), wechat: '' }
        : null,
    image_identify_enabled: true,
    contact: [],
    locale: user.locale as 'en' | 'zh',
    email_verified: user.email_verified_at !== null,
    account: account && {
      id: account.id,
      number: account.number,
      name: account.name,
      currency: account.currency,
      time_zone: account.time_zone,
    },
    rights: actor.kind === 'merchant' ? mutableRights(actor.rights) : {},
    acting_as: await actingOf(ctx, account?.name ?? ''),
    settings: settingsOf(user.settings),
  };
}

/** What was kept, completed by what has been added since; null for nothing, or for what no version of ours wrote. */
function settingsOf(kept: unknown) {
  const isEmpty = typeof kept !== 'object' || kept === null || Object.keys(kept).length === 0;
  return isEmpty ? null : (settingsSchema.safeParse(kept).data ?? null);
}

function mutableRights(rights: MerchantCtx['actor']['rights']) {
  return Object.fromEntries(Object.entries(rights).map(([feature, actions]) => [feature, [...actions]]));
}

async function actingOf(ctx: Ctx, accountName: string) {
  if (ctx.actor.kind !== 'merchant' || ctx.actor.acting?.mode !== 'acting') return null;
  const acting = await rows.findActing(ctx, ctx.actor.session_id);
  return acting && { account_id: acting.account_id, account_name: accountName, until: acting.until };
}

type Bind = ParsedOf<typeof profile.bind>['body'];

/** Keeps how the merchant can be reached; the rules and texts of spec §5. */
export async function bindContact(ctx: MerchantCtx, body: Bind): Promise<void> {
  const links = (Array.isArray(body.quick_links) ? body.quick_links : [body.quick_links]).filter(
    (link) => link !== undefined,
  );
  if (links.length === 0 && !body.market_note) throw new AppError('invalid_input', messages.bindContact);
  const account_id = accountOf(ctx);
  for (const link of links) {
    if (link.type_of === 'other' && !link.alias) throw appError('invalid_input', messages.bindAlias, 'alias');
    if (link.type_of === 'whatsapp' && !link.phone_country_code) {
      throw appError('invalid_input', messages.bindCountry, 'phone_country_code');
    }
    await rows.insertContact(ctx, {
      account_id,
      type_of: link.type_of,
      alias: link.alias ?? null,
      url: link.url,
      phone_country: link.phone_country ?? null,
      phone_country_code: link.phone_country_code ?? null,
    });
  }
  if (body.market_note) await rows.setMarketNote(ctx, account_id, body.market_note);
  await audit(ctx, {
    action: 'profile.bind',
    entity: 'accounts',
    entity_id: account_id,
    fields: ['quick_links', 'market_note'],
  });
}

type Save = ParsedOf<typeof profile.saveSettings>['body'];

/** Keeps how the portal looks for this person; staff who act for a client keep their own. */
export async function saveSettings(ctx: Ctx, { locale, ...settings }: Save) {
  const { actor } = ctx;
  if (actor.kind !== 'merchant' && actor.kind !== 'staff') throw appError('not_logged_in', 'Log in first.');
  await rows.setSettings(ctx, actor.user_id, { settings, locale });
  await audit(ctx, {
    action: 'profile.save_settings',
    entity: 'users',
    entity_id: actor.user_id,
    details: { ...settings, locale },
  });
  return settings;
}
