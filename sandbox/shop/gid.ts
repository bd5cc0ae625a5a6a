/** Shopify's global id of a record: `gid://shopify/Order/5000000000001`. */
export function gid(kind: string, id: string): string {
  return `gid://shopify/${kind}/${id}`;
}

/** The number in a global id of the wanted kind, or `null` when it is of another kind or malformed. */
export function idOf(kind: string, value: string): string | null {
  const match = /^gid:\/\/shopify\/([A-Za-z]+)\/(\d{1,19})(?:\?.*)?$/.exec(value);
  if (!match || match[1] !== kind) return null;
  return match[2] ?? null;
}

/** The kind in a global id (`Order`), or `null` when malformed. */
export function kindOf(value: string): string | null {
  return /^gid:\/\/shopify\/([A-Za-z]+)\/\d{1,19}/.exec(value)?.[1] ?? null;
}
