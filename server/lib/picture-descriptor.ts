import { gridLength, gridOf } from './picture-grid.ts';
import { contentBox, fullBox, type Raster } from './picture-raster.ts';
import type { Descriptor } from './picture-similarity.ts';

export { similarity, seek, type Sought } from './picture-similarity.ts';

/** What a raster looks like. */
export const descriptorOf = (raster: Raster): Descriptor => ({
  full: gridOf(raster, fullBox(raster)),
  best: gridOf(raster, contentBox(raster)),
});

/** As it is kept in the database. */
export function packDescriptor({ full, best }: Descriptor): Buffer {
  // a descriptor that came from another process is a part of a larger buffer
  return Buffer.concat([full, best].map((grid) => Buffer.from(grid.buffer, grid.byteOffset, grid.byteLength)));
}

/** The descriptor that was packed. */
export function unpackDescriptor(bytes: Buffer): Descriptor {
  const part = (index: number) => new Int8Array(bytes.subarray(index * gridLength, (index + 1) * gridLength));
  return { full: part(0), best: part(1) };
}
