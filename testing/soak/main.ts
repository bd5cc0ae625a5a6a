import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { formatTable } from '#bench/table.ts';
import { postgresVersions, withPostgres } from './postgres-server.ts';

// npm run soak [-- --share=0.2] [part…]: the heavy tests of `npm test`, the same files, at the sizes that their bySize(…)
// names, or at a share of them. The last lines are a table of what each part did.
// `postgres` runs what a version of PostgreSQL could change, at the size of `npm test`, on each version but the gate's.
type Part = { project: 'server' | 'unit'; file: string };
const parts: Record<string, Part> = {
  state: { project: 'unit', file: 'server/features/orders/rules/state.unit.test.ts' },
  deliveries: { project: 'server', file: 'server/features/orders/intake/apply.test.ts' },
  backlog: { project: 'server', file: 'testing/backlog.test.ts' },
  comparisons: { project: 'unit', file: 'server/features/comparisons/comparison-parts.unit.test.ts' },
  similarity: { project: 'server', file: 'server/features/image-search/image-search-recall.test.ts' },
  claims: { project: 'server', file: 'server/features/claims/claims-walk.test.ts' },
  crash: { project: 'server', file: 'testing/crash.test.ts' },
  fuzz: { project: 'server', file: 'testing/fuzz/fuzz.test.ts' },
  money: { project: 'server', file: 'testing/money.test.ts' },
  payment: { project: 'server', file: 'testing/payment-crash.test.ts' },
  ledger: { project: 'server', file: 'server/features/ledger/ledger.test.ts' },
};

/** Roles and log-ins, migrations, tenancy, sign-up, payment, the plans of lists, backup and restore. */
const onEachPostgres = [
  'server/db/roles.test.ts',
  'server/db/app-login.test.ts',
  'server/db/migrate.test.ts',
  'server/db/tenancy.test.ts',
  'server/features/session/session.test.ts',
  'server/features/invoices/invoices.test.ts',
  'server/features/wallet/wallet-plans.test.ts',
  'server/features/notifications/notifications-plans.test.ts',
  'server/features/products/products.test.ts',
  'server/features/prices/prices-list.test.ts',
  'server/features/orders/orders.test.ts',
  'server/features/stores/stores.test.ts',
  'server/db/restore.test.ts',
  'scripts/backup.test.ts',
];

const reportSchema = z.object({ numPassedTests: z.number(), numFailedTests: z.number(), success: z.boolean() });
type Counts = { passed: number; failed: number };

const share = process.argv.find((word) => word.startsWith('--share='))?.slice('--share='.length) ?? '1';
/** Five times their full size: a million operations on money, which go on where they were stopped. */
const most = 5;
const chosen = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const summary: string[][] = [];
const names = [...Object.keys(parts), 'postgres'];
const unknown = chosen.filter((name) => !names.includes(name));
let closing = '0 passed, 1 failed';
if (!(Number(share) > 0 && Number(share) <= most))
  process.stderr.write(`--share is a number above 0, at most ${most}.\n`);
else if (unknown.length > 0)
  process.stderr.write(`There is no ${unknown.join(', ')}. Choose of: ${names.join(', ')}.\n`);
else {
  const total: Counts = { passed: 0, failed: 0 };
  for (const name of chosen.length > 0 ? chosen : names) {
    const { passed, failed } = name === 'postgres' ? await runOnEachPostgres() : await runPart(name);
    total.passed += passed;
    total.failed += failed;
  }
  process.stdout.write(
    `${formatTable({ title: `npm run soak, share ${share}`, columns: ['part', 'passed', 'failed', 'minutes', 'done'], rows: summary })}\n`,
  );
  closing = `${total.passed} passed, ${total.failed} failed`;
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
}
process.stdout.write(`\n${closing}\n`);
process.exitCode ??= 1;

async function runOnEachPostgres(): Promise<Counts> {
  const total: Counts = { passed: 0, failed: 0 };
  for (const [major, version] of Object.entries(postgresVersions)) {
    const counts = await withPostgres(version, (TEST_DATABASE_URL) =>
      runFiles(`postgres ${major}`, 'server', onEachPostgres, { SOAK: '', TEST_DATABASE_URL }),
    ).catch((error: unknown) => {
      process.stderr.write(`postgres ${major}: ${error instanceof Error ? error.message : String(error)}\n`);
      return { passed: 0, failed: 1 };
    });
    total.passed += counts.passed;
    total.failed += counts.failed;
  }
  return total;
}

async function runPart(name: string): Promise<Counts> {
  const part = parts[name];
  return part ? runFiles(name, part.project, [part.file], { SOAK: '1', SOAK_SHARE: share }) : { passed: 0, failed: 1 };
}

/** Test files in a run of their own; what they print is shown as it comes. */
async function runFiles(
  name: string,
  project: string,
  files: readonly string[],
  env: Record<string, string>,
): Promise<Counts> {
  const started = performance.now();
  process.stdout.write(`\n${name}: ${files.join(' ')}\n`);
  const folder = mkdtempSync(join(tmpdir(), 'tradewind-soak-'));
  const report = join(folder, 'report.json');
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', project, ...files, '--testTimeout', '0'];
  args.push(
    '--disable-console-intercept',
    '--reporter',
    'verbose',
    '--reporter',
    'json',
    `--outputFile.json=${report}`,
  );
  const run = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const done = new Map<string, string>();
  createInterface({ input: run.stdout }).on('line', (line) => {
    process.stdout.write(`${line}\n`);
    const [, what, figure] = /^ {2}(\S.*): ([\d,]+) of [\d,]+$/.exec(line) ?? [];
    if (what && figure) done.set(what, figure);
  });
  try {
    const [code] = await once(run, 'exit');
    const counts = countOf(report, code === 0);
    const minutes = ((performance.now() - started) / 60_000).toFixed(1);
    const figures = [...done].map(([what, figure]) => `${figure} ${what}`).join(', ');
    summary.push([name, String(counts.passed), String(counts.failed), minutes, figures]);
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
