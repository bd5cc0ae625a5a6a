import type { Tasks } from '#server/db/queue.ts';
import type { Blobs } from '#server/lib/blob-folder.ts';
import { sweep } from './files.service.ts';

export function filesTasks(blobs: Blobs): Tasks {
  return {
    files_sweep: async (entry) => {
      const removed = await sweep(entry, blobs);
      if (removed > 0) entry.log.info({ removed }, 'files swept');
    },
  };
}
