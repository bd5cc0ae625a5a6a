const longestMs = 2_000;
const forgetAbove = 5_000;

/**
 * WooCommerce has no limit of its own, and runs on hosts of every size: background work rests as long as the shop's last
 * answer took, so that a slow shop is asked at half its speed at most.
 */
export function courtesy(clockMs: () => number) {
  const rests = new Map<string, { until: number }>();
  return {
    /** Milliseconds that background work should still wait. */
    delay: (domain: string): number => Math.max(0, (rests.get(domain)?.until ?? 0) - clockMs()),
    /** Notes how long an answer took. */
    note(domain: string, tookMs: number): void {
      if (rests.size > forgetAbove) rests.clear();
      rests.set(domain, { until: clockMs() + Math.min(longestMs, tookMs) });
    },
  };
}
export type Courtesy = ReturnType<typeof courtesy>;
