const day = 86_400_000;
/** As long as quotes of goods stand, unless the agent says otherwise. */
const validDays = 14;

/** The last day of a quote that is written now, `YYYY-MM-DD`. */
export const usualEnd = (now: Date): string => new Date(now.getTime() + validDays * day).toISOString().slice(0, 10);

type Item = { sku: { title: string }; quantity: number; received: number; damaged: number };

/** What was ordered of an item; and what came of it, once something did. */
export function itemFact({ sku, quantity, received, damaged }: Item) {
  const ordered = { title: sku.title, pieces: quantity };
  if (received + damaged === 0) return { key: 'staffLineOrdered', params: ordered } as const;
  return { key: 'staffLine', params: { ...ordered, came: received, damaged } } as const;
}
