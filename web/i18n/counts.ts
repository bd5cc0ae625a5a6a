import type { FormatterModule } from 'i18next';
import { formatNumber } from '../lib/format.ts';

/**
 * Writes the `count` of every text, and what a text asks for as `{{grams, number}}`, as the reader's language writes numbers:
 * "1,442 orders". All else is text already.
 */
export const counts: FormatterModule = {
  type: 'formatter',
  init() {},
  add() {},
  addCached() {},
  format: (value: unknown, format, language, options) =>
    typeof value === 'number' && (format === 'number' || options?.interpolationkey === 'count')
      ? formatNumber(value, language ?? 'en')
      : (value as string), // i18next writes other values itself
};
