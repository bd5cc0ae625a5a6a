import { searchPicture } from '#contract/image-search-rules.ts';
import { AppError, appError } from './app-error.ts';
import { type Owner, parsing } from './parsing/parsing-pool.ts';
import { ParsingRefusal } from './parsing/parsing-refusal.ts';
import type { Crop, DrawnPicture, Look, Redrawing } from './parsing/picture-work.ts';
import type { Descriptor } from './picture-similarity.ts';

// Pictures are read in other processes: JPEG, PNG and WebP, recognized by their first bytes, up to 40 megapixels. Everything here
// throws `file_invalid` with the sentence for whoever sent the picture. To be called outside of any transaction. `owner` is
// who sent it (an account's or a person's id), so that nobody's pictures hold up those of others.

export type { Crop, DrawnPicture, Look };

/** A picture drawn again as WebP: upright, its first frame, without place, camera or anything else written into the file. */
export const redrawPicture = (bytes: Buffer, how: Redrawing, owner: Owner): Promise<DrawnPicture> =>
  refusing(parsing.run('pictures.redraw', bytes, how, owner));

/** A picture that a member searches by or the warehouse took, at most 1,600 px, at least as large as a search needs. */
export const cleanPicture = (bytes: Buffer, owner: Owner): Promise<DrawnPicture> =>
  redrawPicture(bytes, { longest: 1600, quality: 86, least: searchPicture.least }, owner);

/** The part of a picture as a picture. */
export const cutPicture = (bytes: Buffer, crop: Crop, owner: Owner): Promise<Buffer> =>
  refusing(parsing.run('pictures.cut', bytes, { crop }, owner));

/** Size, descriptor and thumbnail of a part, the thumbnail at most `side` pixels. */
export const lookAtPicture = (bytes: Buffer, side: number, crop: Crop, owner: Owner): Promise<Look> =>
  refusing(parsing.run('pictures.look', bytes, { crop, side }, owner));

/** What a picture looks like, for comparing. */
export const describePicture = (bytes: Buffer): Promise<Descriptor> =>
  refusing(parsing.run('pictures.describe', bytes, undefined));

async function refusing<T>(reading: Promise<T>): Promise<T> {
  return reading.catch((error: unknown) => {
    if (!(error instanceof ParsingRefusal)) throw error;
    if (error.code === 'busy') throw new AppError('unavailable', { text: 'general.reading_busy' }, { retryAfter: 30 });
    throw appError('file_invalid', error.sentence, 'file');
  });
}
