import rateLimit from '@fastify/rate-limit';
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import type pg from 'pg';
import { v7 as uuid } from 'uuid';
import type { Ground } from './db/context.ts';
import { cleaningTasks } from './db/cleaning.ts';
import { outboxTasks } from './db/outbox.ts';
import type { Tasks } from './db/queue.ts';
import { brandingRoutes } from './features/branding/branding.routes.ts';
import { clientsRoutes } from './features/clients/clients.routes.ts';
import { filesTasks } from './features/files/files.jobs.ts';
import { filesRoutes } from './features/files/files.routes.ts';
import { jobsRoutes } from './features/jobs/jobs.routes.ts';
import { profileRoutes } from './features/profile/profile.routes.ts';
import { sessionRoutes } from './features/session/session.routes.ts';
import { setErrorAnswers } from './http/errors.ts';
import { listenForEvents, mountEvents } from './http/events.ts';
import { mountHealth } from './http/health.ts';
import type { Host } from './http/host.ts';
import { mountOpenApi } from './http/openapi.ts';
import { deliverMail } from './http/mail-delivery.ts';
import { serveWebApp } from './http/web-app.ts';
import type { Blobs } from './lib/blob-folder.ts';
import type { Config } from './lib/config.ts';
import type { Mailer } from './lib/mail.ts';

/** What the process hands to the app: everything that touches the world. */
export type Deps = {
  config: Config;
  ground: Ground;
  pool: pg.Pool;
  log: FastifyBaseLogger;
  blobs: Blobs;
  /** null when no mail server is set: mails are then kept as failed. */
  mailer: Mailer | null;
};

export type App = {
  fastify: FastifyInstance;
  /** Background tasks of all features, for the worker. */
  tasks: Tasks;
  /** `minute hour day month weekday task` lines, UTC. */
  crontab: string;
  /** What must be there before the first call: rows that the settings create. */
  prepare(): Promise<void>;
  close(): Promise<void>;
};

const bodyLimit = 1024 * 1024;

/** Wires features to the web server and the worker; the only place that sees more than one feature. */
export async function buildApp(deps: Deps): Promise<App> {
  const server = fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => uuid(),
    bodyLimit,
    trustProxy: 'loopback',
    routerOptions: { maxParamLength: 300 },
  });
  const host: Host = { fastify: server, ground: deps.ground, config: deps.config };
  setErrorAnswers(server);
  await server.register(rateLimit, {
    global: deps.config.CALLS_PER_MINUTE > 0,
    max: deps.config.CALLS_PER_MINUTE || 1,
    timeWindow: '1 minute',
  });
  const events = listenForEvents(deps.pool, deps.log);
  await serveWebApp(host);
  mountHealth(host);
  mountOpenApi(host);
  mountEvents(host, events);

  sessionRoutes(host);
  profileRoutes(host);
  jobsRoutes(host);
  clientsRoutes(host);
  brandingRoutes(host);
  filesRoutes(host, deps.blobs);

  return {
    fastify: server,
    tasks: {
      ...outboxTasks({ mail: deliverMail(deps.mailer, deps.config.MAIL_FROM) }),
      ...filesTasks(deps.blobs),
      ...cleaningTasks,
    },
    crontab: ['17 * * * * files_sweep', '23 3 * * * keys_purge'].join('\n'),
    async prepare() {},
    async close() {
      await events.close();
      await server.close();
    },
  };
}
