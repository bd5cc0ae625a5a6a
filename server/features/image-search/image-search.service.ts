import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Ctx } from '#server/db/context.ts';
import { soughtCodes } from '#server/lib/picture-code.ts';
import { likeness, seek, type Sought, unpackDescriptor } from '#server/lib/picture-descriptor.ts';
import { type Among, findNear, type Near } from './image-search-alike.db.ts';
import type { Descriptor } from '#server/lib/picture-likeness.ts';

export type { Among } from './image-search-alike.db.ts';
export type Alike = { picture: string; likeness: number };

const candidates = 120;
const leastAlike = 0.5;
/** Compared at once, a few milliseconds: then other calls get their turn. */
const atOnce = 10;
/** So many that are not alike, one after the other, and those farther away are not looked at. */
const patience = 40;

/** Pictures that look like the described one, most alike first; at most `limit`, none below a likeness of a half. */
export async function alikePictures(ctx: Ctx, descriptor: Descriptor, among: Among, limit: number): Promise<Alike[]> {
  const near = await findNear(ctx, among, soughtCodes(descriptor), Math.max(candidates, limit));
  const alike = await compare(seek(descriptor), near);
  return alike.toSorted((a, b) => b.likeness - a.likeness).slice(0, limit);
}

/** Those that are alike, out of candidates of which the nearest come first. */
async function compare(sought: Sought, near: readonly Near[]): Promise<Alike[]> {
  const alike: Alike[] = [];
  let unlike = 0;
  for (const [at, { sha256, grids }] of near.entries()) {
    const share = likeness(sought, unpackDescriptor(grids));
    if (share >= leastAlike) alike.push({ picture: sha256, likeness: share });
    unlike = share >= leastAlike ? 0 : unlike + 1;
    if (unlike === patience) break;
    if (at % atOnce === atOnce - 1) await othersTurn();
  }
  return alike;
}
