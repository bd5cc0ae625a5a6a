import sharp from 'sharp';
import { pictureLimits } from '#contract/image-search-rules.ts';
import { descriptorOf } from '../picture-descriptor.ts';
import { pictureFormat } from '../picture-format.ts';
import { rasterSide } from '../picture-raster.ts';
import { ParsingRefusal } from './parsing-refusal.ts';
import type { Descriptor } from '../picture-similarity.ts';

// Runs in a parsing process: nothing else of the server reads pictures.

// Whatever a file claims to be: drawings, documents and rare formats are never loaded.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
sharp.cache(false);
sharp.concurrency(1);

/** How a picture is drawn again: at most `longest` pixels wide and high; refused when its longer side is below `least`. */
export type Redrawing = { longest: number; quality: number; least?: number };
export type DrawnPicture = { bytes: Buffer; format: 'webp'; width: number; height: number };
/** A part of a picture in shares of its width and height. */
export type Crop = { left: number; top: number; width: number; height: number };
/** What a search keeps of the part that is searched, and the size of the whole picture. */
export type Look = { width: number; height: number; descriptor: Descriptor; thumbnail: Buffer };

const unreadable = () => new ParsingRefusal('unreadable', { text: 'parsing.picture_unreadable' });

async function orUnreadable<T>(reading: Promise<T>): Promise<T> {
  return reading.catch(() => {
    throw unreadable();
  });
}

/** What is decoded of a picture, and its size, recognized by its head before anything is decoded. */
async function open(sent: Buffer): Promise<{ bytes: Buffer; width: number; height: number }> {
  const format = pictureFormat(sent);
  if (!format) throw unreadable();
  const bytes = format === 'png' ? withoutSideChunks(sent) : sent;
  const head = await orUnreadable(sharp(bytes, { limitInputPixels: false }).metadata());
  const [width, height] = [head.width, head.pageHeight ?? head.height];
  if (head.format !== format) throw unreadable();
  if (width * height > pictureLimits.megapixels * 1_000_000)
    throw new ParsingRefusal('unreadable', {
      text: 'parsing.picture_too_large',
      params: { megapixels: Math.round((width * height) / 1_000_000), most: pictureLimits.megapixels },
    });
  return { bytes, width, height };
}

const decode = (bytes: Buffer) =>
  sharp(bytes, { limitInputPixels: pictureLimits.megapixels * 1_000_000, failOn: 'error', pages: 1 });

/** Draws a picture again: upright, its first frame, on white, without anything else that was written into the file. */
export async function redraw(sent: Buffer, { longest, quality, least }: Redrawing): Promise<DrawnPicture> {
  const { bytes, width, height } = await open(sent);
  if (least !== undefined && Math.max(width, height) < least)
    throw new ParsingRefusal('unreadable', { text: 'parsing.picture_too_small', params: { width, height, least } });
  const { data, info } = await orUnreadable(
    decode(bytes)
      .rotate()
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .toBuffer({ resolveWithObject: true }),
  );
  return { bytes: data, format: 'webp', width: info.width, height: info.height };
}

/** Cuts a part out; with `side`, at most that large. */
export async function cut(sent: Buffer, { crop, side }: { crop: Crop; side?: number }): Promise<Buffer> {
  const { bytes, width, height } = await open(sent);
  const left = Math.min(width - 1, Math.round(crop.left * width));
  const top = Math.min(height - 1, Math.round(crop.top * height));
  const area = {
    left,
    top,
    width: Math.max(1, Math.min(width - left, Math.round(crop.width * width))),
    height: Math.max(1, Math.min(height - top, Math.round(crop.height * height))),
  };
  const part = decode(bytes).extract(area);
  const sized =
    side === undefined ? part : part.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
  return orUnreadable(sized.webp({ quality: side === undefined ? 86 : 70 }).toBuffer());
}

/** What a picture looks like, for comparing. */
export async function describe(sent: Buffer): Promise<Descriptor> {
  const { bytes } = await open(sent);
  const rgb = await orUnreadable(
    decode(bytes)
      .rotate()
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .resize(rasterSide, rasterSide, { fit: 'fill', kernel: 'cubic', fastShrinkOnLoad: true })
      .removeAlpha()
      .raw()
      .toBuffer(),
  );
  return descriptorOf({ side: rasterSide, rgb });
}

/** Looks at a part of a picture. */
export async function look(sent: Buffer, { crop, side }: { crop: Crop; side: number }): Promise<Look> {
  const { bytes, width, height } = await open(sent);
  const part = await cut(bytes, { crop });
  return { width, height, descriptor: await describe(part), thumbnail: await cut(bytes, { crop, side }) };
}

/** What a PNG is shown by. Everything else is texts, frames and the like, some of it packed a thousandfold. */
const shown = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'iCCP', 'sRGB', 'gAMA', 'cHRM', 'eXIf']);
/** Chunks that may occur more than once. */
const repeated = 'IDAT';

const signatureBytes = 8;
/** Bytes of a chunk besides its data: length, type and checksum. */
const frameBytes = 12;

/** A PNG without the chunks that do not change how it is shown; an iCCP and the like only once. A broken end is left out. */
function withoutSideChunks(png: Buffer): Buffer {
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
