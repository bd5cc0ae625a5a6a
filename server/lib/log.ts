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

/** What of an error is logged. The database's own `detail` and `where` quote whole rows, with the buyers in them. */
export function loggedError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const logged: Record<string, unknown> = { type: error.name, message: error.message, stack: error.stack };
  for (const name of ['code', 'constraint', 'table', 'status', 'reason'] as const) {
    if (name in error) logged[name] = Reflect.get(error, name);
  }
  if (error.cause !== undefined) logged.cause = loggedError(error.cause);
  return logged;
}

export function createLog(level: string): FastifyBaseLogger {
  return pino(
    { level, base: null, serializers: { err: loggedError } },
    { write: (line: string) => process.stdout.write(redact(line)) },
  );
}
