import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { FeatureName } from './follows.ts';

type Meta = {
  /** Features whose changes make the answer stale, besides that of the key. */
  follows?: readonly string[];
  /** Never read again by itself: somebody is typing in the answer, or it serves once. */
  still?: boolean;
};

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Meta;
    mutationMeta: Record<never, never>;
  }
}

/** Whether a change of one of the features makes the query's answer stale. */
export function concerns({ queryKey, meta }: Pick<Query, 'queryKey' | 'meta'>, features: readonly string[]): boolean {
  if (meta?.still === true) return false;
  return features.some((feature) => queryKey[0] === feature || (meta?.follows?.includes(feature) ?? false));
}

/** Reads again what shows records of the features; resolves when what is on the screen is fresh. Never rejects. */
export async function refetchFeatures(client: QueryClient, features: readonly FeatureName[]): Promise<void> {
  if (features.length > 0) await client.invalidateQueries({ predicate: (query) => concerns(query, features) });
}

/** Reads features again after what no call of the kit has done, such as a job that has ended. */
export function useRefetch(): (...features: FeatureName[]) => Promise<void> {
  const client = useQueryClient();
  return (...features) => refetchFeatures(client, features);
}
