/** What a PNG is shown by. Everything else is texts, frames and the like, some of it packed a thousandfold. */
const shown = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'iCCP', 'sRGB', 'gAMA', 'cHRM', 'eXIf']);
/** Chunks that may occur more than once. */
const repeated = 'IDAT';

const signatureBytes = 8;
/** Bytes of a chunk besides its data: length, type and checksum. */
const frameBytes = 12;

/** A PNG without the chunks that do not change how it is shown; an iCCP and the like only once. A broken end is left out. */
export function withoutSideChunks(png: Buffer): Buffer {
  const kept = [png.subarray(0, signatureBytes)];
  const seen = new Set<string>();
  for (let at = signatureBytes; at + frameBytes <= png.length; ) {
    const end = at + frameBytes + png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    if (end > png.length) break;
    if (shown.has(type) && (type === repeated || !seen.has(type))) kept.push(png.subarray(at, end));
    seen.add(type);
    at = end;
  }
  return Buffer.concat(kept);
}
