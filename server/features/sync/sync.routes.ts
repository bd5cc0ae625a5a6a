import type { FastifyRequest } from 'fastify';
import type { Deliver } from '#server/db/outbox.ts';
import type { Tasks } from '#server/db/queue.ts';
import type { Host } from '#server/http/host.ts';
import { deliverParcel, deliverRelease, deliverUnfulfil } from './parcel-push.ts';
import { syncTasks } from './sync.jobs.ts';
import { type StoresKit, appByClientId } from '#server/features/stores/index.ts';
import { requireRoom } from '#server/http/room.ts';
import { anonymous } from '#server/http/actor.ts';
import { type Entry, entryFor } from '#server/db/context.ts';
import { inboxWaker, receiveShopify, receiveWoo } from './sync-receive.service.ts';

/** Mounts the webhooks of shops; answers the background tasks and what the outbox does at shops. */
export function syncRoutes(host: Host, kit: StoresKit): { tasks: Tasks; outbox: Record<string, Deliver> } {
  shopifyWebhookRoutes(host, kit);
  wooWebhookRoutes(host, kit);
  return {
    tasks: syncTasks(kit),
    outbox: {
      shop_fulfillment: deliverParcel(kit),
      shop_unfulfil: deliverUnfulfil(kit),
      shop_release: deliverRelease(kit),
    },
  };
}

const largestBody = 5 * 1024 * 1024;

type Named = FastifyRequest<{ Params: { name: string } }>;

/** Deliveries of a platform: raw bytes, answered as soon as they are kept. */
function deliveries(
  host: Host,
  url: string,
  keep: (entry: Entry, request: Named, body: Buffer) => Promise<void>,
): void {
  void host.fastify.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestBody }, (_request, body, next) =>
      next(null, body),
    );
    scope.route<{ Params: { name: string } }>({
      method: 'POST',
      url,
      bodyLimit: largestBody,
      config: { rateLimit: false },
      handler: async (request) => {
        requireRoom(host, anonymous);
        const entry = entryFor(host.ground, anonymous, request.id, request.log);
        await keep(entry, request, Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
        return { status: 200 };
      },
    });
    done();
  });
}

const begin = (host: Host) => () => entryFor(host.ground, { kind: 'system', name: 'store_inbox' }, 'webhooks');

/** `POST /api/webhooks/shopify/{client id}` (P32). */
function shopifyWebhookRoutes(host: Host, kit: StoresKit): void {
  const wake = inboxWaker('shopify', begin(host));
  deliveries(host, '/api/webhooks/shopify/:name', async (entry, request, body) => {
    await receiveShopify(entry, wake, await appByClientId(entry, kit, request.params.name), request.headers, body);
  });
}

/** `POST /api/webhooks/woocommerce/{store id}`: there is no app, each store has an address and a secret of its own. */
function wooWebhookRoutes(host: Host, kit: StoresKit): void {
  const wake = inboxWaker('woocommerce', begin(host));
  deliveries(host, '/api/webhooks/woocommerce/:name', (entry, request, body) =>
    receiveWoo(entry, kit, wake, request.params.name, request.headers, body),
  );
}
