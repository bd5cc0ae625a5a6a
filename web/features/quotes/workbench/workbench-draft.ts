import { amountOf, type FormulaDraft, formulaFields, formulaOf, newFormula } from '#web/components/freight-draft.ts';
import { decimalToMinor, minorToDecimal } from '#web/lib/format.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';
import type { StaffQuoteDetail, Candidate, LikeQuote, QuoteVersion } from '../quotes-types.ts';

type QuoteAnswer = InputOf<Contract['quotes']['answer']>['body'];

type TaxMode = 'DDP' | 'IOSS' | 'DDU';
export type PickedSku = { id: string; code: string; weight_g: number };
/** One variant on the workbench; numbers as typed. */
export type DraftLine = {
  line: number;
  title: string;
  shopSku: string;
  sku: PickedSku | null;
  price: string;
  weight: string;
  lead: string;
  skip: boolean;
  /** What one piece costs us, in yuan, and where: never shown to the client. */
  cost: string;
  supplier: string;
};
export type DraftFreight = FormulaDraft & {
  key: string;
  destination: string;
  channel_id: string;
  days_min: string;
  days_max: string;
  tax_mode: TaxMode;
};
export type Draft = {
  lines: DraftLine[];
  freight: DraftFreight[];
  note: string;
  valid_days: string;
  price_lock_days: string;
};
/** Sentences by place: `line.1.price`, `freight.<key>.base`, `lines`, `freight`. The values are keys of the texts. */
export type Problem =
  | 'badPrice'
  | 'badWeight'
  | 'badAmount'
  | 'badGrams'
  | 'badDays'
  | 'noLines'
  | 'noFreight'
  | 'noChannel'
  | 'badCost';
export type Problems = Record<string, Problem>;

/** The sentences for fields of the rows of variants, each once: the fields themselves are only marked. */
export function lineProblems(problems: Problems, fields: readonly (keyof DraftLine)[]): Problem[] {
  const found = Object.entries(problems).filter(([place]) =>
    fields.some((name) => place.startsWith('line.') && place.endsWith(`.${name}`)),
  );
  return [...new Set(found.map(([, problem]) => problem))];
}

let made = 0;
/** A freight row with the usual values. */
export function newFreight(destination: string, like?: DraftFreight): DraftFreight {
  made += 1;
  const usual = {
    ...newFormula,
    channel_id: '',
    days_min: '7',
    days_max: '12',
    tax_mode: 'DDU' as const,
  };
  return { ...usual, ...like, key: `row${made}`, destination };
}

/** What the workbench begins with: the current answer, or empty rows for what was asked. */
export function firstDraft(quote: StaffQuoteDetail): Draft {
  const current = quote.versions.find((version) => version.version === quote.current_version);
  const write = (amount: number) => minorToDecimal(amount, quote.currency);
  return {
    lines: quote.items.map((item) => {
      const answered = current?.lines.find((line) => line.line === item.line);
      const known = answered ? pickedOf(answered) : current ? undefined : item.known;
      return {
        line: item.line,
        title: item.title,
        shopSku: item.sku,
        sku: known ? { id: known.id, code: known.code, weight_g: known.weight_g } : null,
        price: known && known.price !== null ? write(known.price) : '',
        weight: known ? String(known.weight_g) : '',
        lead: String(known?.lead_days ?? 3),
        skip: current !== undefined && !known,
        cost: '',
        supplier: '',
      };
    }),
    freight: freightFor(quote, current?.freight ?? []),
    note: current?.note ?? '',
    valid_days: '14',
    price_lock_days: String(current?.price_lock_days ?? 30),
  };
}

const whole = (text: string) => (/^\s*\d{1,7}\s*$/.test(text) ? Number(text) : undefined);
/** Fills price, weight and lead days of the first row into those below; rows of a SKU keep their own, and lack only the price. */
export function copyDown(lines: readonly DraftLine[]): DraftLine[] {
  const [first] = lines;
  return lines.map((line) => {
    if (!first || line.skip) return line;
    if (line.sku) return { ...line, price: line.price.trim() || first.price };
    return { ...line, price: first.price, weight: first.weight, lead: first.lead };
  });
}

/**
 * A draft that begins with another quote's answer: its prices and weights, its SKUs where the client may have them, and its freight
 * to the countries that are asked for here.
 */
export function draftLike(draft: Draft, like: LikeQuote, quote: StaffQuoteDetail): Draft {
  const { version, currency } = like;
  const own = like.client.id === quote.client.id;
  return {
    ...draft,
    lines: draft.lines.map((line, index) => {
      const from = version.lines[index] ?? version.lines[0];
      if (!from) return line;
      const sku = own ? { id: from.sku.id, code: from.sku.code, weight_g: from.weight_g } : line.sku;
      const weight = String(line.sku && !own ? line.sku.weight_g : from.weight_g);
      return { ...line, sku, price: minorToDecimal(from.unit_price, currency), weight, lead: String(from.lead_days) };
    }),
    freight: freightFor(quote, currency === quote.currency ? version.freight : []),
  };
}

type Row = StaffQuoteDetail['rates'][number];

const rowOf = (row: Row, currency: string): DraftFreight => ({
  ...newFreight(row.destination),
  ...formulaFields(row.formula, currency),
  channel_id: row.channel.id,
  days_min: String(row.days_min),
  days_max: String(row.days_max),
  tax_mode: row.tax_mode,
});

/**
 * Freight to every country that is asked for: by these rows, else by our tables. Countries that neither reaches are left to the
 * warning, which names them; only where no country has a rate there are rows to be written. What an answer of this quote has
 * beyond them stays.
 */
function freightFor(
  { destinations, rates, currency, versions }: StaffQuoteDetail,
  known: readonly Row[],
): DraftFreight[] {
  const own = new Set(versions.flatMap(({ freight }) => freight.map((row) => row.destination)));
  const wanted = new Set([...destinations, ...known.map((row) => row.destination).filter((code) => own.has(code))]);
  const found = [...wanted].flatMap((destination) => {
    const to = (rows: readonly Row[]) => rows.filter((row) => row.destination === destination);
    return (to(known).length > 0 ? to(known) : to(rates)).map((row) => rowOf(row, currency));
  });
  return found.length > 0 ? found : [...wanted].map((destination) => newFreight(destination));
}

const pickedOf = ({ sku, weight_g, lead_days, unit_price }: QuoteVersion['lines'][number]) => ({
  id: sku.id,
  code: sku.code,
  weight_g,
  lead_days,
  price: unit_price,
});

/** Countries that are asked for, or whose orders wait, and that the freight of a draft does not reach. */
export function unserved(draft: Pick<Draft, 'freight'>, quote: Pick<StaffQuoteDetail, 'destinations' | 'waiting'>) {
  const served = new Set(draft.freight.map((row) => row.destination));
  const waiting = new Map(quote.waiting.map(({ country, orders }) => [country, orders]));
  return [...new Set([...quote.destinations, ...waiting.keys()])]
    .filter((country) => !served.has(country))
    .map((country) => ({ country, orders: waiting.get(country) ?? 0, asked: quote.destinations.includes(country) }));
}

/** A draft with a SKU of the catalogue for one variant: its weight, what the client pays for it, and what it cost us. */
export function draftWith(draft: Draft, line: number, sku: Candidate, currency: string): Draft {
  const { id, code, weight_g, lead_days, price, cost_fen, supplier_url } = sku;
  const picked = { sku: { id, code, weight_g }, weight: String(weight_g), lead: String(lead_days) };
  const known = {
    ...(price !== null && { price: minorToDecimal(price, currency) }),
    ...(cost_fen !== null && { cost: minorToDecimal(cost_fen, 'CNY'), supplier: supplier_url }),
  };
  return {
    ...draft,
    lines: draft.lines.map((one) => (one.line === line ? { ...one, ...picked, ...known } : one)),
  };
}

type Routes = {
  channels: readonly { id: string; name: string }[];
  /** Days that deliveries took lately: they stand for those that were entered, as in the client's quote. */
  measured: readonly { channel_id: string; country: string; min: number; max: number }[];
};

/** The draft as the client will see it; channels name what is only chosen yet. */
export function previewOf(
  body: QuoteAnswer,
  quote: StaffQuoteDetail,
  draft: Draft,
  { channels, measured }: Routes,
): QuoteVersion {
  const day = 86_400_000;
  return {
    version: quote.current_version + 1,
    note: body.note ?? '',
    valid_until: new Date(Date.now() + (body.valid_days ?? 14) * day).toISOString(),
    price_lock_days: body.price_lock_days ?? 30,
    created_at: new Date().toISOString(),
    lines: body.lines.map((line) => {
      const known = draft.lines.find((one) => one.line === line.line);
      const sku = {
        id: known?.sku?.id ?? '',
        code: known?.sku?.code ?? '–',
        title: known?.title ?? '',
        picture_url: null,
      };
      const { unit_price, weight_g, lead_days = 3, moq = 1 } = line;
      return {
        line: line.line,
        variant_id: null,
        title: known?.title ?? '',
        sku,
        unit_price,
        weight_g,
        volume_mm3: 0,
        lead_days,
        moq,
      };
    }),
    freight: body.freight.map(({ destination, channel_id, formula, days_min, days_max, tax_mode = 'DDU' }) => {
      const name = channels.find((channel) => channel.id === channel_id)?.name ?? '';
      const limits = { weighing: { divisor: null, step_g: 1 }, max_weight_g: null, refuses: [] };
      const took = measured.find((one) => one.channel_id === channel_id && one.country === destination);
      const transit = took ? { min: took.min, max: took.max } : { min: days_min, max: days_max };
      const days = { days_min, days_max, transit };
      return { destination, channel: { id: channel_id, name }, formula, ...days, tax_mode, ...limits };
    }),
  };
}

/** The answer as it is sent, or what is missing and where. */
export function answerOf(draft: Draft, quote: StaffQuoteDetail): { body: QuoteAnswer } | { problems: Problems } {
  const problems: Problems = {};
  const lines = draft.lines
    .filter((line) => !line.skip)
    .map((line) => {
      const price = amountOf(line.price, quote.currency);
      const weight = whole(line.weight);
      if (!price) problems[`line.${line.line}.price`] = 'badPrice';
      if (!weight) problems[`line.${line.line}.weight`] = 'badWeight';
      const cost = line.cost.trim() === '' ? undefined : decimalToMinor(line.cost, 'CNY');
      if (line.cost.trim() !== '' && !(cost !== undefined && cost >= 0)) problems[`line.${line.line}.cost`] = 'badCost';
      return {
        line: line.line,
        catalog_sku_id: line.sku?.id ?? null,
        unit_price: price ?? 0,
        weight_g: weight ?? 0,
        lead_days: whole(line.lead) ?? 3,
        ...(cost !== undefined && { cost_fen: cost, supplier_url: line.supplier.trim() }),
      };
    });
  const freight = draft.freight.flatMap((row) => {
    const formula = formulaOf(row, quote.currency);
    const [days_min, days_max] = [whole(row.days_min), whole(row.days_max)];
    if (row.channel_id === '') problems[`freight.${row.key}.channel`] = 'noChannel';
    if (!formula) problems[`freight.${row.key}.formula`] = 'badAmount';
    if (days_min === undefined || days_max === undefined || days_max < days_min)
      problems[`freight.${row.key}.days`] = 'badDays';
    const { destination, channel_id, tax_mode } = row;
    return formula
      ? [{ destination, channel_id, tax_mode, formula, days_min: days_min ?? 0, days_max: days_max ?? 0 }]
      : [];
  });
  if (lines.length === 0) problems.lines = 'noLines';
  if (draft.freight.length === 0) problems.freight = 'noFreight';
  if (Object.keys(problems).length > 0) return { problems };
  return {
    body: {
      version: quote.version,
      lines,
      freight,
      note: draft.note,
      valid_days: whole(draft.valid_days) ?? 14,
      price_lock_days: whole(draft.price_lock_days) ?? 30,
    },
  };
}
