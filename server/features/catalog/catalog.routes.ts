import { catalog } from '#contract/catalog.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { bytesOf, takeUpload } from '#server/http/upload.ts';
import { listForStaff, browse, getOffered, listCategories } from './catalog.service.ts';
import * as staff from './catalog-staff.service.ts';
import { drawPicture, keepPicture } from '#server/features/files/index.ts';

export function catalogRoutes(host: Host): void {
  mount(host, 'catalog', catalog, {
    list: (ctx, { query }) => browse(ctx, query),
    categories: (ctx) => listCategories(ctx),
    get: (ctx, { params }) => getOffered(ctx, params.id),
    staffList: (ctx, { query }) => listForStaff(ctx, query),
    staffProducts: (ctx, { query }) => staff.listProducts(ctx, query),
    staffGet: (ctx, { params }) => staff.getForStaff(ctx, params.id),
    staffCreate: (ctx, { body }) => staff.createProduct(ctx, body),
    staffSave: (ctx, { params, body }) => staff.saveProduct(ctx, params.id, body),
    staffAddSku: (ctx, { params, body }) => staff.addSku(ctx, params.id, body),
    staffSaveSku: (ctx, { params, body }) => staff.saveSku(ctx, params.id, body),
    staffOffer: (ctx, { params, body }) => staff.offerSku(ctx, params.id, body),
    staffPicture: {
      manual: async (entry, _input, { request }) => {
        const bytes = await takeUpload(request, bytesOf);
        const drawn = await drawPicture(bytes, entry.actor.user_id);
        return entry.run('all_accounts', async (ctx) => {
          const { sha256 } = await keepPicture(ctx, drawn);
          return { sha256, url: `/api/pictures/${sha256}` };
        });
      },
    },
  });
}
