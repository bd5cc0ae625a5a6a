import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { openDurable } from '#testing/durable-server.ts';
import { databaseFolder } from './embedded-place.ts';
import { migrate } from './migrate.ts';
import { problemOf, readServer } from './server-checks.ts';

it('refuses a read-only replica before anything is changed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tradewind-replica-'));
  chmodSync(folder, 0o711); // root's database belongs to another account
  const server = await openDurable(folder);
  try {
    const url = await server.createEmpty('tradewind');
    writeFileSync(join(databaseFolder(folder, url) ?? '', 'data', 'standby.signal'), '', { mode: 0o644 });
    await server.killAndRestart();
    await expect(migrate({ url, log: () => {} })).rejects.toThrow(
      /is a read-only replica .* Point DATABASE_URL at the primary server\./,
    );
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

it('refuses a PostgreSQL older than 15 and takes 15', async () => {
  const client = new pg.Client({ connectionString: inject('testServer').adminUrl });
  await client.connect();
  try {
    const state = await readServer(client);
    expect(problemOf({ ...state, version: 150_000 })).toBe(false);
    expect(problemOf({ ...state, version: 140_013 })).toMatch(/is PostgreSQL 14; Tradewind needs 15 or newer/);
  } finally {
    await client.end();
  }
});
