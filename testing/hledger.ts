import { spawnSync } from 'node:child_process';

/** Whether hledger is on this machine; where it is not, tests that need it are skipped and a line says so. */
export const hasHledger = spawnSync('hledger', ['--version']).status === 0;
if (!hasHledger)
  process.stdout.write(
    'hledger is not installed, so no other program reads the journal (Debian: apt-get install hledger).\n',
  );

/** What hledger answers of a journal; throws with its words when it refuses it. */
export function runHledger(journal: string, ...args: string[]): string {
  const run = spawnSync('hledger', ['-f', '-', ...args], { input: journal, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
  return run.stdout;
}

/** The balances of a journal's accounts in cents, as hledger adds them up. */
export function hledgerBalances(journal: string): Record<string, number> {
  const table = runHledger(journal, 'balance', '--flat', '--no-total', '-O', 'csv');
  const rows = table.trim().split('\n').slice(1);
  const cells = rows.map((row) => row.slice(1, -1).split('","'));
  return Object.fromEntries(
    cells.map(([account = '', sum = '']) => [account, Math.round(Number.parseFloat(sum) * 100)]),
  );
}
