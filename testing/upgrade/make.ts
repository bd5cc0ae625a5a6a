import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { packOldDatabase, readOutput } from './old-database.ts';

// node --import tsx testing/upgrade/make.ts: writes the database of an earlier release anew. Needs Git's history, the
// package registry and about three minutes.
const commit = '7df2bea';

const folder = mkdtempSync(join(tmpdir(), 'tradewind-upgrade-'));
try {
  const archive = join(folder, 'release.tar');
  execFileSync('git', ['archive', '--output', archive, commit]);
  const root = join(folder, 'release');
  mkdirSync(root);
  execFileSync('tar', ['-xf', archive, '-C', root]);
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: 'inherit' });
  const fill = fileURLToPath(new URL('./fill.mjs', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', fill, root], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) {
    const size = await packOldDatabase(readOutput(line));
    process.stdout.write(`7df2bea.json.br: ${size} bytes\n`);
    child.stdin.end();
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(`The filling ended with code ${code}.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
