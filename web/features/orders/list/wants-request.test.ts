import { expect, it } from 'vitest';
import type { LineQuote } from '#contract/order-lacks.ts';
import { wantsRequest } from './wants-request.ts';

const quote: LineQuote = { id: 'q', number: 'Q-1', status: 'quoted', due_at: '2026-11-30T00:00:00.000Z', covers: true };
const lacking = (...quotes: (LineQuote | null)[]) => ({
  blocks: [
    {
      code: 'NO_PRICE' as const,
      owner: 'merchant' as const,
      since: '2026-11-27T00:00:00.000Z',
      due_at: null,
      detail: { country: 'US', lines: quotes.map((one, n) => ({ line_id: String(n), quote: one })), more: 0 },
    },
  ],
});

it('is wanted where a line has no request, or one that does not cover it', () => {
  expect(wantsRequest(lacking(null))).toBe(true);
  expect(wantsRequest(lacking(quote, null))).toBe(true);
  expect(wantsRequest(lacking({ ...quote, status: 'submitted', covers: false }))).toBe(true);
});

it('is not wanted where a quote is to be accepted or a question to be answered', () => {
  expect(wantsRequest(lacking(quote))).toBe(false);
  expect(wantsRequest(lacking({ ...quote, status: 'need_info' }))).toBe(false);
  expect(wantsRequest({ blocks: [] })).toBe(false);
});
