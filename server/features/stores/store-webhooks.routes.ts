import type { Host } from '#server/http/host.ts';
import { anonymous } from '#server/http/actor.ts';
import { entryFor } from '#server/db/context.ts';
import { appByClientId } from './store-apps.service.ts';
import { inboxWaker, receive } from './store-inbox.service.ts';
import type { StoresKit } from './stores-kit.ts';

const largestBody = 5 * 1024 * 1024;

/** `POST /api/webhooks/shopify/{client id}` (decision 32): raw bytes, answered as soon as they are kept. */
export function shopifyWebhookRoutes(host: Host, kit: StoresKit): void {
  const wake = inboxWaker('shopify', () => entryFor(host.ground, { kind: 'system', name: 'store_inbox' }, 'webhooks'));
  void host.fastify.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestBody }, (_request, body, next) =>
      next(null, body),
    );
    scope.route<{ Params: { app: string } }>({
      method: 'POST',
      url: '/api/webhooks/shopify/:app',
      bodyLimit: largestBody,
      config: { rateLimit: false },
      handler: async (request) => {
        const entry = entryFor(host.ground, anonymous, request.id, request.log);
        const app = await appByClientId(entry, kit, request.params.app);
        await receive(
          entry,
          wake,
          app,
          request.headers,
          Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        );
        return { status: 200 };
      },
    });
    done();
  });
}
