import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blobFolder } from '#server/lib/blob-folder.ts';
import { readConfig } from '#server/lib/config.ts';
import { createLog } from '#server/lib/log.ts';
import { startTestServer, createOn, databaseUrl } from '#testing/test-server.ts';
import { seedDemo } from './seed.ts';
import pg from 'pg';
const Q = new Map<string, [number, number]>();
const orig = pg.Client.prototype.query as any;
(pg.Client.prototype as any).query = function (...a: any[]) {
  const text = (typeof a[0] === 'string' ? a[0] : a[0]?.text ?? '?').replace(/\s+/g, ' ').replace(/\$\d+/g, '$').replace(/(\$, )+/g,'').replace(/\(\$\), /g,'').slice(0, 110);
  const t = performance.now(); const r = orig.apply(this, a);
  const note = () => { const q = Q.get(text) ?? [0, 0]; q[0] += performance.now() - t; q[1]++; Q.set(text, q); };
  if (r?.then) r.then(note, note); return r;
};
const server = await startTestServer();
const name = 'demo_try_' + randomBytes(3).toString('hex');
await createOn(server.adminUrl, name, server.template); await createOn(server.adminUrl, name + '_s');
const url = databaseUrl(server.adminUrl, name), shops = databaseUrl(server.adminUrl, name + '_s');
const folder = await mkdtemp(join(tmpdir(), 'demo-'));
const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'warn', SECRET_KEY: randomBytes(32).toString('base64'), DATABASE_URL: url,
    SHOPIFY_CLIENT_ID: 'demo', SHOPIFY_CLIENT_SECRET: 'secret', SHOPIFY_SHOP_URL: 'http://127.0.0.1:8081/{shop}', STRIPE_SECRET_KEY: 'sk_test_x' });
const start = performance.now();
await seedDemo({ size: (process.argv[2] ?? 'small') as 'small', config, databaseUrl: url, blobs: blobFolder(folder), log: createLog('warn'),
    sandbox: { databaseUrl: shops, app: { clientId: 'demo', secret: 'secret', redirectUrls: [] } }, onPart: (part, ms) => console.log(part, ms) });
console.log('total', performance.now() - start, process.cpuUsage(), url);
console.log([...Q].sort((a, b) => b[1][0] - a[1][0]).slice(0, 28).map(([k, [t, n]]) => `${t.toFixed(0)}ms ${n} ${(t/n).toFixed(2)} ${k}`).join('\n'));
console.log(JSON.stringify((await import('./seed-history.ts') as any).T));
if (process.argv[3] === 'keep') { console.log('keeping'); await new Promise(() => setInterval(() => {}, 1e6)); }
await server.stop();
