import type { ComparisonKeys } from './comparison-signing.ts';
import type { StoresKit } from '#server/features/stores/index.ts';

/** What comparisons speak to shops and sign reports with. */
export type ComparisonsKit = { shops: StoresKit; keys: ComparisonKeys };

export const comparisonKind = 'store_comparison';

/** A number from a store's id, the same every day. */
export const shareOf = (storeId: string, shares: number): number => Number.parseInt(storeId.slice(-6), 16) % shares;

/** Two comparisons at a time over all stores: the other workers stay free for what people wait for. */
export const comparisonQueue = (storeId: string): string => `comparisons:${shareOf(storeId, 2)}`;
