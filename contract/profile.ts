import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { actions, features } from './rights.ts';
import { currency, done, id, time } from './shared.ts';

export const contactTypes = ['whatsapp', 'whatsapp_group', 'discord', 'discord_group', 'slack', 'other'] as const;

export const profileSchema = z.object({
  id,
  username: z.string(),
  /** Roles of the shell (decision 2): one merchant role, or the staff roles; never empty. */
  roles: z.array(z.string()).min(1),
  /** null until the account can be reached (decision 4). */
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
  /** Ways to reach the provider. */
  contact: z.array(z.object({ type_of: z.string(), label: z.string(), url: z.string() })),
  locale: z.enum(['en', 'zh']),
  email_verified: z.boolean(),
  account: z.object({ id, number: z.int(), name: z.string(), currency, time_zone: z.string() }).nullable(),
  rights: z.partialRecord(z.enum(features), z.array(z.enum(actions))),
  acting_as: z.object({ account_id: id, account_name: z.string(), until: time }).nullable(),
  settings: z.record(z.string(), z.unknown()),
});

export const quickLinkSchema = z.object({
  type_of: z.enum(contactTypes),
  alias: z.string().trim().max(60).optional(),
  url: z.string().trim().min(1).max(300),
  phone_country: z.string().max(60).optional(),
  phone_country_code: z.string().max(8).optional(),
});

export const profile = endpoints({
  get: {
    method: 'GET',
    path: '/api/profile',
    access: { kind: 'user' },
    summary: 'Who is logged in, with roles, rights and account.',
    answer: profileSchema,
  },
  bind: {
    method: 'POST',
    path: '/api/profile',
    access: { kind: 'merchant', feature: 'account', action: 'edit' },
    summary: 'Tell the provider how to reach the merchant (spec §2, dialog 3).',
    body: z.object({
      from_popup: z.boolean().optional(),
      market_note: z.string().trim().max(200).optional(),
      quick_links: z.union([quickLinkSchema, z.array(quickLinkSchema).max(10)]).optional(),
    }),
    answer: done,
  },
});
