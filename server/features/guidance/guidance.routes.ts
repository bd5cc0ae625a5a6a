import { guidance } from '#contract/guidance.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { guideAgent, guideInvoice, guideOrder, guideShop } from './guidance.service.ts';

export function guidanceRoutes(host: Host): void {
  mount(host, 'guidance', guidance, {
    shop: (ctx) => guideShop(ctx),
    order: (ctx) => guideOrder(ctx),
    invoice: (ctx) => guideInvoice(ctx),
    agent: (ctx) => guideAgent(ctx),
  });
}
