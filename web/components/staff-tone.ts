import type { StatusTone } from '../ui/status-chip.tsx';

/** The colour of a state as staff see it: what waits for us wants them, what waits for the client is calm. */
export function staffTone(tone: StatusTone): StatusTone {
  if (tone === 'amber') return 'blue';
  return tone === 'blue' ? 'amber' : tone;
}
