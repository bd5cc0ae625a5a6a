import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { columnLists } from './list-rules.ts';
import { actions, features } from './rights.ts';
import { longestIntroduction } from './profile-rules.ts';
import { colorSchemes, defaultSettings, sizes, themePattern } from './settings-rules.ts';
import { currency, done, id, time } from './shared.ts';

/** Ways to reach the provider; kept per domain, with the client's agent last (P31). */
export const contactChannels = z.array(z.object({ type_of: z.string(), label: z.string(), url: z.string() }));

const { theme, showSettings, tagsView, fixedHeader, sidebarLogo, colorScheme, size } = defaultSettings;

/** How a user has the portal look (spec §3). What is missing is as at the beginning; what is unknown is refused. */
export const settingsSchema = z.strictObject({
  theme: z.string().toLowerCase().regex(themePattern, 'checks.color').default(theme),
  showSettings: z.boolean().default(showSettings),
  tagsView: z.boolean().default(tagsView),
  fixedHeader: z.boolean().default(fixedHeader),
  sidebarLogo: z.boolean().default(sidebarLogo),
  colorScheme: z.enum(colorSchemes).default(colorScheme),
  size: z.enum(sizes).default(size),
});

const locale = z.enum(['en', 'zh']);

export const profileSchema = z.object({
  id,
  username: z.string(),
  /** Address of the person's picture; empty: there is none. */
  avatar: z.string(),
  /** A line about the person; may be empty. */
  introduction: z.string(),
  /** Roles of the shell (P2): one merchant role, or the staff roles; never empty. */
  roles: z.array(z.string()).min(1),
  /** null until the account can be reached (P4). */
  user: z
    .object({
      email: z.string(),
      nick_name: z.string(),
      skype: z.string(),
      tel: z.string(),
      wechat: z.string(),
    })
    .nullable(),
  image_identify_enabled: z.boolean(),
  contact: contactChannels,
  /** Language of the portal and of mails. */
  locale,
  email_verified: z.boolean(),
  account: z.object({ id, number: z.int(), name: z.string(), currency, time_zone: z.string() }).nullable(),
  rights: z.partialRecord(z.enum(features), z.array(z.enum(actions))),
  acting_as: z.object({ account_id: id, account_name: z.string(), until: time }).nullable(),
  /** null until the user has changed one. */
  settings: settingsSchema.nullable(),
  /** Columns that the user chose, by list. */
  list_columns: z.record(z.string(), z.array(z.string())),
});

// Loose on purpose: contact-rules.ts and the service say the sentences of spec §5.
const typed = z.string().trim().max(2_000).optional();

/** A way to reach the merchant, as the bind dialog sends it (spec §3, contact binding). */
export const quickLinkSchema = z.object({
  /** One of `contactTypes`. */
  type_of: typed,
  /** Name of the platform when it is another one. */
  alias: typed,
  /** Contact id, number or link. */
  url: typed,
  /** ISO 3166-1 alpha-2. */
  phone_country: typed,
  /** Calling code without the plus sign. */
  phone_country_code: typed,
});

export const profile = endpoints({
  get: {
    method: 'GET',
    path: '/api/profile',
    access: { kind: 'user' },
    summary: 'Retrieve the logged-in user with roles, rights, and account.',
    answer: profileSchema,
  },
  bind: {
    method: 'POST',
    path: '/api/profile',
    access: { kind: 'merchant', feature: 'account', action: 'edit' },
    summary: 'Add contacts of the merchant.',
    body: z.object({
      from_popup: z.boolean().optional(),
      market_note: typed,
      quick_links: z.union([quickLinkSchema, z.array(quickLinkSchema).max(10)]).optional(),
    }),
    answer: done,
  },
  saveSettings: {
    method: 'PUT',
    path: '/api/profile/settings',
    access: { kind: 'user' },
    summary: 'Update the user’s appearance and language settings.',
    body: settingsSchema.extend({ locale }),
    answer: settingsSchema,
  },
  saveLanguage: {
    method: 'PUT',
    path: '/api/profile/language',
    access: { kind: 'user' },
    summary: 'Set the language in which the user gets sentences and emails, without saving settings.',
    body: z.strictObject({ locale }),
    answer: done,
  },
  savePerson: {
    method: 'PUT',
    path: '/api/profile/person',
    access: { kind: 'user' },
    summary: 'Update the user’s photo and introduction; omitted fields stay unchanged.',
    body: z.object({
      /** Id of a file that the same person has uploaded with the purpose `avatar`; null takes the picture away. */
      avatar: id.nullable().optional(),
      introduction: z.string().trim().max(longestIntroduction).optional(),
    }),
    answer: done,
  },
  saveColumns: {
    method: 'PUT',
    path: '/api/profile/columns',
    access: { kind: 'user' },
    summary: 'Set which columns of a list the user sees and in which order; null restores the default.',
    body: z.object({
      list: z.enum(columnLists),
      columns: z.array(z.string().min(1).max(60)).min(1).max(60).nullable(),
    }),
    answer: done,
  },
});
