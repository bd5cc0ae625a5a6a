import { catalog } from '#contract/catalog.ts';
import type { Ctx } from '#server/db/context.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { bytesOf, takeUpload } from '#server/http/upload.ts';
import type { DrawnPicture } from '#server/lib/pictures.ts';
import { type AskNeeds, askPrice } from './catalog-ask.service.ts';
import { browse, getOffered, listCategories } from './catalog-browse.service.ts';
import * as desk from './catalog-desk.service.ts';
import { listForDesk } from './catalog.service.ts';

type Needs = desk.CatalogNeeds &
  AskNeeds & {
    drawPicture(bytes: Buffer, owner: string | null): Promise<DrawnPicture>;
    keepPicture(ctx: Ctx, drawn: DrawnPicture): Promise<{ sha256: string }>;
  };

export function catalogRoutes(host: Host, needs: Needs): void {
  mount(host, 'catalog', catalog, {
    list: (ctx, { query }) => browse(ctx, query),
    categories: (ctx) => listCategories(ctx),
    get: (ctx, { params }) => getOffered(ctx, params.id),
    inquiry: (ctx, { params, body }) => askPrice(ctx, needs, params.id, body),
    deskList: (ctx, { query }) => listForDesk(ctx, query),
    deskProducts: (ctx, { query }) => desk.listDesk(ctx, query),
    deskGet: (ctx, { params }) => desk.getDesk(ctx, params.id),
    deskCreate: (ctx, { body }) => desk.createProduct(ctx, body, needs),
    deskSave: (ctx, { params, body }) => desk.saveProduct(ctx, params.id, body, needs),
    deskAddSku: (ctx, { params, body }) => desk.addSku(ctx, params.id, body, needs),
    deskSaveSku: (ctx, { params, body }) => desk.saveSku(ctx, params.id, body, needs),
    deskOffer: (ctx, { params, body }) => desk.offerSku(ctx, params.id, body, needs),
    deskPicture: {
      manual: async (entry, _input, { request }) => {
        const bytes = await takeUpload(request, bytesOf);
        const drawn = await needs.drawPicture(bytes, entry.actor.user_id);
        return entry.run('desk', async (ctx) => {
          const { sha256 } = await needs.keepPicture(ctx, drawn);
          return { sha256, url: `/api/pictures/${sha256}` };
        });
      },
    },
  });
}
