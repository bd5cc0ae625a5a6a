import type { ShopPlan } from '../rows.ts';

/** Size of the leaky bucket and its refill per second, by the shop's plan (shopify.md §2.2). */
export const PLAN_LIMITS: Record<ShopPlan, { maximumAvailable: number; restoreRate: number }> = {
  standard: { maximumAvailable: 2_000, restoreRate: 100 },
  advanced: { maximumAvailable: 4_000, restoreRate: 200 },
  plus: { maximumAvailable: 20_000, restoreRate: 1_000 },
};

export type ThrottleStatus = { maximumAvailable: number; currentlyAvailable: number; restoreRate: number };

type Level = { available: number; at: number };

/** Query points of each shop. Kept in memory: a restart fills all buckets. */
export type Buckets = {
  /** Takes the points if they are there. */
  take: (shopId: string, plan: ShopPlan, points: number) => boolean;
  giveBack: (shopId: string, plan: ShopPlan, points: number) => void;
  status: (shopId: string, plan: ShopPlan) => ThrottleStatus;
  /** Sets what is left, to provoke throttling. */
  set: (shopId: string, points: number) => void;
};

/** A fresh set of buckets; `clock` is in milliseconds. */
export function makeBuckets(clock: () => number = () => performance.now()): Buckets {
  const levels = new Map<string, Level>();

  function level(shopId: string, plan: ShopPlan): Level {
    const { maximumAvailable, restoreRate } = PLAN_LIMITS[plan];
    const now = clock();
    const known = levels.get(shopId) ?? { available: maximumAvailable, at: now };
    known.available = Math.min(maximumAvailable, known.available + ((now - known.at) / 1000) * restoreRate);
    known.at = now;
    levels.set(shopId, known);
    return known;
  }

  return {
    take: (shopId, plan, points) => {
      const known = level(shopId, plan);
      if (known.available < points) return false;
      known.available -= points;
      return true;
    },
    giveBack: (shopId, plan, points) => {
      const known = level(shopId, plan);
      known.available = Math.min(PLAN_LIMITS[plan].maximumAvailable, known.available + points);
    },
    status: (shopId, plan) => ({ ...PLAN_LIMITS[plan], currentlyAvailable: Math.floor(level(shopId, plan).available) }),
    set: (shopId, points) => {
      levels.set(shopId, { available: points, at: clock() });
    },
  };
}
