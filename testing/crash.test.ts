import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { killServer, runCrashes } from './crash-run.ts';
import { openCrashStage } from './crash-stage.ts';
import { describeStandstill } from './crash-standstill.ts';
import { createEmptyDatabase, createTestDatabase } from './database.ts';
import { openDurable } from './durable-server.ts';
import { bySize, isSoak, reportProgress } from './size.ts';

const kills = bySize(12, 200); // P43
const databaseKills = bySize(1, 20);

describe('kill -9 under load', { timeout: isSoak ? 0 : 600_000 }, () => {
  it('of the server loses nothing that was answered, doubles nothing, and its work goes on', async () => {
    const [portal, shops] = [await createTestDatabase(), await createEmptyDatabase()];
    const stage = await openCrashStage({ portal: portal.url, sandbox: shops.url });
    try {
      const report = await runCrashes(stage, {
        kills,
        strike: killServer(stage),
        onKill: (done) => reportProgress('kills of the server', done, kills),
      }).catch(async (error: Error) => {
        throw new Error(`${error.message}\n${await describeStandstill(portal.url)}`, { cause: error });
      });
      expect(report.losses).toEqual([]);
      expect(report.payments).toBeGreaterThan(kills);
      expect(report.deliveries).toBeGreaterThan(kills);
    } finally {
      await stage.close();
      await portal.drop();
      await shops.drop();
    }
  });

  it('of PostgreSQL loses nothing that was answered, and the server goes on by itself', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tradewind-durable-'));
    chmodSync(folder, 0o711); // root's database belongs to another account
    const durable = await openDurable(folder);
    const stage = await openCrashStage({
      portal: await durable.createPortal('tradewind'),
      sandbox: await durable.createEmpty('tradewind_sandbox'),
    });
    try {
      const report = await runCrashes(stage, {
        kills: databaseKills,
        strike: () => durable.killAndRestart(),
        onKill: (done) => reportProgress('kills of PostgreSQL', done, databaseKills),
      });
      expect(report.losses).toEqual([]);
      expect(report.payments).toBeGreaterThan(0);
      expect(stage.server.isRunning()).toBe(true);
    } finally {
      await stage.close();
      await durable.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
