/**
 * The text of an order's event: by the state it led to where that has a sentence of its own, else by its kind. `exists`
 * says whether there is a text under a key.
 */
export function orderEventKey(kind: string, to: unknown, exists: (key: string) => boolean): string {
  const keys = [...(typeof to === 'string' ? [`eventStates.${kind}.${to}`] : []), `events.${kind}`];
  return keys.find((key) => exists(key)) ?? 'events.other';
}
