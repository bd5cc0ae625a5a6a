import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { AppError } from '../lib/app-error.ts';
import { shortageSentence } from '../lib/disk-space.ts';
import type { Log } from '../lib/log.ts';
import { sentenceIn } from '../lib/refusal-texts.ts';
import { unlimited } from './call-limits.ts';
import type { Host } from './host.ts';

/**
 * `/api/health/live`: the process answers. `/api/health/ready`: so does its database (P32); `notice` says what is
 * refused all the same.
 */
export function mountHealth({ fastify, ground, disk, databaseProblem }: Host): void {
  fastify.get('/api/health/live', { config: unlimited }, () => ({ status: 200, data: { live: true } }));
  fastify.get('/api/health/ready', { config: unlimited }, async () => {
    const shortage = disk?.shortage();
    const diskNotice = shortage && shortageSentence(shortage);
    const notice = diskNotice && sentenceIn('en', diskNotice);
    try {
      await sql`SELECT 1`.execute(ground.db);
    } catch {
      const problem = [databaseProblem?.(), notice].filter(Boolean).join(' ');
      throw new AppError('unavailable', { text: 'general.database_silent', params: { problem } }, { retryAfter: 5 });
    }
    return { status: 200, data: { ready: true, ...(notice && { notice }) } };
  });
}

/** Waits until the process says of itself that it is ready; throws what it says instead after a minute. */
export async function awaitReady(fastify: Pick<FastifyInstance, 'inject'>, log: Log): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fastify.inject('/api/health/ready');
    if (answer.statusCode === 200) return;
    log.warn({ answer: answer.payload }, 'not ready yet');
    if (attempt >= 60) throw new Error(`The server is not ready: ${answer.payload}`);
    await pause(1_000);
  }
}
