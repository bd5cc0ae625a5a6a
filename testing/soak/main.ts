import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

// npm run soak [part…]: the heavy tests of `npm test`, the same files, at the sizes that their bySize(…) names.
const parts: Record<string, { project: 'server' | 'unit'; file: string }> = {
  state: { project: 'unit', file: 'server/features/orders/order-state.unit.test.ts' },
  deliveries: { project: 'server', file: 'server/features/orders/orders-apply.test.ts' },
  backlog: { project: 'server', file: 'testing/backlog.test.ts' },
  comparisons: { project: 'unit', file: 'server/features/comparisons/comparison-parts.unit.test.ts' },
  crash: { project: 'server', file: 'testing/crash.test.ts' },
  fuzz: { project: 'server', file: 'testing/fuzz/fuzz.test.ts' },
  ledger: { project: 'server', file: 'server/features/ledger/ledger.test.ts' },
};

const reportSchema = z.object({ numPassedTests: z.number(), numFailedTests: z.number(), success: z.boolean() });
type Counts = { passed: number; failed: number };

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !Object.hasOwn(parts, name));
let closing = '0 passed, 1 failed';
if (unknown.length > 0)
  process.stderr.write(`There is no ${unknown.join(', ')}. Choose of: ${Object.keys(parts).join(', ')}.\n`);
else {
  const total: Counts = { passed: 0, failed: 0 };
  for (const name of chosen.length > 0 ? chosen : Object.keys(parts)) {
    const { passed, failed } = await runPart(name);
    total.passed += passed;
    total.failed += failed;
  }
  closing = `${total.passed} passed, ${total.failed} failed`;
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
}
process.stdout.write(`\n${closing}\n`);
process.exitCode ??= 1;

/** One test file at full size; what it prints is shown as it comes. */
async function runPart(name: string): Promise<Counts> {
  const part = parts[name];
  if (!part) return { passed: 0, failed: 1 };
  const started = performance.now();
  process.stdout.write(`\n${name}: ${part.file}\n`);
  const folder = mkdtempSync(join(tmpdir(), 'tradewind-soak-'));
  const report = join(folder, 'report.json');
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', part.project, part.file, '--testTimeout', '0'];
  args.push(
    '--disable-console-intercept',
    '--reporter',
    'verbose',
    '--reporter',
    'json',
    `--outputFile.json=${report}`,
  );
  const run = spawn(process.execPath, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, SOAK: '1' },
  });
  try {
    const [code] = await once(run, 'exit');
    const counts = countOf(report, code === 0);
    const minutes = ((performance.now() - started) / 60_000).toFixed(1);
    process.stdout.write(`${name}: ${counts.passed} passed, ${counts.failed} failed in ${minutes} minutes\n`);
    return counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A run that ended badly without naming a test counts as one failure. */
function countOf(report: string, endedWell: boolean): Counts {
  try {
    const read = reportSchema.parse(JSON.parse(readFileSync(report, 'utf8')));
    const isWell = endedWell && read.success;
    return { passed: read.numPassedTests, failed: isWell ? 0 : Math.max(1, read.numFailedTests) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
