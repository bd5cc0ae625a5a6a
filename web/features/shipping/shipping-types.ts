import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

export type RateVersion = AnswerOf<Contract['shipping']['staffRates']>[number];

/** What the page's main action opens over a panel. */
export type AddingProps = { adding: boolean; onAdded: () => void };
