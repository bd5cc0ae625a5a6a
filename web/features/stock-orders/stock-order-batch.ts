type Sku = { moq: number; pack: number };

/** The text that says how many pieces of a SKU are ordered at least and at once. */
export function batchKey({ moq, pack }: Sku): 'batch.any' | 'batch.moq' | 'batch.pack' | 'batch.both' {
  if (moq > 1) return pack > 1 ? 'batch.both' : 'batch.moq';
  return pack > 1 ? 'batch.pack' : 'batch.any';
}

type Break = { from: number; unit_price: number };

/** Prices by quantity as they can be ordered: the first counts from the minimum on, and one below it is never paid. */
export const breaksFrom = (breaks: readonly Break[], moq: number): Break[] =>
  breaks
    .filter((_, place) => (breaks[place + 1]?.from ?? Infinity) > moq)
    .map(({ from, unit_price }) => ({ from: Math.max(from, moq), unit_price }));
