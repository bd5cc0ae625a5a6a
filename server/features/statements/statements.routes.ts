import { statements } from '#contract/statements.ts';
import { entryFor, forAccount } from '#server/db/context.ts';
import type { Tasks } from '#server/db/queue.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { secretKey } from '#server/lib/secrets.ts';
import { publishedKeys, rotateKey } from './statement-keys.service.ts';
import * as service from './statements.service.ts';

/** Each hour: months end at another hour in each zone. */
export const statementsCrontab = '37 * * * * statements_monthly';

const keysPath = '/.well-known/tradewind-statement-keys.json';

/** Mounts the feature; answers its tasks, which need the key that seals the signing keys. */
export function statementsRoutes(host: Host): Tasks {
  const sealing = secretKey(host.config.SECRET_KEY);
  mount(host, 'statements', statements, {
    list: (ctx, { query }) => service.listStatements(ctx, query),
    issue: { manual: (entry, { body }) => service.issueAsked(entry, sealing, body) },
    file: { manual: (entry, { params, body }) => service.linkFile(entry, params.id, body.format) },
    staffGet: (ctx, { params, query }) => service.clientStatement(forAccount(ctx, params.account_id), query),
    staffFile: { manual: (entry, { params, body }) => service.linkClientFile(entry, params.account_id, body) },
    rotateKey: (ctx) => rotateKey(ctx, sealing),
  });
  const read = (id: string) =>
    entryFor(host.ground, { kind: 'system', name: 'statements' }, id).run('all_accounts', publishedKeys);
  host.fastify.get(keysPath, async (request, reply) => {
    const keys = await read(request.id);
    return reply.header('cache-control', 'public, max-age=300').send({ keys });
  });
  // the page that verifies statements may connect nowhere, so the keys come to it as a script
  host.fastify.get('/verify-statement/keys.js', async (request, reply) => {
    const keys = await read(request.id);
    return reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(`globalThis.statementKeys = ${JSON.stringify(keys)};\n`);
  });
  return { statements_monthly: (entry) => service.issueMonthly(entry, sealing) };
}
