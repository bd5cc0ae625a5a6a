import { openRunFolder } from './scratch-folder.ts';

/** Vitest's global setup: a temporary folder for the run and for all that it starts. */
export function setup(): () => void {
  return openRunFolder().remove;
}
