import { z } from 'zod';
import { pictureHostOf } from '#server/connectors/capabilities.ts';
import type { Entry } from '#server/db/context.ts';
import { enqueue, publish, type Tasks } from '#server/db/queue.ts';
import { fetchPicture, type PictureRules } from '#server/lib/fetch-picture.ts';
import { allFiguresSoon, figuresTask } from './figures/figures.service.ts';
import { reviewAccountMappings, reviewTask } from './mapping/drift.service.ts';
import * as rows from './intake/pictures.db.ts';
import { drawPicture, keepPicture } from '#server/features/files/index.ts';

/** `minute hour day month weekday task` lines of this feature, UTC. */
export const productsCrontab = ['*/10 * * * * products_mirror_pictures', '11 3 * * * products_figures_all'].join('\n');

const perRun = 100;
const atOnce = 4;

const reviewPayload = z.object({ account_id: z.uuid(), sku_id: z.uuid() });

/** `products_mirror_pictures` brings pictures of products to this server, so that pages need no other host (P29). */
export const productsTasks: Tasks = {
  [reviewTask]: async (entry, payload) => {
    const { account_id, sku_id } = reviewPayload.parse(payload);
    await entry.run({ account_id }, (ctx) => reviewAccountMappings(ctx, sku_id));
  },
  [`${figuresTask}_all`]: (entry) => entry.run('all_accounts', allFiguresSoon),
  products_mirror_pictures: async (entry) => {
    const waiting = await entry.run('all_accounts', (ctx) => rows.findUnmirrored(ctx, perRun));
    const queue = [...waiting];
    await Promise.all(Array.from({ length: atOnce }, () => work(entry, queue)));
    const accounts = new Set(waiting.map((product) => product.account_id));
    await entry.run('all_accounts', async (ctx) => {
      for (const account_id of accounts) publish(ctx, { account_id, kind: 'products.pictures' });
      if (waiting.length === perRun)
        await enqueue(ctx, 'products_mirror_pictures', {}, { key: 'products_mirror_pictures' });
    });
  },
};

async function work(entry: Entry, queue: rows.Unmirrored[]): Promise<void> {
  for (let product = queue.shift(); product; product = queue.shift()) await mirror(entry, product);
}

/** Some shops keep their pictures themselves: that one host is allowed for that shop's products. */
function rulesFor({ platform, domain }: rows.Unmirrored, rules: PictureRules): PictureRules {
  const own = pictureHostOf(platform, domain);
  return own === null || rules.hosts === 'any' ? rules : { ...rules, hosts: [...rules.hosts, own] };
}

/** Marked as tried before anything is done: a picture that ends this process is not begun again before a day has passed. */
async function mirror(entry: Entry, product: rows.Unmirrored): Promise<void> {
  try {
    const known = await entry.run('all_accounts', async (ctx) => {
      await rows.markTried(ctx, product);
      return rows.findMirrored(ctx, product);
    });
    const bytes =
      known === null ? await fetchPicture(product.image_url, rulesFor(product, entry.app.pictureRules)) : null;
    const drawn = bytes && (await drawPicture(bytes, product.account_id));
    await entry.run('all_accounts', async (ctx) => {
      const picture = known ?? (drawn && (await keepPicture(ctx, drawn)).sha256);
      if (picture) await rows.setPicture(ctx, product, picture);
    });
  } catch (error) {
    entry.log.info({ err: error, product: product.id }, 'picture not mirrored');
  }
}
