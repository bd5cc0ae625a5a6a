import { checkout } from '#contract/checkout.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { payOrders, previewCheckout } from './checkout.service.ts';
import { payableMatching, payMatching, previewMatching } from './checkout-selections.service.ts';

export function checkoutRoutes(host: Host): void {
  mount(host, 'checkout', checkout, {
    preview: (ctx, { body }) => previewCheckout(ctx, body.order_ids),
    payable: (ctx, { query }) => payableMatching(ctx, query),
    previewMatching: (ctx, { body }) => previewMatching(ctx, body.query),
    payMatching: (ctx, { params, body }) => payMatching(ctx, params.id, body.expected_total),
    pay: (ctx, { body }) => payOrders(ctx, body),
  });
}
