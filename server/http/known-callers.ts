import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { hashToken } from '../lib/tokens.ts';

const mostKnown = 20_000;

/** Users by the hashes of their tokens, those that this process has lately seen alive; the longest unused go first. */
const users = new Map<string, string>();

/** Notes whose session a token is; `null` when it has ended. */
export function noteCaller(tokenHash: string, userId: string | null): void {
  users.delete(tokenHash);
  if (userId === null) return;
  users.set(tokenHash, userId);
  const [oldest] = users.keys();
  if (users.size > mostKnown && oldest !== undefined) users.delete(oldest);
}

/** The token of `Authorization: Bearer …` or of a bare `Authorization` (P27); null when there is none. */
export function tokenOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization;
  if (!header) return null;
  return header.startsWith('Bearer ') ? header.slice(7).trim() : header.trim();
}

/** The address that a call counts against; of IPv6 the network of /64, which one subscriber has whole. */
export const addressKey = (request: FastifyRequest): string => `address ${normalizeIP(request.ip, 64)}`;

/**
 * Whom a call counts against (P52): the user of its session, else its address. A token counts from its second call on, so
 * that invented ones cost their address and no query.
 */
export function callerKey(request: FastifyRequest): string {
  const token = tokenOf(request);
  const user = token === null ? undefined : users.get(hashToken(token));
  return user === undefined ? addressKey(request) : `user ${user}`;
}
