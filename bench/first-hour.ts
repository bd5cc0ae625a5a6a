import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Table } from './table.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** All stories together take a minute or two; a run that takes longer has stopped somewhere. */
const longestMinutes = 8;

/** The clicks and seconds of each story of the first hour in a browser, the work of the provider's people included in the seconds. */
export async function firstHour(): Promise<Table[]> {
  const { code, said } = await runStories();
  const rows = [...said.matchAll(/first hour (.+?): (\d+) clicks, (\d+) s/g)].map(([, story = '', clicks, seconds]) => [
    story,
    Number(clicks),
    Number(seconds),
  ]);
  if (code !== 0 || rows.length === 0) throw new Error(`the stories ended with ${code}:\n${said.slice(-2_000)}`);
  return [
    {
      title: 'The first hour: sign up, connect, all priced, paid and tracked',
      columns: ['story', 'clicks', 'seconds'],
      rows,
      notes: ['The clicks of the merchant alone; the seconds with the work of agent, finance and warehouse.'],
    },
  ];
}

function runStories(): Promise<{ code: number | null; said: string }> {
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'e2e', 'e2e/first-hour.spec.ts'],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], timeout: longestMinutes * 60_000 },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      said += part.toString('utf8');
    });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, said }));
  });
}
