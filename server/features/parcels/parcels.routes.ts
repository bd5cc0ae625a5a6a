import { parcels } from '#contract/parcels.ts';
import { CarrierCallError, type TrackingProvider } from '#server/connectors/carriers/tracking-provider.ts';
import { entryFor, forAccount } from '#server/db/context.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { mountRawPost } from '#server/http/raw-body.ts';
import { appError } from '#server/lib/app-error.ts';
import { exceptionsFile } from './parcels-file.ts';
import { receiveCall } from './parcels-intake.service.ts';
import * as service from './parcels.service.ts';

export function parcelsRoutes(host: Host, provider: TrackingProvider | null): void {
  mount(host, 'parcels', parcels, {
    ofOrder: (ctx, { params }) => service.ofOrder(ctx, params.id),
    staffFile: { manual: (entry, { body }) => exceptionsFile(entry, body) },
    staffExceptions: (ctx, { query }) => service.staffExceptions(ctx, query),
    staffOfOrder: (ctx, { params }) => service.staffOfOrder(forAccount(ctx, params.account_id), params.id),
    ask: { manual: (entry, { params }) => service.askNow(entry, provider, params) },
  });
  mountCarrierCalls(host, provider);
}

/** Keeps what the provider says and answers; the work comes after the answer. A call that cannot be believed is 400. */
function mountCarrierCalls(host: Host, provider: TrackingProvider | null): void {
  mountRawPost(host, '/api/webhooks/carrier/:carrier', async (body, request) => {
    const { carrier } = request.params as { carrier: string }; // the path names it
    if (!provider?.capabilities.calls || carrier !== provider.name)
      throw appError('not_found', { text: 'parcels.no_carrier' });
    const entry = entryFor(host.ground, { kind: 'system' as const, name: 'carrier' }, request.id, request.log);
    try {
      await receiveCall(entry, provider, { body, headers: request.headers, now: entry.now });
    } catch (error) {
      if (!(error instanceof CarrierCallError)) throw error;
      request.log.warn({ reason: error.reason }, 'carrier call refused');
      throw appError('bad_request', { text: `webhooks.${error.reason}` });
    }
    return { status: 200, data: { received: true } };
  });
}
