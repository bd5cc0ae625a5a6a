import { describe, expect, it } from 'vitest';
import { answerOf, copyDown, type Draft, draftLike, firstDraft, lineProblems, unserved } from './workbench-draft.ts';
import type { LikeQuote, StaffQuoteDetail } from '../quotes-types.ts';

const quote = {
  id: 'q',
  currency: 'USD',
  version: 3,
  current_version: 0,
  destinations: ['US', 'GB'],
  items: [
    { line: 1, variant_id: null, title: 'Red', sku: 'R', known: null },
    { line: 2, variant_id: null, title: 'Blue', sku: 'B', known: null },
  ],
  versions: [],
  rates: [],
  waiting: [],
  client: { id: 'client' },
} as unknown as StaffQuoteDetail; // what the draft reads of it

function filled(): Draft {
  const draft = firstDraft(quote);
  const [first, ...rest] = draft.lines;
  const lines = copyDown([{ ...(first as (typeof rest)[number]), price: '4.50', weight: '300' }, ...rest]);
  const freight = draft.freight.map((row) => ({ ...row, channel_id: 'c', base: '2', rate: '10' }));
  return { ...draft, lines, freight };
}

describe('the draft of an answer', () => {
  it('begins with a row for each variant and each destination', () => {
    const draft = firstDraft(quote);
    expect(draft.lines.map((line) => line.title)).toEqual(['Red', 'Blue']);
    expect(draft.freight.map((row) => row.destination)).toEqual(['US', 'GB']);
  });

  const rate = (destination: string, channel: string) => ({
    destination,
    channel: { id: channel, name: channel },
    formula: { kind: 'per_kg' as const, handling_amount: 200, kg_amount: 1000 },
    days_min: 7,
    days_max: 12,
    tax_mode: 'DDP' as const,
  });
  const places = ({ freight }: Draft) => freight.map((row) => `${row.destination} ${row.channel_id}`);

  it('begins with our tables and with the item that a variant is known as', () => {
    const known = { id: 's', code: 'TW1', weight_g: 90, lead_days: 2, price: 450 };
    const [first, second] = quote.items;
    const items = [{ ...first, known }, second] as StaffQuoteDetail['items'];
    const draft = firstDraft({ ...quote, items, rates: [rate('GB', 'air'), rate('GB', 'sea')] });
    expect(places(draft)).toEqual(['GB air', 'GB sea']); // the warning names the country without a rate
    expect(unserved(draft, quote)).toEqual([{ country: 'US', orders: 0, asked: true }]);
    expect(draft.lines).toMatchObject([
      { sku: { id: 's', code: 'TW1' }, price: '4.50', weight: '90', lead: '2' },
      { sku: null, price: '' },
    ]);
  });

  it('keeps the countries that are asked for when it begins with another quote', () => {
    const asked = { ...quote, destinations: ['US', 'GB', 'CA'], rates: [rate('US', 'air'), rate('GB', 'air')] };
    const like = {
      client: { id: 'other' },
      currency: 'USD',
      version: { lines: [], freight: [rate('AU', 'old'), rate('US', 'old')] },
    } as unknown as LikeQuote; // what the draft reads of it
    expect(places(draftLike(firstDraft(asked), like, asked))).toEqual(['US old', 'GB air']);
  });

  it('knows the countries that it lacks, with the orders that wait for them', () => {
    const waiting = [
      { country: 'GB', orders: 3 },
      { country: 'AU', orders: 1 },
    ];
    const draft = firstDraft(quote);
    expect(unserved(draft, quote)).toEqual([]);
    const without = { freight: draft.freight.filter((row) => row.destination !== 'GB') };
    expect(unserved(without, { ...quote, waiting })).toEqual([
      { country: 'GB', orders: 3, asked: true },
      { country: 'AU', orders: 1, asked: false },
    ]);
  });

  it('becomes minor units and whole grams', () => {
    expect(answerOf(filled(), quote)).toMatchObject({
      body: {
        version: 3,
        lines: [
          { line: 1, catalog_sku_id: null, unit_price: 450, weight_g: 300 },
          { line: 2, unit_price: 450, weight_g: 300 },
        ],
        freight: [
          { destination: 'US', formula: { kind: 'per_kg', handling_amount: 200, kg_amount: 1000 } },
          { destination: 'GB' },
        ],
      },
    });
  });

  it('says where something is missing', () => {
    const draft = firstDraft(quote);
    const [row] = draft.freight;
    const made = answerOf(
      { ...draft, freight: [{ ...(row as NonNullable<typeof row>), days_min: '9', days_max: '3' }] },
      quote,
    );
    expect(Object.values('problems' in made ? made.problems : {}).toSorted()).toEqual(
      ['badAmount', 'badDays', 'badPrice', 'badPrice', 'badWeight', 'badWeight', 'noChannel'].toSorted(),
    );
    const nothing = { ...draft, lines: draft.lines.map((line) => ({ ...line, skip: true })), freight: [] };
    expect(answerOf(nothing, quote)).toEqual({ problems: { lines: 'noLines', freight: 'noFreight' } });
  });

  it('has each sentence for the rows of variants once, of just the fields that are asked for', () => {
    const made = answerOf(firstDraft(quote), quote);
    const problems = 'problems' in made ? made.problems : {};
    expect(lineProblems(problems, ['price', 'weight', 'lead'])).toEqual(['badPrice', 'badWeight']);
    expect(lineProblems(problems, ['cost', 'supplier'])).toEqual([]);
  });

  it('gives chosen SKUs just the price that they lack when copying down', () => {
    const [first, second] = filled().lines;
    const chosen = { ...second, sku: { id: 's', code: 'TW1', weight_g: 90 }, weight: '90' };
    const lines = [first, chosen] as NonNullable<typeof first>[];
    expect(copyDown(lines)[1]).toEqual(lines[1]);
    const unpriced = lines.map((line, index) => (index === 0 ? line : { ...line, price: '', lead: '5' }));
    expect(copyDown(unpriced)[1]).toMatchObject({ price: '4.50', weight: '90', lead: '5' });
    const left = unpriced.map((line, index) => (index === 0 ? line : { ...line, skip: true }));
    expect(copyDown(left)).toEqual(left);
  });
});
