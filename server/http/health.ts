import { sql } from 'kysely';
import { AppError } from '../lib/app-error.ts';
import { unlimited } from './call-limits.ts';
import type { Host } from './host.ts';

/** `/api/health/live`: the process answers. `/api/health/ready`: so does its database (decision 32). */
export function mountHealth({ fastify, ground }: Host): void {
  fastify.get('/api/health/live', { config: unlimited }, () => ({ status: 200, data: { live: true } }));
  fastify.get('/api/health/ready', { config: unlimited }, async () => {
    try {
      await sql`SELECT 1`.execute(ground.db);
    } catch {
      throw new AppError('unavailable', 'The database does not answer.', { retryAfter: 5 });
    }
    return { status: 200, data: { ready: true } };
  });
}
