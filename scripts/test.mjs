// npm test: the whole gate. Ends with one line `N passed, N failed` and the exit code that goes with it.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { checkNode, ensureInstalled } from './install.mjs';
import { addCounts, runStep, runVitest, totalLine } from './steps.mjs';

let closing = '0 passed, 1 failed';
// also when it ends early: the last line always says how it went
process.once('exit', () => console.log(`\n${closing}`));

checkNode();
const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
ensureInstalled(root, { tools: true });
// these need the packages
const { runChecks } = await import('./check.mjs');
const { ensureBrowser } = await import('./browser.mjs');
const { ensureTool, tools } = await import('./tools.mjs');

const build = "import { ensureBuilt } from './scripts/build.mjs'; await ensureBuilt(process.cwd());";
const embedded = { TEST_DATABASE_URL: undefined };

// without them the tests that ask another program count as skipped, and say so
for (const tool of [tools.qpdf, tools.pdftotext, tools.hledger]) ensureTool(tool);
const counts = [await runChecks()];
counts.push(await runStep({ name: 'web build', args: ['--input-type=module', '--eval', build] }));
counts.push(await runVitest({ name: 'server tests, embedded database', project: 'server', env: embedded }));
if (process.env.TEST_DATABASE_URL)
  counts.push(await runVitest({ name: 'server tests, TEST_DATABASE_URL', project: 'server' }));
counts.push(await runBrowserStories());

const sum = addCounts(counts);
console.log(totalLine(sum));
const { passed, failed, skipped } = sum;
closing = `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

/** Without a browser the stories count as skipped; where nobody looks (CI) that is a failure too. */
async function runBrowserStories() {
  const browser = await ensureBrowser();
  if (browser) return runVitest({ name: 'browser stories', project: 'e2e', env: { CHROMIUM_PATH: browser } });
  console.log('No browser was found and none could be installed: set CHROMIUM_PATH to a Chromium or Chrome.');
  return { passed: 0, failed: process.env.CI ? 1 : 0, skipped: countStories(), seconds: 0 };
}

function countStories() {
  return readdirSync('e2e', { recursive: true }).filter((name) => String(name).endsWith('.spec.ts')).length;
}
