import type { Ctx } from '#server/db/context.ts';
import { soughtCodes } from '#server/lib/picture-code.ts';
import { type Descriptor, likeness, seek, unpackDescriptor } from '#server/lib/picture-descriptor.ts';
import { type Among, findNear } from './image-search-alike.db.ts';

export type { Among } from './image-search-alike.db.ts';
export type Alike = { picture: string; likeness: number };

const candidates = 120;
const leastAlike = 0.5;

/** Pictures that look like the described one, most alike first; at most `limit`, none below a likeness of a half. */
export async function alikePictures(ctx: Ctx, descriptor: Descriptor, among: Among, limit: number): Promise<Alike[]> {
  const near = await findNear(ctx, among, soughtCodes(descriptor), Math.max(candidates, limit));
  const sought = seek(descriptor);
  return near
    .map(({ sha256, grids }) => ({ picture: sha256, likeness: likeness(sought, unpackDescriptor(grids)) }))
    .filter((one) => one.likeness >= leastAlike)
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, limit);
}
