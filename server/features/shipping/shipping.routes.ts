import { shipping } from '#contract/shipping.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { listChannels } from './shipping.service.ts';

export function shippingRoutes(host: Host): void {
  mount(host, 'shipping', shipping, { channels: (ctx) => listChannels(ctx) });
}
