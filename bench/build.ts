import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const script = "import { ensureBuilt } from './scripts/build.mjs'; await ensureBuilt(process.cwd());";

/** Builds the web app unless it is built already, as `npm start` would. */
export async function buildWeb(): Promise<void> {
  const build = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(build, 'exit');
  if (code !== 0) throw new Error('The web app could not be built.');
}
