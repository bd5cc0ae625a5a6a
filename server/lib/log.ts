import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';

/** What code may do with a log; pino's and Fastify's loggers fit. */
export type Log = {
  debug(data: object, message?: string): void;
  info(data: object, message?: string): void;
  warn(data: object, message?: string): void;
  error(data: object, message?: string): void;
};

/** Shop, payment and session secrets never reach a log line (shopify.md §1.5). */
const secret = /\b(shpat|shprt|shpss|sk_test|sk_live|whsec)_[A-Za-z0-9_]+|Bearer\s+[A-Za-z0-9_-]{20,}/g;

export function redact(text: string): string {
  return text.replace(secret, '[secret]');
}

export function createLog(level: string): FastifyBaseLogger {
  return pino({ level, base: null }, { write: (line: string) => process.stdout.write(redact(line)) });
}
