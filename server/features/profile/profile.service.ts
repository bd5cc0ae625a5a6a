import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';
import { siteDomain } from '#contract/branding-rules.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import { contactChannels, type profile, settingsSchema } from '#contract/profile.ts';
import { audit } from '#server/db/audit.ts';
import { type Ctx, forAccount, type MerchantCtx, notFound } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import * as rows from './profile.db.ts';
import { setColumns, setIntroduction, setLocale, setSettings, setMarketNote } from '#server/features/account/index.ts';
import { dropAvatar, showAvatar } from '#server/features/files/index.ts';
import { bindLimits, contactTypes, findBindProblem } from '#contract/contact-rules.ts';
import type { Phrase } from '#server/lib/refusal-texts.ts';

const avatarUrl = (sha256: string | undefined) => (sha256 === undefined ? '' : `/api/avatars/${sha256}`);

/** Who is logged in, in the shape of spec §3 with roles and rights beside it. */
export async function getProfile(ctx: Ctx, host: string) {
  const { actor } = ctx;
  if (actor.kind !== 'merchant' && actor.kind !== 'staff') throw appError('not_logged_in', { text: 'general.log_in' });
  const user = await rows.findUser(ctx, actor.user_id);
  const avatar = await rows.findAvatar(ctx, actor.user_id);
  const account = actor.kind === 'merchant' ? await rows.findAccount(ctx, actor.account_id) : null;
  const contacts = account ? await rows.listContacts(forAccount(ctx, account.id)) : [];
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
  await setSettings(ctx, actor.user_id, { settings, locale });
  await audit(ctx, {
    action: 'profile.save_settings',
    entity: 'users',
    entity_id: actor.user_id,
    details: { ...settings, locale },
  });
  return settings;
}

/** Keeps the language alone: who has saved no settings reads the portal in the language of the browser at hand. */
export async function saveLanguage(ctx: Ctx, locale: Save['locale']): Promise<void> {
  const { actor } = ctx;
  if (actor.kind !== 'merchant' && actor.kind !== 'staff') throw appError('not_logged_in', { text: 'general.log_in' });
  await setLocale(ctx, actor.user_id, locale);
  const entity = { entity: 'users', entity_id: actor.user_id };
  await audit(ctx, { action: 'profile.save_language', ...entity, details: { locale } });
}

/** Keeps the picture and the line of this person; throws 404 for a picture that somebody else has uploaded. */
export async function savePerson(
  ctx: Ctx,
  { avatar, introduction }: ParsedOf<typeof profile.savePerson>['body'],
): Promise<{ done: true }> {
  const { actor } = ctx;
  if (actor.kind !== 'merchant' && actor.kind !== 'staff') throw appError('not_logged_in', { text: 'general.log_in' });
  const { user_id } = actor;
  if (introduction !== undefined) await setIntroduction(ctx, user_id, introduction);
  if (avatar !== undefined) {
    await rows.lockPerson(ctx, user_id);
    await dropAvatar(ctx, user_id);
    if (avatar !== null && !(await showAvatar(ctx, user_id, avatar))) throw notFound('file');
  }
  await audit(ctx, { action: 'profile.save_person', entity: 'users', entity_id: user_id, details: { avatar } });
  return { done: true };
}

/** Keeps which columns of a list this person sees; null gives back the list's own. */
export async function saveColumns(ctx: Ctx, { list, columns }: ParsedOf<typeof profile.saveColumns>['body']) {
  const { actor } = ctx;
  if (actor.kind !== 'merchant' && actor.kind !== 'staff') throw appError('not_logged_in', { text: 'general.log_in' });
  await setColumns(ctx, actor.user_id, list, columns);
  await audit(ctx, {
    action: 'profile.save_columns',
    entity: 'users',
    entity_id: actor.user_id,
    details: { list, columns },
  });
  return { done: true as const };
}

type Bind = ParsedOf<typeof profile.bind>['body'];
type QuickLink = Exclude<NonNullable<Bind['quick_links']>, readonly unknown[]>;

const mostContacts = 20;

/** Keeps how the merchant can be reached; the rules and texts of spec §5, then what a number or link must be. */
export async function bindContact(ctx: MerchantCtx, body: Bind): Promise<void> {
  const links = [body.quick_links ?? []].flat();
  const note = body.market_note ?? '';
  for (const link of links.length > 0 ? links : [{}]) {
    const problem = findBindProblem({ ...link, market_note: note });
    if (problem) throw appError('invalid_input', { text: `profile.contact_${problem.code}` }, problem.field);
  }
  if (note.length > bindLimits.market_note) throw tooLong(bindLimits.market_note, 'market_note');
  const contacts = links.flatMap((link) => readLink(link) ?? []);
  await rows.lockContacts(ctx);
  const known = await rows.listContacts(ctx);
  const fresh = contacts.filter(
    (contact, at) => ![...known, ...contacts.slice(0, at)].some((old) => isSame(old, contact)),
  );
  if (known.length + fresh.length > mostContacts)
    throw appError('invalid_input', { text: 'profile.too_many_contacts', params: { most: mostContacts } }, 'url');
  for (const contact of fresh) await rows.insertContact(ctx, { account_id: ctx.account, ...contact });
  if (note) await setMarketNote(ctx, note);
  await audit(ctx, {
    action: 'profile.bind',
    entity: 'accounts',
    entity_id: ctx.account,
    fields: [...(fresh.length > 0 ? ['quick_links'] : []), ...(note ? ['market_note'] : [])],
    details: { from_popup: body.from_popup === true },
  });
}

type Contact = { type_of: string; url: string };
const isSame = (one: Contact, other: Contact) => one.type_of === other.type_of && one.url === other.url;

function tooLong(most: number, field: string) {
  return appError('invalid_input', { text: 'fields.too_long', params: { field, most } }, field);
}

/** One way to reach the merchant after every check; null when only its kind was chosen. */
function readLink(link: QuickLink) {
  const type_of = contactTypes.find((type) => type === link.type_of);
  const { url = '', alias = '' } = link;
  if (alias.length > bindLimits.alias) throw tooLong(bindLimits.alias, 'alias');
  if (url.length > bindLimits.url) throw tooLong(bindLimits.url, 'url');
  if (!url || !type_of) return null;
  const phone = { country: link.phone_country ?? '', code: (link.phone_country_code ?? '').replace(/^\+/, '') };
  const whatsapp = type_of === 'whatsapp';
  return {
    type_of,
    alias: type_of === 'other' ? alias : null,
    url: readContact(url, whatsapp ? phone : null),
    phone_country: whatsapp ? phone.country : null,
    phone_country_code: whatsapp ? phone.code : null,
  };
}

/** Of a WhatsApp contact: ISO code and calling code as chosen. */
type PhoneCountry = { country: string; code: string };

const number = /^[+\d][\d\s().-]*$/;
const control = /\p{Cc}/u;
const scheme = /^([a-z][a-z0-9+.-]*):/i;
/** Schemes that run or read something on the machine of whoever clicks. */
const harmful = new Set(['javascript', 'vbscript', 'data', 'file', 'blob']);

const refused = (sentence: Phrase) => appError('invalid_input', sentence, 'url');

/** A contact as it is kept: numbers in international form, links only to web pages. Throws the sentence why not. */
function readContact(text: string, phone: PhoneCountry | null): string {
  if (control.test(text)) throw refused({ text: 'profile.contact_control' });
  if (phone) checkCountry(phone);
  if (phone && number.test(text)) return readNumber(text, phone);
  const [, named = ''] = scheme.exec(text) ?? [];
  const web = /^https?$/i.test(named);
  if (harmful.has(named.toLowerCase()) || (text.includes('://') && !web))
    throw refused({ text: 'profile.contact_link' });
  if (web && !isWebLink(text)) throw refused({ text: 'profile.contact_incomplete' });
  return text;
}

function checkCountry({ country, code }: PhoneCountry): void {
  if (!isSupportedCountry(country) || getCountryCallingCode(country) !== code)
    throw appError('invalid_input', { text: 'profile.contact_country' }, 'phone_country_code');
}

function readNumber(text: string, { country, code }: PhoneCountry): string {
  const parsed = isSupportedCountry(country) ? parsePhoneNumberFromString(text, country) : undefined;
  if (!parsed?.isValid() || parsed.countryCallingCode !== code)
    throw refused({ text: 'profile.contact_phone', params: { code } });
  return parsed.number;
}

function isWebLink(text: string): boolean {
  return URL.canParse(text) && new URL(text).hostname.includes('.');
}
