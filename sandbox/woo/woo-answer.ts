import type { Doc, WooRuntime, WooShop } from './woo-records.ts';

export type RestAnswer = { status: number; json: unknown; headers?: Record<string, string> };
export type RestCall = { rt: WooRuntime; shop: WooShop; query: URLSearchParams; body: Doc; ids: string[] };
/** One route of the REST interface: method, path below the root, and what it does. */
export type Route = [method: string, path: RegExp, action: (call: RestCall) => Promise<RestAnswer>];

export const ok = (json: unknown, status = 200): RestAnswer => ({ status, json });
export const refuse = (status: number, code: string, message: string): RestAnswer => ({
  status,
  json: { code, message, data: { status } },
});
export const noRoute = refuse(404, 'rest_no_route', 'No route was found matching the URL and request method.');
export const noOrder = refuse(404, 'woocommerce_rest_shop_order_invalid_id', 'Invalid ID.');
export const noProduct = refuse(404, 'woocommerce_rest_product_invalid_id', 'Invalid ID.');
