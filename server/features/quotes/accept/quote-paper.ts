import { chargeableWeight, freightOf } from '#contract/freight.ts';
import { countryName } from '#server/lib/country-name.ts';
import { dayText, zoneClock } from '#server/lib/file-cells.ts';
import { fillText } from '#server/lib/fill-text.ts';
import { amountText } from '#server/lib/money-text.ts';
import type { PdfDocument } from '#server/lib/pdf/pdf-document.ts';
import type { Language } from '#server/lib/refusal-texts.ts';
import type { detailOf } from '../records/quotes.service.ts';
import { type QuotePaperTexts, quotePaperTexts } from './quote-paper-texts.ts';

type Quote = NonNullable<Awaited<ReturnType<typeof detailOf>>>;
type Version = Quote['versions'][number];
/** In whose words, on whose clock, and who stands on it. */
export type QuoteReader = {
  language: Language;
  time_zone: string;
  seller: { name: string; address: string };
  client: { name: string; number: number };
};

/** A version of a quote as it stands on paper: goods with their prices, and what it costs to ship one. */
export function quotePaper(quote: Quote, version: Version, reader: QuoteReader): PdfDocument {
  const { language, seller, client } = reader;
  const words = quotePaperTexts[language];
  const { currency } = quote;
  const day = (at: Date) => dayText(zoneClock(reader.time_zone)(at));
  const [first] = version.lines;
  return {
    kind: words.kind,
    number: quote.number,
    language,
    created: version.created_at.toISOString(),
    facts: [
      [words.quoted, day(version.created_at)],
      [words.until, day(version.valid_until)],
      [words.lock, fillText(words.days, { days: version.price_lock_days })],
      [words.version, String(version.version)],
    ],
    footer: seller.name,
    pages: words.pages,
    parts: [
      {
        part: 'parties',
        parties: [
          { label: words.seller, lines: [seller.name, ...seller.address.split('\n')] },
          { label: words.client, lines: [client.name, String(client.number)] },
        ],
      },
      {
        part: 'table',
        title: quote.title,
        columns: [
          { title: words.item, width: 'rest' },
          { title: words.weight, width: 60, end: true },
          { title: words.lead, width: 64, end: true },
          { title: words.moq, width: 60, end: true },
          { title: fillText(words.unit, { currency }), width: 92, end: true },
        ],
        rows: version.lines.map((line) => ({
          cells: [
            { text: line.title, below: [`${line.sku.code} · ${line.sku.title}`] },
            fillText(words.grams, { grams: line.weight_g }),
            fillText(words.days, { days: line.lead_days }),
            String(line.moq),
            amountText(line.unit_price, currency),
          ],
        })),
      },
      ...(first === undefined ? [] : shippingParts(version, first, { words, currency, language })),
      ...(version.note === '' ? [] : [{ part: 'note' as const, title: words.note, text: version.note }]),
    ],
  };
}

type Words = { words: QuotePaperTexts; currency: string; language: Language };

function shippingParts(version: Version, first: Version['lines'][number], { words, currency, language }: Words) {
  return [
    {
      part: 'table' as const,
      title: words.shipping,
      columns: [
        { title: words.destination, width: 'rest' as const },
        { title: words.method, width: 'rest' as const },
        { title: words.transit, width: 76, end: true },
        { title: words.tax, width: 48, end: true },
        { title: fillText(words.one, { currency }), width: 92, end: true },
      ],
      rows: version.freight.map(
        ({ destination, channel, days_min: min, days_max: max, tax_mode, formula, weighing }) => ({
          cells: [
            countryName(language, destination),
            channel.name,
            fillText(words.range, { min, max }),
            tax_mode,
            amountText(freightOf(formula, chargeableWeight(first, weighing)), currency),
          ],
        }),
      ),
    },
    { part: 'note' as const, text: fillText(words.oneOf, { item: first.title }) },
  ];
}
