import { siteDomain } from '#contract/branding-rules.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import { contactChannels, type profile, settingsSchema } from '#contract/profile.ts';
import { audit } from '#server/db/audit.ts';
import { type Ctx, type MerchantCtx, notFound } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import * as rows from './profile.db.ts';

const avatarUrl = (sha256: string | undefined) => (sha256 === undefined ? '' : `/api/avatars/${sha256}`);

/** Who is logged in, in the shape of spec §3 with roles and rights beside it. */
export async function getProfile(ctx: Ctx, host: string) {
  const { actor } = ctx;
  if (actor.kind !== 'merchant' && actor.kind !== 'staff') throw appError('not_logged_in', { text: 'general.log_in' });
  const user = await rows.findUser(ctx, actor.user_id);
  const avatar = await rows.findAvatar(ctx, actor.user_id);
  const account = actor.kind === 'merchant' ? await rows.findAccount(ctx, actor.account_id) : null;
  const contacts = account ? await rows.listContacts(ctx, account.id) : [];
  const reachable = contacts.length > 0 || Boolean(account?.market_note);
  const client = actor.kind === 'merchant' && actor.acting === null; // staff are never asked how to reach them (P4)
  const contactOf = (type: string) => contacts.find((contact) => contact.type_of === type)?.url ?? '';
  return {
    id: user.id,
    username: user.username,
    avatar: avatarUrl(avatar),
    introduction: user.introduction,
    roles: actor.kind === 'merchant' ? [actor.role] : actor.roles.length > 0 ? [...actor.roles] : ['viewer'],
    user:
      reachable || !client
        ? { email: user.email, nick_name: user.nick_name, skype: '', tel: contactOf('whatsapp'), wechat: '' }
        : null,
    image_identify_enabled: account?.image_identify_enabled ?? true,
    contact: await listChannels(ctx, host, account?.agent_user_id ?? null),
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
    list_columns: user.list_columns as Record<string, string[]>, // only ever written by saveColumns
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

/** Ways to reach the provider: the channels of the domain that was asked, then the client's own agent (P31). */
async function listChannels(ctx: Ctx, host: string, agentId: string | null) {
  const stored = contactChannels.safeParse(await rows.findSupportChannels(ctx, siteDomain(host)));
  const agent = agentId === null ? undefined : await rows.findAgent(ctx, agentId);
  return [
    ...(stored.success ? stored.data : []),
    ...(agent ? [{ type_of: 'agent', label: agent.nick_name || agent.username, url: `mailto:${agent.email}` }] : []),
  ];
}

type Save = ParsedOf<typeof profile.saveSettings>['body'];

/** Keeps how the portal looks for this person; staff who act for a client keep their own. */
export async function saveSettings(ctx: Ctx, { locale, ...settings }: Save) {
  const { actor } = ctx;
  if (actor.kind !== 'merchant' && actor.kind !== 'staff') throw appError('not_logged_in', { text: 'general.log_in' });
  await rows.setSettings(ctx, actor.user_id, { settings, locale });
  await audit(ctx, {
    action: 'profile.save_settings',
    entity: 'users',
    entity_id: actor.user_id,
    details: { ...settings, locale },
  });
  return settings;
}

/** Keeps the picture and the line of this person; throws 404 for a picture that somebody else has uploaded. */
export async function savePerson(
  ctx: Ctx,
  { avatar, introduction }: ParsedOf<typeof profile.savePerson>['body'],
): Promise<{ done: true }> {
  const { actor } = ctx;
  if (actor.kind !== 'merchant' && actor.kind !== 'staff') throw appError('not_logged_in', { text: 'general.log_in' });
  const { user_id } = actor;
  if (introduction !== undefined) await rows.setIntroduction(ctx, user_id, introduction);
  if (avatar !== undefined) {
    await rows.lockPerson(ctx, user_id);
    await rows.dropAvatar(ctx, user_id);
    if (avatar !== null && !(await rows.showAvatar(ctx, user_id, avatar))) throw notFound('file');
  }
  await audit(ctx, { action: 'profile.save_person', entity: 'users', entity_id: user_id, details: { avatar } });
  return { done: true };
}

/** Keeps which columns of a list this person sees; null gives back the list's own. */
export async function saveColumns(ctx: Ctx, { list, columns }: ParsedOf<typeof profile.saveColumns>['body']) {
  const { actor } = ctx;
  if (actor.kind !== 'merchant' && actor.kind !== 'staff') throw appError('not_logged_in', { text: 'general.log_in' });
  await rows.setColumns(ctx, actor.user_id, list, columns);
  await audit(ctx, {
    action: 'profile.save_columns',
    entity: 'users',
    entity_id: actor.user_id,
    details: { list, columns },
  });
  return { done: true as const };
}
