import { z } from 'zod';
import { id } from '#contract/shared.ts';
import type { Tasks } from '#server/db/queue.ts';
import { dropOld } from './bulk.db.ts';
import { bulkTask, type Actions } from './bulk.service.ts';
import { runBulk } from './bulk-run.service.ts';

const payload = z.object({ account_id: id, id });
const keptDays = 30;

export function bulkTasks(actions: Actions): Tasks {
  return {
    [bulkTask]: (entry, raw) => runBulk(entry, payload.parse(raw), actions),
    bulk_purge: (entry) =>
      entry.run('all_accounts', (ctx) => dropOld(ctx, new Date(ctx.now.getTime() - keptDays * 86_400_000))),
  };
}

export const bulkCrontab = '41 3 * * * bulk_purge';
