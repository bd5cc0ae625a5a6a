import { catalog } from '#contract/catalog.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { bytesOf, takeUpload } from '#server/http/upload.ts';
import { browse, getOffered, listCategories } from './catalog-browse.service.ts';
import * as desk from './catalog-desk.service.ts';
import { listForDesk } from './catalog.service.ts';
import { drawPicture, keepPicture } from '#server/features/files/index.ts';

export function catalogRoutes(host: Host): void {
  mount(host, 'catalog', catalog, {
    list: (ctx, { query }) => browse(ctx, query),
    categories: (ctx) => listCategories(ctx),
    get: (ctx, { params }) => getOffered(ctx, params.id),
    deskList: (ctx, { query }) => listForDesk(ctx, query),
    deskProducts: (ctx, { query }) => desk.listDesk(ctx, query),
    deskGet: (ctx, { params }) => desk.getDesk(ctx, params.id),
    deskCreate: (ctx, { body }) => desk.createProduct(ctx, body),
    deskSave: (ctx, { params, body }) => desk.saveProduct(ctx, params.id, body),
    deskAddSku: (ctx, { params, body }) => desk.addSku(ctx, params.id, body),
    deskSaveSku: (ctx, { params, body }) => desk.saveSku(ctx, params.id, body),
    deskOffer: (ctx, { params, body }) => desk.offerSku(ctx, params.id, body),
    deskPicture: {
      manual: async (entry, _input, { request }) => {
        const bytes = await takeUpload(request, bytesOf);
        const drawn = await drawPicture(bytes, entry.actor.user_id);
        return entry.run('desk', async (ctx) => {
          const { sha256 } = await keepPicture(ctx, drawn);
          return { sha256, url: `/api/pictures/${sha256}` };
        });
      },
    },
  });
}
