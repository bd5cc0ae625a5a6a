/** What the portal needs at a shop; a scope added here makes every older store appear in the re-authorize list (shopify.md §1.8). */
export const requiredScopes: readonly string[] = [
  'read_orders',
  'read_products',
  'read_merchant_managed_fulfillment_orders',
  'write_merchant_managed_fulfillment_orders',
];

/** What only some actions need: asked for with the next authorisation, and stores without it go on working. */
export const optionalScopes: readonly string[] = ['write_products'];

/** All scopes with what they imply: Shopify answers the shortened list, and `write_x` includes `read_x`. */
export function expandScopes(scopes: readonly string[]): string[] {
  return [
    ...new Set(
      scopes.flatMap((scope) => (scope.startsWith('write_') ? [scope, scope.replace('write_', 'read_')] : [scope])),
    ),
  ];
}

/** Scopes out of Shopify's comma-separated answer. */
export function readScopes(text: string): string[] {
  return expandScopes(text.split(/[\s,]+/).filter((scope) => scope !== ''));
}

/** The required scopes that were not granted. */
export function missingScopes(granted: readonly string[], required: readonly string[]): string[] {
  const all = new Set(expandScopes(granted));
  return required.filter((scope) => !all.has(scope));
}
