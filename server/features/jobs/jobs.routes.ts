import { jobs } from '#contract/jobs.ts';
import { accountOf } from '../../db/context.ts';
import type { Host } from '../../http/host.ts';
import { mount } from '../../http/mount.ts';
import { getJob } from './jobs.service.ts';

export function jobsRoutes(host: Host): void {
  mount(host, 'jobs', jobs, { get: (ctx, { params }) => getJob(ctx, accountOf(ctx), params.id) });
}
