import { countryName } from '#server/lib/country-name.ts';
import { fillText } from '#server/lib/fill-text.ts';
import { amountText } from '#server/lib/money-text.ts';
import type { PdfColumn, PdfPart, PdfRow } from '#server/lib/pdf/pdf-document.ts';
import { keptSentence, type Language } from '#server/lib/refusal-texts.ts';
import type { PaperTexts } from './paper-texts.ts';

/** A line as it was billed. */
export type Line = {
  code: string;
  /** A product's name, or a sentence as `keepSentence` keeps it. */
  title: string;
  sku: string | null;
  quantity: number;
  unit_amount: number;
  amount: number;
  inputs: Record<string, unknown>;
};
export type Sums = { goods: number; freight: number; fees: number; total: number };
/** A billed order with its lines. */
export type PaperOrder = Sums & {
  number: string;
  order: { name: string; store: string };
  /** Code of the country of destination. */
  country: string | null;
  channel: string | null;
  weight_g: number | null;
  lines: readonly Line[];
};
/** A paper's language, currency and clock. */
export type Words = { language: Language; texts: PaperTexts; currency: string; time(at: Date): string };

/** Lines of a bill in a table. */
export function linesTable(rows: readonly PdfRow[], { texts, currency }: Words): PdfPart {
  const columns: PdfColumn[] = [
    { title: texts.item, width: 'rest' },
    { title: texts.quantity, width: 60, end: true },
    { title: `${texts.unit} (${currency})`, width: 92, end: true },
    { title: `${texts.amount} (${currency})`, width: 92, end: true },
  ];
  return { part: 'table', columns, rows };
}

export function orderRows(order: PaperOrder, words: Words): PdfRow[] {
  const { name, store } = order.order;
  const weight = order.weight_g === null ? null : fillText(words.texts.weight, { grams: gramsText(order.weight_g) });
  const country = order.country === null ? null : countryName(words.language, order.country);
  const head = [name, store, country, order.channel, weight].filter((part) => part !== null).join(' · ');
  return [
    { kind: 'group', cells: [head, '', '', amountText(order.total, words.currency)] },
    ...order.lines.map((line) => lineRow(line, words)),
  ];
}

export function lineRow(line: Line, { language, texts, currency }: Words): PdfRow {
  const below = [...(line.sku === null ? [] : [line.sku]), ...inputsOf(line, texts)];
  return {
    cells: [
      { text: keptSentence(language, line.title), below },
      String(line.quantity),
      amountText(line.unit_amount, currency),
      amountText(line.amount, currency),
    ],
  };
}

/** A weight as the portal writes it. */
const gramsText = (grams: number): string => grams.toLocaleString('en-US');

/** What an amount was computed from, as far as it was recorded. */
function inputsOf({ code, inputs }: Line, texts: PaperTexts): string[] {
  if (code === 'freight') {
    const pools: unknown[] = Array.isArray(inputs.pools) ? inputs.pools : [];
    return pools.flatMap((pool) =>
      typeof pool === 'object' && pool !== null && 'weight_g' in pool && typeof pool.weight_g === 'number'
        ? [fillText(texts.charged, { grams: gramsText(pool.weight_g) })]
        : [],
    );
  }
  const { units, per_unit, line_title: title, weight_g: grams, own_stock } = inputs;
  if (
    typeof units !== 'number' ||
    typeof per_unit !== 'number' ||
    typeof title !== 'string' ||
    typeof grams !== 'number'
  )
    return [];
  return [
    fillText(per_unit === 1 ? texts.unitsOf : texts.unitsFrom, { units, per_unit, title, grams: gramsText(grams) }),
    ...(own_stock === true ? [texts.ownStock] : []),
  ];
}
