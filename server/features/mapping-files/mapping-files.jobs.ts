import { z } from 'zod';
import { id } from '#contract/shared.ts';
import type { Tasks } from '#server/db/queue.ts';
import { runMappingFile } from './mapping-files-run.service.ts';
import { mappingFileTask, type Needs } from './mapping-files.service.ts';

const payload = z.object({ account_id: id, id });

export function mappingFilesTasks(needs: Needs): Tasks {
  return { [mappingFileTask]: (entry, raw) => runMappingFile(entry, payload.parse(raw), needs) };
}
