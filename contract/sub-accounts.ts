import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { merchantRoles } from './rights.ts';
import { id, listMeta, listQuery, minor, time } from './shared.ts';

/** What a member may pay without approval, in minor units of the wallet's currency; null for no limit. */
export const limitsSchema = z.object({
  per_payment: minor.min(0).nullable(),
  per_day: minor.min(0).nullable(),
  per_month: minor.min(0).nullable(),
  version: z.int(),
});

export const memberSchema = z.object({
  user_id: id,
  username: z.string(),
  /** As transactions and messages name them: the username where they gave no other. */
  name: z.string(),
  email: z.string(),
  role: z.enum(merchantRoles),
  /** Names of the stores a member is limited to; null means all. */
  stores: z.array(z.string()).nullable(),
  status: z.enum(['invited', 'active', 'suspended', 'removed']),
  last_seen_at: time.nullable(),
  /** Whether their rights let them pay at all. */
  pays: z.boolean(),
  limits: limitsSchema,
  /** Whether the reader may set them: of others than the owner, and not their own. */
  may_limit: z.boolean(),
});

export const subAccounts = endpoints({
  list: {
    method: 'GET',
    path: '/api/sub_accounts',
    access: { kind: 'merchant', feature: 'sub-accounts', action: 'view' },
    summary: 'List the users of the account with role, stores, and last login.',
    query: listQuery,
    answer: z.array(memberSchema),
    meta: listMeta,
  },
  setLimits: {
    method: 'PUT',
    path: '/api/sub_accounts/{user_id}/limits',
    access: { kind: 'merchant', feature: 'sub-accounts', action: 'edit' },
    summary: 'Update what a member may pay without approval.',
    params: z.object({ user_id: id }),
    body: limitsSchema,
    answer: limitsSchema,
  },
});
