import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { expectConsoleError } from './console.ts';

const setup = fileURLToPath(new URL('./console.ts', import.meta.url));
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));

/** Runs one planted test file in a vitest of its own. */
function runPlanted(text: string): { status: number | null; stdout: string } {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'));
  try {
    writeFileSync(join(folder, 'planted.test.ts'), text);
    const config = { test: { globals: true, restoreMocks: true, setupFiles: [setup], include: ['planted.test.ts'] } };
    writeFileSync(join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify(config)};\n`);
    const args = [vitest, 'run', '--root', folder];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    return { status, stdout: stdout + stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('console.error in a test', () => {
  it('fails the test when nobody expected it', () => {
    const { status, stdout } = runPlanted("it('prints', () => console.error('surprise', { a: 1 }));\n");
    expect(stdout).toContain('unexpected console.error:');
    expect(stdout).toContain('surprise { a: 1 }');
    expect(status).toBe(1);
  });

  it('passes when it was expected', () => {
    expectConsoleError(/^known \d$/);
    console.error('known %d'.replace('%d', '1'));
  });

  it('leaves quiet tests alone', () => {
    expect(runPlanted("it('is quiet', () => {});\n").status).toBe(0);
  });
});
