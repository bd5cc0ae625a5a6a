/** What Shopify says of an app's query points at a shop (shopify.md §2.2). */
export type ThrottleStatus = { maximumAvailable: number; currentlyAvailable: number; restoreRate: number };

type Level = ThrottleStatus & { at: number };

/** Share of the points that background work leaves for people who wait. */
const reserve = 0.2;
/** The same for work that nobody waits for at all. */
const patientReserve = 0.6;
const forgetAbove = 5_000;

/** Keeps the points of every shop in mind, so that background work waits before it is refused. */
export function pacing(clockMs: () => number) {
  const levels = new Map<string, Level>();
  const costs = new Map<string, number>();

  function available(level: Level): number {
    const restored = ((clockMs() - level.at) / 1000) * level.restoreRate;
    return Math.min(level.maximumAvailable, level.currentlyAvailable + restored);
  }

  return {
    /** Milliseconds that a background call should wait; 0 while the shop is not known. */
    delay(domain: string, operation: string, patient = false): number {
      const level = levels.get(domain);
      const cost = costs.get(operation);
      if (!level || cost === undefined || level.restoreRate <= 0) return 0;
      const kept = level.maximumAvailable * (patient ? patientReserve : reserve);
      const short = Math.min(cost + kept, level.maximumAvailable) - available(level);
      return short > 0 ? Math.ceil((short / level.restoreRate) * 1000) : 0;
    },
    /** Notes what an answer said about its cost and about what is left. */
    note(domain: string, operation: string, requested: number, status: ThrottleStatus): void {
      if (levels.size > forgetAbove) levels.clear();
      levels.set(domain, { ...status, at: clockMs() });
      costs.set(operation, requested);
    },
    /** Milliseconds to wait after THROTTLED: at least a second (shopify.md §2.2). */
    afterThrottle(requested: number, status: ThrottleStatus): number {
      const seconds = (requested - status.currentlyAvailable) / Math.max(1, status.restoreRate);
      return Math.max(1_000, Math.ceil(seconds) * 1_000);
    },
  };
}
export type Pacing = ReturnType<typeof pacing>;
