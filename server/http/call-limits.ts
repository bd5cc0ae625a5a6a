import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, preHandlerAsyncHookHandler } from 'fastify';
import { addressKey, callerKey } from './known-callers.ts';

/**
 * Limits API calls to `perMinute` for each user, or for each address where nobody is logged in (P52); 0 is no limit.
 * Endpoints with a limit of their own are counted by themselves, in the same way. Files of the web app never count.
 */
export async function limitCalls(server: FastifyInstance, perMinute: number): Promise<void> {
  await server.register(rateLimit, {
    global: perMinute > 0,
    max: perMinute || 1,
    timeWindow: '1 minute',
    keyGenerator: callerKey,
    allowList: (request) => !request.url.startsWith('/api/'),
  });
}

/** Which peers' X-Forwarded-* headers count: nobody's, those of some addresses, or those of the last so many hops. */
export function trustedProxies(proxies: false | number | string[]): false | string[] | TrustProxyFunction {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies;
}

type TrustProxyFunction = (address: string, hop: number) => boolean;

/** Config of a route that never counts: probes of a load balancer, and pictures, which are files of a page. */
export const unlimited = { rateLimit: false } as const;

/**
 * Limits page views of an address, apart from its API calls: any name may stand in a Host header, and each one asks the
 * database whose look its page has.
 */
export function limitPages(server: FastifyInstance, perMinute: number): { preHandler?: preHandlerAsyncHookHandler } {
  if (perMinute === 0) return {};
  return { preHandler: server.rateLimit({ max: perMinute, keyGenerator: addressKey, allowList: () => false }) };
}
