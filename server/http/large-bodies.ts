import type { FastifyInstance } from 'fastify';
import { AppError, appError } from '../lib/app-error.ts';
import { jsonLimits, largeBody } from '../lib/parsing/json-limits.ts';
import { parsing } from '../lib/parsing/parsing-pool.ts';
import { ParsingRefusal } from '../lib/parsing/parsing-refusal.ts';

/**
 * JSON bodies of calls. A large one is first looked at in another process, and read here only when it has few enough
 * values: reading is then as short as that of a small body, whatever the sender made of it.
 */
export function readLargeBodies(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeContentTypeParser(['application/json', 'text/plain']); // every body of a call is JSON or a form
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body.length <= largeBody) void parse(request, body, done);
    else {
      requireModest(body).then(
        () => void parse(request, body, done),
        (error: Error) => done(error),
      );
    }
  });
}

async function requireModest(body: string): Promise<void> {
  const verdict = await parsing.run('json.check', Buffer.from(body), undefined).catch((error: unknown) => {
    if (!(error instanceof ParsingRefusal)) throw error;
    if (error.code === 'busy') throw new AppError('unavailable', { text: 'general.reading_busy' }, { retryAfter: 30 });
    return 'too_many' as const; // it ended the process that looked at it
  });
  if (verdict === 'not_json') throw appError('bad_request', { text: 'general.body_not_json' });
  if (verdict === 'too_many') throw appError('too_large', { text: 'general.body_too_many_values', params: jsonLimits });
}
