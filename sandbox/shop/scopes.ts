/** What each scope lets the app do, in the words of the consent page. */
export const SCOPE_TEXT: Record<string, string> = {
  read_orders: 'View orders of the last 60 days',
  write_orders: 'View and edit orders',
  read_all_orders: 'View all orders, also older than 60 days',
  read_products: 'View products',
  write_products: 'View and edit products',
  read_inventory: 'View stock',
  write_inventory: 'View and edit stock',
  read_locations: 'View locations',
  read_fulfillments: 'View fulfillments',
  write_fulfillments: 'View and edit fulfillments',
  read_merchant_managed_fulfillment_orders: 'View work at your own locations',
  write_merchant_managed_fulfillment_orders: 'View and ship work at your own locations',
  read_assigned_fulfillment_orders: "View work assigned to the app's own warehouse",
  write_assigned_fulfillment_orders: "View and ship work assigned to the app's own warehouse",
  read_third_party_fulfillment_orders: 'View work at other warehouses',
  write_third_party_fulfillment_orders: 'View and edit work at other warehouses',
  read_publications: 'View sales channels',
  write_publications: 'View and edit sales channels',
  read_customers: 'View customers',
  write_customers: 'View and edit customers',
  read_shipping: 'View shipping settings',
  write_shipping: 'View and edit shipping settings',
};

/** Scopes out of a `scope` parameter; separated by commas or spaces. */
export function readScopes(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter(Boolean))];
}

/** All scopes with what they imply: `write_x` includes `read_x`. */
export function expandScopes(scopes: readonly string[]): Set<string> {
  return new Set(
    scopes.flatMap((scope) => (scope.startsWith('write_') ? [scope, scope.replace('write_', 'read_')] : [scope])),
  );
}

/** The list as Shopify answers it: without what another scope implies. */
export function compressScopes(scopes: readonly string[]): string[] {
  return scopes.filter((scope) => !scope.startsWith('read_') || !scopes.includes(scope.replace('read_', 'write_')));
}
