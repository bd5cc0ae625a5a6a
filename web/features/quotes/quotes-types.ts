import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';
import type { quoteTabs } from '#contract/quotes.ts';

export type DeskQuoteDetail = AnswerOf<Contract['quotes']['deskGet']>;
export type QuoteAnswer = InputOf<Contract['quotes']['answer']>['body'];
export type QuoteCosts = AnswerOf<Contract['quotes']['costs']>;
export type Candidate = AnswerOf<Contract['quotes']['candidates']>[number];
export type LikeQuote = AnswerOf<Contract['quotes']['like']>[number];
export type DeskMessage = InputOf<Contract['quotes']['deskSay']>['body'];
export type Refusal = InputOf<Contract['quotes']['unavailable']>['body'];
export type AlternativeOffer = InputOf<Contract['quotes']['addAlternative']>['body'];
export type MarginRule = InputOf<Contract['quotes']['setMargin']>['body'];
export type DeskTab = 'open' | 'quoted' | 'closed' | 'all';
export type Channel = AnswerOf<Contract['shipping']['channels']>[number];
export type Sku = AnswerOf<Contract['catalog']['deskList']>[number];

export type Quote = AnswerOf<Contract['quotes']['list']>[number];
export type QuoteDetail = AnswerOf<Contract['quotes']['get']>;
/** An answer, as a link shows it too. */
export type QuoteVersion = Omit<QuoteDetail['versions'][number], 'due_at'>;
export type DeskQuote = AnswerOf<Contract['quotes']['deskList']>[number];
export type QuoteTab = (typeof quoteTabs)[number];
export type QuoteAsk = InputOf<Contract['quotes']['ask']>['body'];
export type QuoteCounter = InputOf<Contract['quotes']['counter']>['body'];
export type QuoteChoice = InputOf<Contract['quotes']['accept']>['body'];
export type SampleAsk = InputOf<Contract['quotes']['sample']>['body'];
export type QuoteMessage = InputOf<Contract['quotes']['say']>['body'];
export type DeclineReason = InputOf<Contract['quotes']['decline']>['body']['reason'];
