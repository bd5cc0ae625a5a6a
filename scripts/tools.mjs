// Programs that tests use and npm does not carry. A test that needs another one adds it here.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** @typedef {{ name: string, commands: string[], debian: string[] }} Tool */

/** @type {Record<string, Tool>} */
export const tools = {
  browser: {
    name: 'Chromium',
    // the shell is the same engine without windows around it, and takes some 40 % less CPU time
    commands: ['chromium-headless-shell', 'chromium', 'google-chrome-stable', 'google-chrome', 'chromium-browser'],
    // the fonts let pages show Chinese
    debian: ['chromium-headless-shell', 'fonts-noto-cjk'],
  },
  // another program's view of the wallet's journal
  hledger: { name: 'hledger', commands: ['hledger'], debian: ['hledger'] },
  // other programs' view of the documents
  qpdf: { name: 'qpdf', commands: ['qpdf'], debian: ['qpdf'] },
  pdftotext: { name: 'pdftotext', commands: ['pdftotext'], debian: ['poppler-utils'] },
};

/** @returns {string | undefined} the path of the first of the tool's commands that is on this machine */
export function findTool(/** @type {Tool} */ tool) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
  return tool.commands.flatMap((command) => folders.map((folder) => join(folder, command))).find(isExecutable);
}

/**
 * The tool's path; on Debian as root it is installed first when missing.
 * @returns {string | undefined}
 */
export function ensureTool(/** @type {Tool} */ tool) {
  const found = findTool(tool);
  if (found || !canInstall()) return found;
  console.log(`installing ${tool.name} (apt-get install ${tool.debian.join(' ')})`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // a failed update may still have left usable package lists
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...tool.debian]]) {
    const options = ['-q', '-o', 'DPkg::Lock::Timeout=300'];
    const run = spawnSync('apt-get', [...options, ...args], { env, encoding: 'utf8', timeout: 300_000 });
    if (run.status !== 0) console.log(`${run.stdout}${run.stderr}`.split('\n').slice(-15).join('\n'));
  }
  return findTool(tool);
}

function canInstall() {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && isExecutable('/usr/bin/apt-get');
}

export function isExecutable(/** @type {string} */ path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
