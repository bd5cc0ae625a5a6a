import sharp from 'sharp';
import { searchPicture } from '#contract/image-search-rules.ts';
import { appError } from './app-error.ts';
import { maxPixels } from './picture-raster.ts';

const longest = 1600;
const seconds = 10;
const formats: readonly (string | undefined)[] = ['jpeg', 'png', 'webp'];

const unreadable = () =>
  appError('file_invalid', 'This picture cannot be read. Save it again as JPEG, PNG or WebP and retry.', 'file');

/**
 * A picture drawn anew: upright, its first frame, at most 1,600 px, without place, camera or anything else that was
 * written into the file. Told by its head alone, a picture that is too large is never decoded. Throws `file_invalid`.
 */
export async function cleanPicture(bytes: Buffer): Promise<{ bytes: Buffer }> {
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw unreadable();
    });
  demandSize(head.width, head.pageHeight ?? head.height);
  if (!formats.includes(head.format)) throw unreadable();
  const made = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
    .timeout({ seconds })
    .rotate()
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 86 })
    .toBuffer()
    .catch(() => {
      throw unreadable();
    });
  return { bytes: made };
}

function demandSize(width: number, height: number): void {
  if (width * height > maxPixels) {
    const size = Math.round((width * height) / 1_000_000);
    const sentence = `This picture has ${size} megapixels. Make it smaller than ${searchPicture.megapixels} megapixels and try again.`;
    throw appError('file_invalid', sentence, 'file');
  }
  if (Math.max(width, height) < searchPicture.least) {
    const sentence = `This picture is only ${width} × ${height} pixels. Use one of at least ${searchPicture.least} pixels on its longer side.`;
    throw appError('file_invalid', sentence, 'file');
  }
}

/** Width and height, in pixels. */
export async function sizeOf(bytes: Buffer): Promise<{ width: number; height: number }> {
  const { width, height } = await sharp(bytes).metadata();
  return { width, height };
}

/** A part of a picture in shares of its width and height. */
export type Crop = { left: number; top: number; width: number; height: number };

/** Cuts the part out; with `side`, at most that large. */
export async function cutOut(bytes: Buffer, crop: Crop, side?: number): Promise<Buffer> {
  const { width, height } = await sizeOf(bytes);
  const left = Math.min(width - 1, Math.round(crop.left * width));
  const top = Math.min(height - 1, Math.round(crop.top * height));
  const area = {
    left,
    top,
    width: Math.max(1, Math.min(width - left, Math.round(crop.width * width))),
    height: Math.max(1, Math.min(height - top, Math.round(crop.height * height))),
  };
  const part = sharp(bytes).extract(area);
  const sized =
    side === undefined ? part : part.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
  return sized.webp({ quality: side === undefined ? 86 : 70 }).toBuffer();
}
