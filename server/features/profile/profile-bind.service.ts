import { bindLimits, contactTypes, findBindProblem } from '#contract/contact-rules.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { profile } from '#contract/profile.ts';
import { audit } from '#server/db/audit.ts';
import { accountOf, type MerchantCtx } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import { readContact } from './contact-text.ts';
import * as rows from './profile.db.ts';

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
  const account_id = accountOf(ctx);
  await rows.lockContacts(ctx, account_id);
  const known = await rows.listContacts(ctx, account_id);
  const fresh = contacts.filter(
    (contact, at) => ![...known, ...contacts.slice(0, at)].some((old) => isSame(old, contact)),
  );
  if (known.length + fresh.length > mostContacts)
    throw appError('invalid_input', { text: 'profile.too_many_contacts', params: { most: mostContacts } }, 'url');
  for (const contact of fresh) await rows.insertContact(ctx, { account_id, ...contact });
  if (note) await rows.setMarketNote(ctx, account_id, note);
  await audit(ctx, {
    action: 'profile.bind',
    entity: 'accounts',
    entity_id: account_id,
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
