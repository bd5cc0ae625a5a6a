import { existsSync } from 'node:fs';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import { appError } from '../lib/app-error.ts';
import type { Host } from './host.ts';

const year = 31_536_000;

/** Serves the built web app beside the API: hashed assets for a year, every other path is the one page. */
export async function serveWebApp({ fastify, config }: Host): Promise<void> {
  await fastify.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'], // decision 29
        styleSrc: ["'self'", "'unsafe-inline'"], // the UI library sets sizes by inline style
        scriptSrc: ["'self'"],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: config.PUBLIC_URL.startsWith('https') ? { maxAge: year } : false,
  });
  const built = existsSync(config.WEB_DIR);
  if (built) {
    await fastify.register(fastifyStatic, {
      root: config.WEB_DIR,
      wildcard: false,
      preCompressed: true,
      maxAge: 0,
      setHeaders: (reply, path) => {
        if (path.includes('/assets/')) reply.header('cache-control', `public, max-age=${year}, immutable`);
        else reply.header('cache-control', 'no-cache');
      },
    });
  }
  fastify.setNotFoundHandler((request, reply) => {
    const page = request.method === 'GET' && !request.url.startsWith('/api/') && !request.url.startsWith('/assets/');
    if (page && built) return reply.header('cache-control', 'no-cache').sendFile('index.html');
    throw appError('not_found', 'There is nothing at this address.');
  });
}
