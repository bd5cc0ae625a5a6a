import type { PostProcessorModule } from 'i18next';

const measured = /(?<=\d) (?=(?:k?g|[cm]m[²³]?|[kMG]B)(?![\p{L}\d]))/gu;

/** A number stays on the line of its unit: a line of "then $3.90 per 500 g" never begins with "g". */
export const units: PostProcessorModule = {
  type: 'postProcessor',
  name: 'units',
  process: (text) => text.replace(measured, '\u00A0'),
};
