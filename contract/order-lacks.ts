import { clockStatuses, type QuoteStatus } from './quote-rules.ts';
import type { Turn } from './order-states.ts';

/** A line that lacks a price to the order’s country, with the open request for its product. */
export type LackingLine = {
  line_id: string;
  title: string;
  product_id: string | null;
  variant_id: string | null;
  quote: LineQuote | null;
};

/** What a block says of a line, and no more. */
export const lackingLine = ({ line_id, title, product_id, variant_id, quote }: LackingLine): LackingLine => ({
  line_id,
  title,
  product_id,
  variant_id,
  quote,
});
export type LineQuote = {
  id: string;
  number: string;
  status: QuoteStatus;
  due_at: string;
  /** It asks for this variant to this country; once answered: the answer has both. */
  covers: boolean;
};
/** What the block of an order without a price says. */
export type Lack = { country: string | null; lines: readonly LackingLine[]; more: number };

/** What is done next so that a line gets its price. */
export type QuoteStep = 'request' | 'add' | 'review' | 'answer' | 'accept' | 'wait';

/** Nothing asked, something else asked or answered, a question, a price to accept, or an answer on its way. */
export function quoteStepOf({ quote }: Pick<LackingLine, 'quote'>): QuoteStep {
  if (quote === null) return 'request';
  if (quote.status === 'quoted') return quote.covers ? 'accept' : 'review';
  if (!quote.covers) return 'add';
  return clockStatuses.some((status) => status === quote.status) ? 'wait' : 'answer';
}

const sequence: readonly QuoteStep[] = ['request', 'add', 'answer', 'review', 'accept', 'wait'];

/** The first step of all lines; waiting only where nothing else is left. */
export function nextQuoteStep(lines: readonly Pick<LackingLine, 'quote'>[]): QuoteStep {
  const steps = new Set(lines.map(quoteStepOf));
  return sequence.find((step) => steps.has(step)) ?? 'request';
}

/** What orders without a price wait for, as they are counted and filtered, in the sequence of `nextQuoteStep`. */
export const quoteSteps = ['request', 'answer', 'accept', 'wait'] as const;
export type CountedStep = (typeof quoteSteps)[number];
const countedAs: Record<QuoteStep, CountedStep> = {
  request: 'request',
  add: 'request',
  answer: 'answer',
  review: 'accept',
  accept: 'accept',
  wait: 'wait',
};
/** The step of lines without a price, as it is counted. */
export const blockStepOf = (lines: readonly Pick<LackingLine, 'quote'>[]): CountedStep =>
  countedAs[nextQuoteStep(lines)];

/** Whose turn it is for lines without a price. */
export const turnOfLack = (lines: readonly Pick<LackingLine, 'quote'>[]): Turn =>
  nextQuoteStep(lines) === 'wait' ? 'provider' : 'merchant';

/** What a block says of lines without a price; undefined where it is about something else. */
export function lackOf(detail: Record<string, unknown>): Lack | undefined {
  const { country, lines, more } = detail;
  if (!Array.isArray(lines)) return undefined;
  return {
    country: typeof country === 'string' ? country : null,
    lines: lines as LackingLine[], // as the server wrote them with the block
    more: typeof more === 'number' ? more : 0,
  };
}
