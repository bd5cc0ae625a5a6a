import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundled } from './bundle.ts';
import { freePort } from './free-port.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The portal's real process (`server/main.ts`), which can be killed and started again on the same address. */
export type ServerProcess = {
  url: string;
  isRunning(): boolean;
  /** Of the process that runs now. */
  pid(): number | undefined;
  /** SIGKILL: nothing in the process gets a chance to finish. */
  kill(): Promise<void>;
  /** Sends a message to the process, and waits for one from it. */
  report(message: object): Promise<void>;
  /** Starts it again after it ended, and waits until it answers. */
  restart(): Promise<void>;
  /** Ends it as Ctrl-C would. */
  stop(): Promise<void>;
};

/** Starts the portal as a process of its own on a database. `env` goes over settings that suit tests. */
export async function startServerProcess(options: {
  databaseUrl: string;
  /** The login of calls and jobs; without one the process makes its own. */
  appUrl?: string;
  port?: number;
  env?: Record<string, string>;
  /** What is run instead of `server/main.ts`. */
  entry?: string;
  /** Starts it from a bundle, which takes less of the processor; its errors then name lines of the bundle. */
  bundle?: boolean;
}): Promise<ServerProcess> {
  const entry = options.entry ?? 'server/main.ts';
  const port = options.port ?? (await freePort());
  const dataDir = mkdtempSync(join(tmpdir(), 'tradewind-server-'));
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    SECRET_KEY: randomBytes(32).toString('base64'),
    CALLS_PER_MINUTE: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: options.databaseUrl,
    ...(options.appUrl && { DATABASE_APP_URL: options.appUrl }),
    ...options.env,
  };
  const start = async () => (options.bundle ? forkFile(await bundled(entry), env, []) : forkEntry(entry, env));
  let child = await start();
  const end = async (signal: NodeJS.Signals) => {
    if (!isRunning(child)) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    isRunning: () => isRunning(child),
    pid: () => child.pid,
    kill: () => end('SIGKILL'),
    async report(message) {
      const answered = once(child, 'message');
      child.send(message);
      await answered;
    },
    async restart() {
      child = await start();
    },
    async stop() {
      await end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Forks a TypeScript entry that sends `{ ready: true }`; it ends with this process. */
export function forkEntry(entry: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  return forkFile(join(root, entry), env, ['--enable-source-maps', `--import=${import.meta.resolve('tsx')}`]);
}

async function forkFile(file: string, env: NodeJS.ProcessEnv, execArgv: string[]): Promise<ChildProcess> {
  const child = fork(file, { cwd: root, env, execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(new Error(`${file} ended before it was ready (${signal ?? `exit code ${code}`})`)),
    );
  });
  return child;
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}
