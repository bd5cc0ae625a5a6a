import { imageSearch } from '#contract/image-search.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import * as kept from './image-search-ask.service.ts';
import { resultsOf, listDuplicates } from './image-search.service.ts';

export function imageSearchRoutes(host: Host): void {
  mount(host, 'image-search', imageSearch, {
    search: { manual: (entry, { body }) => kept.search(entry, body) },
    list: (ctx, { query }) => kept.listSearches(ctx, query),
    get: (ctx, { params }) => kept.getSearch(ctx, params.id),
    picture: (ctx, { params }) => kept.pictureLink(ctx, params.id),
    crop: { manual: (entry, { params, body }) => kept.cropSearch(entry, params.id, body.crop) },
    results: (ctx, { params, query }) => resultsOf(ctx, params.id, query),
    remove: async (ctx, { params }) => {
      await kept.removeSearch(ctx, params.id);
      return { done: true } as const;
    },
    clear: async (ctx) => ({ deleted: await kept.clearSearches(ctx) }),
    duplicates: (ctx, { query }) => listDuplicates(ctx, query),
  });
}
