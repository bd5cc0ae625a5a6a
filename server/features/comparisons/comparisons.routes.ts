import { comparisons } from '#contract/comparisons.ts';
import { accountOf } from '#server/db/context.ts';
import type { Tasks } from '#server/db/queue.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { secretKey } from '#server/lib/secrets.ts';
import { comparisonKeys } from './comparison-signing.ts';
import { comparisonsTasks } from './comparisons.jobs.ts';
import type { ComparisonsNeeds } from './comparisons-kit.ts';
import * as service from './comparisons.service.ts';

/** Mounts the feature; answers its background tasks. */
export function comparisonsRoutes(host: Host, needs: ComparisonsNeeds): Tasks {
  const kit = { needs, keys: comparisonKeys(secretKey(host.config.SECRET_KEY)) };
  mount(host, 'comparisons', comparisons, {
    list: (ctx, { query }) => service.listComparisons(ctx, needs, query),
    start: (ctx, { body }) => service.startComparison(ctx, kit, body),
    get: (ctx, { params }) => service.getComparison(ctx, needs, accountOf(ctx), params.id),
    findings: (ctx, { query }) => service.listFindings(ctx, query),
    report: (ctx, { params }) => service.getReport(ctx, needs, params.id),
    verify: (ctx, { params }) => service.verifyReport(ctx, needs, params.id),
    verifyFile: { manual: (entry, { body }) => entry.run('desk', (ctx) => service.verifyFile(ctx, kit, body)) },
  });
  return comparisonsTasks(kit);
}
