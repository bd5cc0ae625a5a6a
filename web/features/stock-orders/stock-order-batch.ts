type Sku = { moq: number; pack: number };

/** The text that says how many pieces of a SKU are ordered at least and at once. */
export function batchKey({ moq, pack }: Sku): 'batch.any' | 'batch.moq' | 'batch.pack' | 'batch.both' {
  if (moq > 1) return pack > 1 ? 'batch.both' : 'batch.moq';
  return pack > 1 ? 'batch.pack' : 'batch.any';
}
