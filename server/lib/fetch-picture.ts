import { FetchError, fetchOutside, type FetchRules } from './fetch-outside.ts';

export type PictureRules = FetchRules;
export { FetchError as PictureError };

/** Fetches a picture's bytes from an allow-listed host (P29). Throws `PictureError`. */
export async function fetchPicture(address: string, rules: PictureRules): Promise<Buffer> {
  return fetchOutside(address, rules, { name: 'picture', accept: 'image/*', withinMs: 15_000 });
}
