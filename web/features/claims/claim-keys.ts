/** What a claim's drawer does by a key: the decisions and the way to the next claim. */
export type KeyedAction = 'refund' | 'partial' | 'reship' | 'ask' | 'reject' | 'next';

/** The keys, in the order in which the hint names them. */
const keyed: readonly (readonly [key: string, action: KeyedAction])[] = [
  ['a', 'refund'],
  ['p', 'partial'],
  ['s', 'reship'],
  ['e', 'ask'],
  ['r', 'reject'],
  ['n', 'next'],
];

type Runs = Record<KeyedAction, (() => void) | undefined>;

/** What a key does now; undefined where it does nothing. */
export function runOfKey(key: string, runs: Runs): (() => void) | undefined {
  const found = keyed.find(([one]) => one === key);
  return found && runs[found[1]];
}

/** The actions whose keys do something now: only these are named in the hint. */
export function keyedActions(runs: Runs): KeyedAction[] {
  return keyed.map(([, action]) => action).filter((action) => runs[action] !== undefined);
}
