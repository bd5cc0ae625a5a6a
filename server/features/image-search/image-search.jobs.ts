import type { Ctx, Entry } from '#server/db/context.ts';
import { enqueue, type Tasks } from '#server/db/queue.ts';
import type { Blobs } from '#server/lib/blob-folder.ts';
import { codesOf } from '#server/lib/picture-code.ts';
import { packDescriptor } from '#server/lib/picture-descriptor.ts';
import { describePicture } from '#server/lib/pictures.ts';
import * as rows from './image-search-pictures.db.ts';
import { pictureKept } from '#server/features/files/index.ts';
import { picturesDescribed } from './image-search.events.ts';
import { compareNew } from './image-search.service.ts';

const task = 'image_search_describe';
const duplicatesTask = 'image_search_duplicates';
/** As releases before 2026-11-23 queued it. */
const formerDuplicatesTask = 'image_search_twins';
const perRun = 100;
const atOnce = 2;
/** Goes up whenever descriptors or codes are made differently: everything is then described again. */
const method = 1;

/** Looks for pictures that came new; those that were missed are looked for every ten minutes. */
export const imageSearchCrontab = `*/10 * * * * ${task}`;

/** Has new pictures described once the action is committed. */
export const describeSoon = (ctx: Ctx): Promise<void> => enqueue(ctx, task, {}, { key: task });

const compareSoon = (ctx: Ctx): Promise<void> => enqueue(ctx, duplicatesTask, {}, { key: duplicatesTask });

/**
 * `image_search_describe` gives each stored picture its descriptor, `image_search_duplicates` then compares the products that
 * show them; where one breaks off, the next run goes on.
 */
export const imageSearchTasks: Tasks = {
  [task]: async (entry) => {
    const waiting = await entry.run('all_accounts', (ctx) => rows.findUndescribed(ctx, method, perRun));
    const queue = [...waiting];
    await Promise.all(Array.from({ length: atOnce }, () => work(entry, queue)));
    if (waiting.length > 0) await entry.run('all_accounts', (ctx) => picturesDescribed.emit(ctx, {}));
    await entry.run('all_accounts', (ctx) => (waiting.length === perRun ? describeSoon(ctx) : compareSoon(ctx)));
  },
  [duplicatesTask]: compare,
  [formerDuplicatesTask]: compare,
};

async function compare(entry: Entry): Promise<void> {
  if ((await compareNew(entry, perRun)) === perRun) await entry.run('all_accounts', compareSoon);
}

async function work(entry: Entry, queue: string[]): Promise<void> {
  for (let sha256 = queue.shift(); sha256; sha256 = queue.shift()) await describe(entry, sha256);
}

async function describe(entry: Entry, sha256: string): Promise<void> {
  const found = await look(entry.app.blobs, sha256).catch((error: unknown) => {
    entry.log.warn({ err: error, sha256 }, 'picture cannot be described');
    return null;
  });
  await entry.run('all_accounts', (ctx) => rows.keepDescriptor(ctx, sha256, method, found));
}

async function look(blobs: Blobs, sha256: string) {
  const descriptor = await describePicture(await blobs.bytes(sha256));
  return { codes: codesOf(descriptor), grids: packDescriptor(descriptor) };
}

/** What image search does about other features' events. */
export function subscribeImageSearch(): void {
  pictureKept.on(describeSoon);
}
