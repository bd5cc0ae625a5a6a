import { bareValues } from '#testing/app-values.ts';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBackupFolder } from '#server/db/backup-folder.ts';
import { quoted } from '#server/db/backup-tables.ts';
import { createDatabase, createPool } from '#server/db/client.ts';
import { type Ctx, entryFor, forAccount } from '#server/db/context.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { readSchema } from '#server/db/schema-snapshot.ts';
import { verifyChain } from '#server/features/ledger/ledger.service.ts';
import { systemClock } from '#server/lib/clock.ts';
import { createLog } from '#server/lib/log.ts';
import { type Payment, startLoad } from '#testing/crash-load.ts';
import { type CrashStage, openCrashStage } from '#testing/crash-stage.ts';
import { createEmptyDatabase, type TestDatabase } from '#testing/database.ts';
import { openDurable } from '#testing/durable-server.ts';
import { password } from '#testing/people.ts';
import { portalClient, signedHook } from '#testing/portal-client.ts';
import { startServerProcess } from '#testing/server-process.ts';
import { contentOf, createOwned } from '#testing/whole-database.ts';
import { loadSecrets } from './launch-secrets.ts';

// One portal on an embedded server: backed up under load, backed up again at rest and encrypted, then taken away.
const root = resolve(import.meta.dirname, '..');
const passphrase = 'correct horse battery staple';
let folder: string;
let shops: TestDatabase;
let stage: CrashStage;
let uploaded: string;
/** Answered before the backup under load began, and how many payments were answered when it had ended. */
let answered: { payments: Payment[]; deliveries: string[]; laterPayments: number };
let underLoad: string;
let atRest: string;
let contentAtRest: Record<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tradewind-backup-'));
  chmodSync(folder, 0o711); // root's database belongs to another account
  const dataDir = join(folder, 'old');
  const { secretKey = '' } = loadSecrets(dataDir, undefined);
  const durable = await openDurable(dataDir);
  shops = await createEmptyDatabase();
  const portal = await durable.createPortal('tradewind');
  stage = await openCrashStage({ portal, sandbox: shops.url }, { DATA_DIR: dataDir, SECRET_KEY: secretKey });
  uploaded = await upload('Name,Total\n#1,12.00\n');

  const load = startLoad(stage);
  while (load.answered.payments.size < 5) await sleep(20);
  const before = { payments: [...load.answered.payments.values()], deliveries: [...load.answered.deliveries] };
  underLoad = backupIn(await run('backup', join(folder, 'kept'), { DATA_DIR: dataDir }));
  answered = { ...before, laterPayments: load.answered.payments.size };
  await load.finish();
  await stage.server.stop();
  const secret = { DATA_DIR: dataDir, BACKUP_PASSPHRASE: passphrase };
  atRest = backupIn(await run('backup', join(folder, 'kept'), secret));
  contentAtRest = await contentOf(portal);
  await stage.ground.db.destroy();
  await durable.stop();
  rmSync(dataDir, { recursive: true });
}, 300_000);
afterAll(async () => {
  await stage.sandbox.close();
  await shops.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function upload(text: string): Promise<string> {
  const body = new FormData();
  body.set('purpose', 'order_import');
  body.set('file', new Blob([text]), 'orders.csv');
  const headers = { authorization: `Bearer ${stage.owner.token}` };
  const answer = await fetch(`${stage.server.url}/api/files`, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
  return createHash('sha256').update(text).digest('hex');
}

/** Runs one of the two commands as npm would; its output and exit code. */
async function run(command: 'backup' | 'restore', argument: string, env: Record<string, string>) {
  const args = [join(root, 'scripts/run.mjs'), `scripts/${command}.ts`, argument];
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'DATABASE_URL'));
  return promisify(execFile)(process.execPath, args, { cwd: root, env: { ...clean, ...env } }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  );
}

function backupIn({ code, output }: { code: number; output: string }): string {
  const path = /^Backup: (\S+)/m.exec(output)?.[1];
  if (code !== 0 || !path) throw new Error(`the backup failed: ${output}`);
  return path;
}

const filesOf = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name));

it('is taken while payments go on, for its owner alone', () => {
  expect(answered.laterPayments).toBeGreaterThan(answered.payments.length);
  expect(statSync(underLoad).mode & 0o777).toBe(0o700);
  for (const file of filesOf(underLoad)) expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('becomes a portal on another path and port while the old one is gone', async () => {
  const dataDir = join(folder, 'new');
  const reported = await run('restore', underLoad, { DATA_DIR: dataDir });
  if (reported.code !== 0) throw new Error(`the restore failed: ${reported.output}`);
  expect(reported.output).toContain('Start it with: npm start');
  const embedded = await startEmbedded({ dataDir, log: () => {} });
  const { secretKey = '' } = loadSecrets(dataDir, undefined);
  const env = { ...stage.settings, DATA_DIR: dataDir, SECRET_KEY: secretKey };
  try {
    const url = embedded.url('tradewind');
    await holdsWhatWasAnswered(url);
    for (const file of filesOf(join(dataDir, 'files')))
      expect(createHash('sha256').update(readFileSync(file)).digest('hex')).toBe(file.slice(-65).replace('/', ''));
    expect(readFileSync(join(dataDir, 'files', uploaded.slice(0, 2), uploaded.slice(2)), 'utf8')).toContain('#1,12.00');
    const server = await startServerProcess({ databaseUrl: url, env, bundle: true });
    expect(server.url).not.toBe(stage.server.url);
    try {
      await worksOn(server.url, url);
    } finally {
      await server.stop();
    }
  } finally {
    await embedded.stop();
  }
});

/** Rows by the manifest's count, every payment and delivery that was answered before, and a ledger that verifies. */
async function holdsWhatWasAnswered(url: string): Promise<void> {
  const { manifest } = await openBackupFolder(underLoad, undefined);
  const counts = Object.entries(await contentOf(url)).map(([table, content]) => [table, content.split(' ')[0]]);
  expect(counts).toEqual(manifest.tables.map((table) => [quoted(table), String(table.rows)]));
  await onDatabase(url, async (ctx) => {
    const account = stage.owner.account_id;
    const ledger = await verifyChain(forAccount(ctx, account));
    expect(ledger).toMatchObject({ ok: true });
    const invoices = await ctx.db.selectFrom('invoices').select(['id', 'total', 'status']).execute();
    const kept = new Map(invoices.map((invoice) => [invoice.id, invoice]));
    for (const payment of answered.payments)
      expect(kept.get(payment.invoice_id)).toMatchObject({ status: 'paid', total: payment.total });
    expect(ledger).toMatchObject({ transactions: invoices.length + 1 }); // and the deposit
    const arrived = await ctx.db.selectFrom('webhook_inbox').select('delivery_id').execute();
    expect(arrived.map((row) => row.delivery_id)).toEqual(expect.arrayContaining(answered.deliveries));
  });
}

/** A log-in by password, a webhook of the shop, and a payment of the order that it brought. */
async function worksOn(url: string, databaseUrl: string): Promise<void> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: stage.owner.email, password }),
  });
  const login = (await answer.json()) as { data: { token: string } };
  expect(answer.status).toBe(200);
  const call = portalClient(url, login.data.token);
  const [order] = await stage.sandbox.shops.insertOrders(stage.store.domain, [
    { lines: [{ variantId: stage.variantIds[0] ?? '', quantity: 1 }], address, financialStatus: 'PAID' },
  ]);
  const body = { id: Number(order?.id), admin_graphql_api_id: `gid://shopify/Order/${order?.id}`, name: order?.name };
  const hook = signedHook(stage.app, { shop: stage.store.domain, topic: 'orders/create', body });
  expect((await fetch(`${url}${hook.path}`, { method: 'POST', headers: hook.headers, body: hook.body })).status).toBe(
    200,
  );
  let id: string | undefined;
  while (!id) {
    await sleep(50);
    id = await onDatabase(databaseUrl, (ctx) => payableOrder(ctx, order?.id ?? ''));
  }
  const checkout = await call('POST', '/api/invoices/checkout', { order_ids: [id] });
  const payment = { order_ids: [id], expected_total: Number(checkout.data.total) };
  expect(await call('POST', '/api/invoices', payment, uuid())).toMatchObject({
    status: 200,
    data: { total: payment.expected_total },
  });
}

const address = {
  first_name: 'Grace',
  last_name: 'Field',
  address1: '1 Main St',
  city: 'Austin',
  province: 'Texas',
  province_code: 'TX',
  zip: '78701',
  country_code: 'US',
};

async function payableOrder(ctx: Ctx, externalId: string): Promise<string | undefined> {
  const order = await ctx.db
    .selectFrom('orders')
    .select('id')
    .where('external_id', '=', externalId)
    .where('stage', '=', 'awaiting_payment')
    .executeTakeFirst();
  return order?.id;
}

async function onDatabase<T>(url: string, action: (ctx: Ctx) => Promise<T>): Promise<T> {
  const log = createLog('silent');
  const ground = { db: createDatabase(createPool({ url, max: 2, log })), clock: systemClock, log, app: bareValues() };
  try {
    return await entryFor(ground, { kind: 'system', name: 'backup' }, 'backup').run('all_accounts', action);
  } finally {
    await ground.db.destroy();
  }
}

it('brings every row, encrypted, to a server of one’s own whose login has no special rights, and back', async () => {
  const owned = await createOwned();
  try {
    const dataDir = join(folder, 'owned');
    const target = { DATA_DIR: dataDir, DATABASE_URL: owned.url };
    expect(await run('restore', atRest, target)).toMatchObject({
      code: 1,
      output: expect.stringContaining('BACKUP_PASSPHRASE'),
    });
    expect(await run('restore', atRest, { ...target, BACKUP_PASSPHRASE: passphrase })).toMatchObject({ code: 0 });
    expect(await contentOf(owned.superuserUrl)).toEqual(contentAtRest);
    expect(await readSchema(owned.superuserUrl)).toBe(readFileSync(join(root, 'server/db/schema.sql'), 'utf8'));
    const again = backupIn(await run('backup', join(folder, 'again'), target));
    const [first, second] = [await openBackupFolder(atRest, passphrase), await openBackupFolder(again, undefined)];
    expect(second.manifest.tables).toEqual(first.manifest.tables);
    expect(second.manifest).toMatchObject({
      missing: [],
      files: first.manifest.files,
      secret_key: first.manifest.secret_key,
    });
  } finally {
    await owned.drop();
  }
});
