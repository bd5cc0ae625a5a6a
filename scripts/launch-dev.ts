import { join } from 'node:path';
import { createServer } from 'vite';

/** Vite's server on the portal's port: serves the sources with hot reload, passes calls on, and tells when the server's sources change. */
export async function startVite(options: {
  root: string;
  host: string;
  port: number;
  apiPort: number;
  onServerChange: () => void;
}): Promise<{ close(): Promise<void> }> {
  const { root, host, port, apiPort, onServerChange } = options;
  process.env.API_URL = `http://127.0.0.1:${apiPort}`; // read by web/vite.config.ts, which knows what is a call
  const vite = await createServer({
    configFile: join(root, 'web', 'vite.config.ts'),
    server: { host, port, strictPort: true },
  });
  await vite.listen();
  vite.watcher.add(['server', 'contract'].map((folder) => join(root, folder)));
  let timer: NodeJS.Timeout | undefined;
  vite.watcher.on('all', (event, file) => {
    const isSource = /[\\/](server|contract)[\\/].*\.(ts|sql)$/.test(file) && !file.endsWith('.test.ts');
    if (!isSource || event === 'addDir' || event === 'unlinkDir') return;
    clearTimeout(timer);
    timer = setTimeout(onServerChange, 150); // editors write in several steps
  });
  return { close: () => vite.close() };
}
