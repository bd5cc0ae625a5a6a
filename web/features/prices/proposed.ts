import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

export const changeStates = ['waiting', 'rejected', 'coming', 'past'] as const;
export type ChangeState = (typeof changeStates)[number];

type Done = Pick<AnswerOf<Contract['prices']['propose']>, 'asked' | 'by_rule' | 'at_once'>;

/** What may become of a proposed price, and in which state of the list it stands then; what a client has to answer comes first. */
const outcomes = [
  ['asked', 'waiting'],
  ['by_rule', 'coming'],
  ['at_once', 'past'],
] as const;

/** What happened to the proposed prices, and where the first of them stands. */
export function proposed(done: Done): { happened: (keyof Done)[]; state: ChangeState } {
  const found = outcomes.filter(([outcome]) => done[outcome] > 0);
  return { happened: found.map(([outcome]) => outcome), state: found[0]?.[1] ?? 'waiting' };
}
