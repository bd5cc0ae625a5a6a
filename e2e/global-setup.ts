import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '#scripts/build.mjs';

/** Stories run against the built web app, as users get it. */
export async function setup(): Promise<void> {
  await ensureBuilt(fileURLToPath(new URL('..', import.meta.url)));
}
