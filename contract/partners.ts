import { z } from 'zod';
import { siteDomain } from './branding-rules.ts';
import { endpoints } from './endpoint.ts';
import { isWebLink, partnerIcons, withPlainOrigin } from './partner-rules.ts';
import { done, id, idParams, listMeta, listQuery } from './shared.ts';

/** An item in the place of the menu's partners entry (spec §2, §3). */
export const partnerSchema = z.object({ name: z.string(), icon: z.string(), link: z.string() });

export const partnerLinkSchema = partnerSchema.extend({
  id,
  /** The one site that shows it; null: all of them. */
  domain: z.string().nullable(),
  version: z.int(),
});

const fields = {
  name: z.string().trim().min(1).max(40),
  icon: z.enum(['', ...partnerIcons]).default(''),
  link: z.string().trim().max(500).refine(isWebLink, 'checks.web_address').transform(withPlainOrigin),
  domain: z
    .string()
    .transform(siteDomain)
    .pipe(
      z
        .string()
        .max(253)
        .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/, 'checks.domain'),
    )
    .nullable()
    .default(null),
};

const admins = { kind: 'staff', roles: ['admin'] } as const;

export const partners = endpoints({
  links: {
    method: 'GET',
    path: '/api/customized_links',
    access: { kind: 'user' },
    summary: 'List the partner links of this domain for the menu.',
    query: z.object({ q: z.string().trim().max(40).optional() }),
    answer: z.array(partnerSchema),
  },
  staffList: {
    method: 'GET',
    path: '/api/staff/partner_links',
    access: admins,
    summary: 'List the partner links of all domains, in the order of the menu.',
    query: listQuery,
    answer: z.array(partnerLinkSchema),
    meta: listMeta,
  },
  add: {
    method: 'POST',
    path: '/api/staff/partner_links',
    access: admins,
    summary: 'Add a partner link at the end.',
    body: z.object(fields),
    answer: partnerLinkSchema,
  },
  save: {
    method: 'PUT',
    path: '/api/staff/partner_links/{id}',
    access: admins,
    summary: 'Update a partner link.',
    params: idParams,
    body: z.object({ ...fields, version: z.int() }),
    answer: partnerLinkSchema,
  },
  move: {
    method: 'POST',
    path: '/api/staff/partner_links/{id}/move',
    access: admins,
    summary: 'Move a partner link up or down by one.',
    params: idParams,
    body: z.object({ direction: z.enum(['up', 'down']) }),
    answer: done,
  },
  remove: {
    method: 'DELETE',
    path: '/api/staff/partner_links/{id}',
    access: admins,
    summary: 'Delete a partner link.',
    params: idParams,
    answer: done,
  },
});
