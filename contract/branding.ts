import { z } from 'zod';
import { endpoints } from './endpoint.ts';

export const branding = endpoints({
  site: {
    method: 'GET',
    path: '/api/config/site',
    access: { kind: 'public' },
    summary: 'Name and look of this domain.',
    answer: z.object({ domain: z.string(), brand_name: z.string(), branding: z.record(z.string(), z.unknown()) }),
  },
});
