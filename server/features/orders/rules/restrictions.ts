import type { CatalogFlag } from '#contract/catalog-rules.ts';

/** What a channel takes to a country, by its rate of today. */
export type ChannelLimits = { refuses: CatalogFlag[]; max_weight_g: number | null };
/** Why a channel does not take an order's goods. */
export type Restriction = { channel_id: string; channel: string; refuses: CatalogFlag[]; max_weight_g: number | null };

type Offer = { channel_id: string; channel: string; limits: ChannelLimits };
type Part = { flags?: readonly string[]; weight_g: number };

/** The channels among these offers that refuse the goods: their kind, or a piece too heavy for any parcel of theirs. */
export function restrictionsOf(offers: readonly Offer[], parts: readonly Part[]): Map<string, Restriction> {
  const flags = new Set<string>(parts.flatMap((part) => part.flags ?? []));
  const heaviest = Math.max(0, ...parts.map((part) => part.weight_g));
  const found = new Map<string, Restriction>();
  for (const { channel_id, channel, limits } of offers) {
    const refuses = limits.refuses.filter((kind) => flags.has(kind));
    const heavy = limits.max_weight_g !== null && heaviest > limits.max_weight_g;
    if (refuses.length === 0 && !heavy) continue;
    found.set(channel_id, { channel_id, channel, refuses, max_weight_g: heavy ? limits.max_weight_g : null });
  }
  return found;
}
