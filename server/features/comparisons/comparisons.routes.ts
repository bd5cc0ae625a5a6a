import { comparisons } from '#contract/comparisons.ts';
import type { Tasks } from '#server/db/queue.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { secretKey } from '#server/lib/secrets.ts';
import { comparisonKeys } from './comparison-signing.ts';
import { comparisonsTasks } from './comparisons.jobs.ts';
import * as service from './comparisons.service.ts';
import type { StoresKit } from '#server/features/stores/index.ts';

/** Mounts the feature; answers its background tasks. */
export function comparisonsRoutes(host: Host, shops: StoresKit): Tasks {
  const kit = { shops, keys: comparisonKeys(secretKey(host.config.SECRET_KEY)) };
  mount(host, 'comparisons', comparisons, {
    list: (ctx, { query }) => service.listComparisons(ctx, query),
    start: (ctx, { body }) => service.startComparison(ctx, body),
    get: (ctx, { params }) => service.getComparison(ctx, params.id),
    findings: (ctx, { query }) => service.listFindings(ctx, query),
    report: (ctx, { params }) => service.getReport(ctx, params.id),
    verify: (ctx, { params }) => service.verifyReport(ctx, params.id),
    verifyFile: { manual: (entry, { body }) => entry.run('all_accounts', (ctx) => service.verifyFile(ctx, kit, body)) },
  });
  return comparisonsTasks(kit);
}
