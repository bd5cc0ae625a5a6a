import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { id, listMeta, listQuery } from './shared.ts';

export const catalogSkuSchema = z.object({
  id,
  code: z.string(),
  title: z.string(),
  weight_g: z.int(),
  lead_days: z.int(),
  moq: z.int(),
  status: z.enum(['active', 'low', 'discontinued']),
  /** Address of the picture on this server; null when there is none. */
  picture_url: z.string().nullable(),
});

export const catalog = endpoints({
  deskList: {
    method: 'GET',
    path: '/api/desk/catalog',
    access: { kind: 'staff', roles: ['agent', 'warehouse'] },
    summary: 'The provider’s SKUs; `account_id` adds those made for one client.',
    query: listQuery.extend({ account_id: id.optional() }),
    answer: z.array(catalogSkuSchema),
    meta: listMeta,
  },
});
