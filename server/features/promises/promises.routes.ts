import { promises } from '#contract/promises.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { type Needs, promiseBoard } from './promises.service.ts';

export function promisesRoutes(host: Host, needs: Needs): void {
  mount(host, 'promises', promises, {
    board: (ctx, { query }) => promiseBoard(ctx, needs, query),
  });
}
