import { trackingService } from './connectors/carriers/tracking-service.ts';
import type { telling } from './features/notifications/notifications-notify.service.ts';
import type { ordersWith } from './features/orders/orders-with-stock.ts';
import { parcelsTasks } from './features/parcels/parcels.jobs.ts';
import type { Needs } from './features/parcels/parcels-needs.ts';
import { parcelsRoutes } from './features/parcels/parcels.routes.ts';
import type { Tasks } from './db/queue.ts';
import type { Host } from './http/host.ts';

// A part of app.ts: who tells of parcels, and what follows from it.

type Orders = Pick<ReturnType<typeof ordersWith>, 'followParcel'>;

/** Parcels on their way; answers their tasks. */
export function parcelRoutes(host: Host, told: ReturnType<typeof telling>, { followParcel }: Orders): Tasks {
  const { CARRIER_FEED_URL: url, CARRIER_FEED_KEY: key, CARRIER_FEED_SECRET: secret } = host.config;
  const feed = url && key && secret ? trackingService({ url, key, secret }) : null;
  const needs: Needs = { ...told, followParcel, feed };
  parcelsRoutes(host, needs);
  return parcelsTasks(needs);
}
