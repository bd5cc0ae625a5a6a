import { jobs } from '#contract/jobs.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { getJob } from './jobs.service.ts';

export function jobsRoutes(host: Host): void {
  mount(host, 'jobs', jobs, { get: (ctx, { params }) => getJob(ctx, params.id) });
}
