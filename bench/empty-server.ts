import { fastify } from 'fastify';

/** The floor under every call: the same web server, in a process of its own, that does nothing. */
const server = fastify({ logger: false });
server.removeAllContentTypeParsers();
server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, next) => next(null, body));
server.all('/empty', () => ({ status: 200 }));
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
await server.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.send?.({ ready: true });
