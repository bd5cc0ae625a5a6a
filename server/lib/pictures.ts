import { searchPicture } from '#contract/image-search-rules.ts';
import { AppError, appError } from './app-error.ts';
import { parsing } from './parsing/parsing-pool.ts';
import { ParsingRefusal } from './parsing/parsing-refusal.ts';
import type { Crop, DrawnPicture, Look, Redrawing } from './parsing/picture-work.ts';
import type { Descriptor } from './picture-descriptor.ts';

// Pictures are read in other processes: JPEG, PNG and WebP, told by their first bytes, up to 40 megapixels. Everything here
// throws `file_invalid` with the sentence for whoever sent the picture. To be called outside of any transaction.

export type { Crop, DrawnPicture, Look };

const whole: Crop = { left: 0, top: 0, width: 1, height: 1 };

/** A picture drawn anew as WebP: upright, its first frame, without place, camera or anything else written into the file. */
export const redrawPicture = (bytes: Buffer, how: Redrawing): Promise<DrawnPicture> =>
  refusing(parsing.run('pictures.redraw', bytes, how));

/** A picture that a member searches by or the warehouse took, at most 1,600 px, at least as large as a search needs. */
export const cleanPicture = (bytes: Buffer): Promise<DrawnPicture> =>
  redrawPicture(bytes, { longest: 1600, quality: 86, least: searchPicture.least });

/** The part of a picture as a picture. */
export const cutPicture = (bytes: Buffer, crop: Crop): Promise<Buffer> =>
  refusing(parsing.run('pictures.cut', bytes, { crop }));

/** Size, descriptor and thumbnail of a part, the thumbnail at most `side` pixels. */
export const lookAtPicture = (bytes: Buffer, side: number, crop: Crop = whole): Promise<Look> =>
  refusing(parsing.run('pictures.look', bytes, { crop, side }));

/** What a picture looks like, for comparing. */
export const describePicture = (bytes: Buffer): Promise<Descriptor> =>
  refusing(parsing.run('pictures.describe', bytes, undefined));

async function refusing<T>(reading: Promise<T>): Promise<T> {
  return reading.catch((error: unknown) => {
    if (!(error instanceof ParsingRefusal)) throw error;
    if (error.code === 'busy') throw new AppError('unavailable', { text: 'reading_busy' }, { retryAfter: 30 });
    throw appError('file_invalid', error.message, 'file');
  });
}
