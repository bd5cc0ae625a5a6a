import type { BankRow } from './bank-types.ts';

/** Which sentence says how a payment stands: to choose from one is not to choose from several. */
export const stateTextOf = ({ state, candidates }: Pick<BankRow, 'state'> & { candidates: readonly unknown[] }) =>
  state === 'choose' && candidates.length === 1 ? 'chooseOne' : state;
