import type { Step } from './dashboard-types.ts';

type Key = Exclude<Step['key'], 'email'>;
type Shown = { key: Key; done: boolean; current: boolean };
/** What else is known: a store of files that has none yet, and that the agent has to reply first. */
type Known = { awaitsFile: boolean; atAgent: boolean };

/** The text of a step: what happened once it is done, how to go on with the current one, else what it brings. */
export function stepText({ key, done, current }: Shown, { awaitsFile, atAgent }: Known) {
  if (current && key === 'map' && awaitsFile) return 'steps.mapFile' as const;
  if (current && key === 'price' && atAgent) return 'steps.priceWaits' as const;
  if (current) return `steps.${key}How` as const;
  if (key === 'store' && awaitsFile) return 'steps.storeFile' as const;
  return done ? (`steps.${key}Done` as const) : (`steps.${key}Text` as const);
}
