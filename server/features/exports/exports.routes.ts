import { exports } from '#contract/exports.ts';
import type { Job } from '#contract/jobs.ts';
import { exportAtOnce } from '#contract/list-rules.ts';
import type { Entry, MerchantActor } from '#server/db/context.ts';
import { fileDay } from '#server/db/file-day.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { fileStream, mimes, runExport } from './export-write.service.ts';
import {
  fileNameOf,
  listExports,
  measure,
  type Lists,
  noteExport,
  ordersExport,
  startExport,
} from './exports.service.ts';
import { getJob } from '#server/features/jobs/index.ts';

export function exportsRoutes(host: Host, lists: Lists): void {
  /** A short file is written while the caller waits; a long one is a job that goes on without them. */
  const create = async (entry: Entry<MerchantActor>, asked: Parameters<typeof startExport>[1]): Promise<Job> => {
    const { account_id } = entry.actor;
    const { job, now } = await entry.run({ account_id }, (ctx) => startExport(ctx, asked, lists));
    if (!now) return job;
    await runExport(entry, { account_id, id: job.id }, lists);
    return entry.run({ account_id }, (ctx) => getJob(ctx, job.id));
  };
  mount(host, 'exports', exports, {
    create: { manual: (entry, { body }) => create(entry, body) },
    list: (ctx) => listExports(ctx),
    orders: {
      manual: async (entry, { query }, { reply }) => {
        const asked = ordersExport(query);
        const scope = { account_id: entry.actor.account_id };
        const { total, day } = await entry.run(scope, async (ctx) => ({
          total: await measure(ctx, asked, lists),
          day: await fileDay(ctx),
        }));
        if (total > exportAtOnce) return create(entry, asked);
        await entry.run(scope, (ctx) => noteExport(ctx, asked, total));
        const name = fileNameOf({ ...asked, day });
        return reply
          .header('content-type', mimes[asked.format])
          .header('content-disposition', `attachment; filename="${name}"`)
          .send(await fileStream(entry, asked, total, lists));
      },
    },
  });
}
