/** Whether this is `npm run soak`, which runs the heavy tests at full size (P43). */
export const isSoak = process.env.SOAK === '1';

const share = Number(process.env.SOAK_SHARE ?? 1);

/** How often a heavy test repeats itself: `few` in `npm test`, `many` in `npm run soak`, or the share of `many` that it was asked for. */
export function bySize(few: number, many: number): number {
  return isSoak ? Math.max(few, Math.round(many * share)) : few;
}

let reported = 0;

/** Progress of a long run, at most once in five seconds; silent in `npm test`. */
export function reportProgress(what: string, done: number, of: number): void {
  if (!isSoak || (done < of && performance.now() - reported < 5_000)) return;
  reported = performance.now();
  process.stdout.write(`  ${what}: ${done.toLocaleString('en-US')} of ${of.toLocaleString('en-US')}\n`);
}
