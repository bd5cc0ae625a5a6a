import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { merchantRoles } from './rights.ts';
import { id, listMeta, listQuery, time } from './shared.ts';

export const memberSchema = z.object({
  user_id: id,
  username: z.string(),
  email: z.string(),
  role: z.enum(merchantRoles),
  /** Names of the stores a member is limited to; null means all. */
  stores: z.array(z.string()).nullable(),
  status: z.enum(['invited', 'active', 'suspended', 'removed']),
  last_seen_at: time.nullable(),
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
});
