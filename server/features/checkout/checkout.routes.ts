import { checkout } from '#contract/checkout.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { payOrders, previewCheckout } from './checkout.service.ts';

export function checkoutRoutes(host: Host): void {
  mount(host, 'checkout', checkout, {
    preview: (ctx, { body }) => previewCheckout(ctx, body.order_ids),
    pay: (ctx, { body }) => payOrders(ctx, body),
  });
}
