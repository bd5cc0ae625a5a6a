import type { Tasks } from '#server/db/queue.ts';
import { sweep } from './files.service.ts';

export const filesTasks: Tasks = {
  files_sweep: async (entry) => {
    const removed = await sweep(entry);
    if (removed > 0) entry.log.info({ removed }, 'files swept');
  },
};
