import type { Step } from './dashboard-types.ts';

type Key = Exclude<Step['key'], 'email'>;
type Shown = { key: Key; done: boolean; current: boolean };
/** What else is known: all stores are of files, there is none yet, and the agent has to reply first. */
type Known = { byFiles: boolean; awaitsFile: boolean; atAgent: boolean };

/** The text of a step: what happened once it is done, how to go on with the current one, else what it brings. */
export function stepText({ key, done, current }: Shown, { byFiles, awaitsFile, atAgent }: Known) {
  if (current && key === 'map' && awaitsFile) return 'steps.mapFile' as const;
  if (current && key === 'price' && atAgent) return 'steps.priceWaits' as const;
  if (key === 'tracking' && byFiles && !done) return 'steps.trackingFile' as const;
  if (current) return `steps.${key}How` as const;
  if (key === 'store' && byFiles) return 'steps.storeFile' as const;
  return done ? (`steps.${key}Done` as const) : (`steps.${key}Text` as const);
}
