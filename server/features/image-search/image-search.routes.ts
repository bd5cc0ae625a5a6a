import { imageSearch } from '#contract/image-search.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { askPrice, cropSearch, drawCrop, search } from './image-search-ask.service.ts';
import * as kept from './image-search-kept.service.ts';
import type { Needs } from './image-search-needs.ts';
import { resultsOf } from './image-search-results.service.ts';
import { listTwins } from './image-search-twins.service.ts';

export function imageSearchRoutes(host: Host, needs: Needs): void {
  mount(host, 'image-search', imageSearch, {
    search: { manual: (entry, { body }) => search(entry, needs, body) },
    list: (ctx, { query }) => kept.listSearches(ctx, query),
    get: (ctx, { params }) => kept.getSearch(ctx, params.id),
    picture: (ctx, { params }) => kept.pictureLink(ctx, needs, params.id),
    crop: { manual: (entry, { params, body }) => cropSearch(entry, needs, params.id, body.crop) },
    results: (ctx, { params, query }) => resultsOf(ctx, params.id, query),
    inquiry: {
      before: async (entry, { params }) => {
        const drawn = await drawCrop(entry, needs, params.id);
        return (ctx, { body }) => askPrice(ctx, needs, { id: params.id, body, drawn });
      },
    },
    remove: async (ctx, { params }) => {
      await kept.removeSearch(ctx, needs, params.id);
      return { done: true } as const;
    },
    clear: async (ctx) => ({ deleted: await kept.clearSearches(ctx, needs) }),
    twins: (ctx, { query }) => listTwins(ctx, query),
  });
}
