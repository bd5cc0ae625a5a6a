import { z } from 'zod';
import { id } from '#contract/shared.ts';
import type { Tasks } from '#server/db/queue.ts';
import { runMappingFile } from './mapping-files-run.service.ts';
import { mappingFileTask } from './mapping-files.service.ts';

const payload = z.object({ account_id: id, id });

export const mappingFilesTasks: Tasks = {
  [mappingFileTask]: (entry, raw) => runMappingFile(entry, payload.parse(raw)),
};
