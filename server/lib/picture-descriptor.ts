import { type Grid, gridLength, gridOf } from './picture-grid.ts';
import { contentBox, fullBox, rasterOf } from './picture-raster.ts';

export { likeness, seek, type Sought } from './picture-likeness.ts';

/** What a picture looks like, for comparing: all of it, and the thing on it where its surroundings are plain. */
export type Descriptor = { full: Grid; best: Grid };

/** Looks at a picture; throws `file_invalid` for what cannot be read. */
export async function describePicture(bytes: Buffer): Promise<Descriptor> {
  const raster = await rasterOf(bytes);
  return { full: gridOf(raster, fullBox(raster)), best: gridOf(raster, contentBox(raster)) };
}

/** As it is kept in the database. */
export function packDescriptor({ full, best }: Descriptor): Buffer {
  return Buffer.concat([new Uint8Array(full.buffer), new Uint8Array(best.buffer)]);
}

/** The descriptor that was packed. */
export function unpackDescriptor(bytes: Buffer): Descriptor {
  const part = (index: number) => new Int8Array(bytes.subarray(index * gridLength, (index + 1) * gridLength));
  return { full: part(0), best: part(1) };
}
