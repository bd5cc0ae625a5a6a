import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

export type StaffQuoteDetail = AnswerOf<Contract['quotes']['staffGet']>;
export type QuoteCosts = AnswerOf<Contract['quotes']['costs']>;
export type Candidate = AnswerOf<Contract['quotes']['candidates']>[number];
export type LikeQuote = AnswerOf<Contract['quotes']['like']>[number];
export type Sku = AnswerOf<Contract['catalog']['staffList']>[number];

export type Quote = AnswerOf<Contract['quotes']['list']>[number];
export type QuoteDetail = AnswerOf<Contract['quotes']['get']>;
/** An answer, as a link shows it too. */
export type QuoteVersion = Omit<QuoteDetail['versions'][number], 'due_at'>;
export type StaffQuote = AnswerOf<Contract['quotes']['staffList']>[number];
