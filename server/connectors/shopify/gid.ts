/** Shopify's global id of a record: `gid://shopify/Order/5000000000001`. */
export function gid(kind: 'Order' | 'Product' | 'Fulfillment', id: string): string {
  return `gid://shopify/${kind}/${id}`;
}

/** The number of a global id as text; ids exceed 2^53, so it never becomes a number (shopify.md §2.4). */
export function numericId(value: string): string {
  const found = /^gid:\/\/shopify\/[A-Za-z]+\/(\d+)/.exec(value)?.[1];
  if (found === undefined) throw new Error(`"${value}" is not a Shopify id`);
  return found;
}
