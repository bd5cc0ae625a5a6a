import { z } from 'zod';
import { id } from '#contract/shared.ts';
import type { Tasks } from '#server/db/queue.ts';
import { runExport } from './export-write.service.ts';
import { exportTask, type Lists } from './exports.service.ts';

const payload = z.object({ account_id: id, id });

export function exportsTasks(lists: Lists): Tasks {
  return { [exportTask]: (entry, raw) => runExport(entry, payload.parse(raw), lists) };
}
