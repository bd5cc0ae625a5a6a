import { mappings } from '#contract/mappings.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { saveMapping } from './mappings.service.ts';
import { requireProduct } from '#server/features/products/index.ts';

export function mappingsRoutes(host: Host): void {
  mount(host, 'mappings', mappings, {
    save: async (ctx, { params, body }) => {
      await requireProduct(ctx, params.id);
      return saveMapping(ctx, params.id, body);
    },
  });
}
