import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const has = (command: string, argument: string) => spawnSync(command, [argument]).error === undefined;

/** Whether qpdf and pdftotext are on this machine; where one is not, tests that need it are skipped and a line says so. */
export const hasPdfTools = has('qpdf', '--version') && has('pdftotext', '-v');
if (!hasPdfTools)
  process.stdout.write(
    'qpdf or pdftotext is not installed, so no other program reads the PDFs (Debian: apt-get install qpdf poppler-utils).\n',
  );

/** What qpdf says against a PDF; empty when nothing is wrong with it. */
export function pdfFaults(bytes: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'pdf-'));
  try {
    const file = join(folder, 'one.pdf');
    writeFileSync(file, bytes);
    const run = spawnSync('qpdf', ['--check', file], { encoding: 'utf8' });
    return run.status === 0 ? '' : `${run.stdout}${run.stderr}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The text of a PDF as pdftotext reads it, line by line as on paper, one entry a page. */
export function pdfPages(bytes: Buffer): string[] {
  const run = spawnSync('pdftotext', ['-layout', '-', '-'], { input: bytes, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
  return run.stdout.split('\f').slice(0, -1);
}
