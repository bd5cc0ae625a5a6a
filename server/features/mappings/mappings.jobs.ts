import { z } from 'zod';
import type { Tasks } from '#server/db/queue.ts';
import { refreshFigures } from './mappings-figures.service.ts';
import { figuresTask } from '#server/features/products/index.ts';

const figuresPayload = z.object({ account_id: z.uuid(), look: z.enum(['orders', 'rates', 'all']).optional() });

export const mappingsTasks: Tasks = {
  [figuresTask]: async (entry, payload) => {
    const { account_id, look } = figuresPayload.parse(payload);
    await refreshFigures(entry, account_id, look);
  },
};
