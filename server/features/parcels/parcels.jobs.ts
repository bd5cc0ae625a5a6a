import { z } from 'zod';
import type { Tasks } from '#server/db/queue.ts';
import { purgeCalls } from './parcel-events.db.ts';
import { askCarriers, retireOld } from './parcels-ask.service.ts';
import { callTask, workOff } from './parcels-intake.service.ts';
import type { TrackingProvider } from '#server/connectors/carriers/tracking-provider.ts';
import { checkDueOrders, measureTransit } from './parcels-alerts.service.ts';

const callPayload = z.object({ feed: z.string(), delivery_id: z.string() });
const keptMs = 30 * 86_400_000;

export function parcelsTasks(provider: TrackingProvider | null): Tasks {
  return {
    [callTask]: (entry, payload) => workOff(entry, callPayload.parse(payload)),
    carriers_ask: async (entry) => {
      await askCarriers(entry, provider);
    },
    parcels_watch: async (entry) => {
      await checkDueOrders(entry);
    },
    transit_measure: (entry) => measureTransit(entry),
    parcels_nightly: async (entry) => {
      await retireOld(entry);
      await entry.run('all_accounts', (ctx) => purgeCalls(ctx, new Date(ctx.now.getTime() - keptMs)));
    },
  };
}

/** Every minute, and each night. */
export const parcelsCrontab = [
  '* * * * * carriers_ask',
  '* * * * * parcels_watch',
  '22 2 * * * transit_measure',
  '52 2 * * * parcels_nightly',
].join('\n');
