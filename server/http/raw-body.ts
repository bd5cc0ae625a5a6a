import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Host } from './host.ts';
import { requireRoom } from './room.ts';

/**
 * Mounts a POST route whose handler gets the body's bytes as they came: signatures are made over them. The parser is
 * this route's alone. No rate limit: senders repeat what is refused, and a burst is not an attack.
 */
export function mountRawPost(
  host: Host,
  path: string,
  handler: (body: Buffer, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  void host.fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(path, { config: { rateLimit: false } }, (request, reply) => {
      requireRoom(host, { kind: 'anonymous' });
      return handler(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0), request, reply);
    });
  });
}
