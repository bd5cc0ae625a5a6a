import { countryWithin } from '#contract/country-article.ts';
import { countryName } from './country-name.ts';
import { disputeReason } from './dispute-reason.ts';
import { fieldLabel } from './field-labels.ts';
import { en } from './refusals/en.ts';
import { zh } from './refusals/zh.ts';

/** Languages that refusals are written in. */
export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];

type English = typeof en;
const texts: Record<Language, Record<string, Record<string, string>>> = { en, zh };

/** The key of a sentence: the feature and its name there, such as `orders.changed`. */
export type RefusalText = { [F in keyof English]: `${F}.${keyof English[F] & string}` }[keyof English];
/** Whether a text is the key of a sentence. */
export function isRefusalText(text: string): text is RefusalText {
  const [feature = '', name = ''] = text.split('.');
  return Object.hasOwn(texts.en, feature) && Object.hasOwn(texts.en[feature] ?? {}, name);
}

/** What may fill a parameter; a phrase is written in the reader's language, a list with its separators. */
export type Param = string | number | Phrase | readonly Param[];

type TextOf<K> = K extends `${infer F extends keyof English}.${infer N}` ? English[F][N & keyof English[F]] : never;
type NamesIn<T> = T extends `${string}{{${infer Name}}}${infer Rest}` ? Before<Name> | NamesIn<Rest> : never;
type Before<Name> = Name extends `${infer Own}|${string}` ? Own : Name;
/** The key of a sentence without parameters. */
export type PlainText = { [K in RefusalText]: [NamesIn<TextOf<K>>] extends [never] ? K : never }[RefusalText];
type Filled = Exclude<RefusalText, PlainText>;

/** A sentence as key and parameters, written out in the reader's language when the answer leaves. */
export type Phrase =
  | { readonly text: PlainText; readonly params?: undefined }
  | { [K in Filled]: { readonly text: K; readonly params: Readonly<Record<NamesIn<TextOf<K>>, Param>> } }[Filled];

/**
 * Writes a sentence out in `language`. `{{name}}` stands for a parameter, `{{field}}` for the label of the field at that
 * path, a bank's reason for its sentence, `{{country}}` for the name of the country with that code, `{{count|unit|units}}` for the word that fits the number.
 */
export function sentenceIn(language: Language, { text, params }: Phrase): string {
  const [feature = '', name = ''] = text.split('.');
  const sentence = texts[language][feature]?.[name] ?? '';
  const values: Readonly<Record<string, Param>> = params ?? {};
  return sentence.replace(
    /\{\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}\}/g,
    (_all, key: string, one?: string, many?: string) => {
      const value = values[key] ?? '';
      if (one !== undefined) return (value === 1 ? one : many) ?? '';
      const written = paramIn(language, value);
      if (key === 'country') return countryWithin(written, countryName(language, written), language);
      if (text === 'ledger.dispute') return disputeReason(language, written); // the ledger keeps the bank's code
      return key === 'field' ? fieldLabel(language, written) : written;
    },
  );
}

const separators: Record<Language, string> = { en: ', ', zh: '、' };

function paramIn(language: Language, param: Param): string {
  if (typeof param !== 'object') return String(param);
  if ('text' in param) return sentenceIn(language, param);
  return param.map((one) => paramIn(language, one)).join(separators[language]);
}

/** A sentence as a column of text keeps it, to be written out for whoever reads it later. */
export const keepSentence = (sentence: Phrase): string => JSON.stringify(sentence);

/**
 * Writes out what `keepSentence` made. Other text stays as it is: that of rows from before, names of products, what a shop
 * answered; some of it may look like a kept sentence.
 */
export function keptSentence(language: Language, kept: string): string {
  if (!/^\{"text":"[\w.-]+"[,}]/.test(kept)) return kept;
  try {
    const sentence = JSON.parse(kept) as Phrase; // if keepSentence wrote it
    return isRefusalText(sentence.text) ? sentenceIn(language, sentence) : kept;
  } catch {
    return kept;
  }
}

/** Parameters of a text with the sentences that they keep written out. */
export function keptParams(
  language: Language,
  params: Readonly<Record<string, string | number>>,
): Record<string, string | number> {
  const written = ([name, value]: [string, string | number]) => [
    name,
    typeof value === 'string' ? keptSentence(language, value) : value,
  ];
  return Object.fromEntries(Object.entries(params).map(written)) as Record<string, string | number>; // the same names
}
