import { catalog } from '#contract/catalog.ts';
import type { Ctx } from '#server/db/context.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { appError } from '#server/lib/app-error.ts';
import { type AskNeeds, askPrice } from './catalog-ask.service.ts';
import { browse, getOffered, listCategories } from './catalog-browse.service.ts';
import * as desk from './catalog-desk.service.ts';
import { listForDesk } from './catalog.service.ts';

type Needs = desk.CatalogNeeds & AskNeeds & { storePicture(ctx: Ctx, bytes: Buffer): Promise<{ sha256: string }> };

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
        if (!request.isMultipart()) throw appError('wrong_type', 'Send the picture as multipart/form-data.');
        const part = await request.file();
        if (!part) throw appError('file_invalid', 'Choose a picture.', 'file');
        const bytes = await part.toBuffer();
        return entry.run('desk', async (ctx) => {
          const { sha256 } = await needs.storePicture(ctx, bytes);
          return { sha256, url: `/api/pictures/${sha256}` };
        });
      },
    },
  });
}
