import type { Deliver } from '#server/db/outbox.ts';
import type { Tasks } from '#server/db/queue.ts';
import type { Host } from '#server/http/host.ts';
import { deliverParcel } from './parcel-push.ts';
import { shopifyWebhookRoutes, wooWebhookRoutes } from './sync-webhooks.routes.ts';
import { syncTasks } from './sync.jobs.ts';
import { deliverUnfulfil } from './unfulfil.ts';
import type { StoresKit } from '#server/features/stores/index.ts';

/** Mounts the webhooks of shops; answers the background tasks and what the outbox does at shops. */
export function syncRoutes(host: Host, kit: StoresKit): { tasks: Tasks; outbox: Record<string, Deliver> } {
  shopifyWebhookRoutes(host, kit);
  wooWebhookRoutes(host, kit);
  return {
    tasks: syncTasks(kit),
    outbox: { shop_fulfillment: deliverParcel(kit), shop_unfulfil: deliverUnfulfil(kit) },
  };
}
