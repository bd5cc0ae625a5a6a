/** Bands of similarity, most alike first, each with the least share that belongs to it. */
export const similarityBands = [
  { band: 'same', from: 0.9 },
  { band: 'very_alike', from: 0.75 },
  { band: 'alike', from: 0.5 },
] as const;
export type SimilarityBand = (typeof similarityBands)[number]['band'];

/** In which band a similarity lies. */
export function bandOf(similarity: number): SimilarityBand {
  return similarityBands.find(({ from }) => similarity >= from)?.band ?? 'alike';
}

/** Least similarity at which two products are called duplicates. */
export const duplicateFrom = 0.9;

/** The largest picture that is read. */
export const pictureLimits = { megapixels: 40 } as const;

/** What a picture to search by may be. */
export const searchPicture = {
  types: { 'image/jpeg': ['.jpg', '.jpeg'], 'image/png': ['.png'], 'image/webp': ['.webp'] },
  /** Longer side, in pixels. */
  least: 200,
  megapixels: pictureLimits.megapixels,
} as const;

/** How many searches an account may make in 24 hours, and for how many days they are kept. */
export const searchesPerDay = 50;
export const searchKeptDays = 90;
