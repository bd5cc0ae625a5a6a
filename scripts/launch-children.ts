import { type ChildProcess, fork } from 'node:child_process';
import { Refusal } from '#server/db/refusal.ts';

export type Child = {
  name: string;
  /** The child's `{ ready: true, … }` message; fails when the child ends before. */
  ready: Promise<Record<string, unknown>>;
  /** How it ended, in words. */
  ended: Promise<string>;
  /** Sends it a message; one that has ended or does not listen hears nothing. */
  report(message: Record<string, unknown>): void;
  /** Asks it to end (SIGTERM), and ends it after 15 s; at once with `force`. */
  stop(force?: boolean): Promise<void>;
};

const PATIENCE = 15_000;

type ChildOptions = {
  name: string;
  entry: string;
  root: string;
  env: NodeJS.ProcessEnv;
  /** Of Node, beside the usual ones. */
  flags?: readonly string[];
  /** Told what the child sends besides that it is ready. */
  onMessage?: (message: Record<string, unknown>) => void;
};

/** Room for what the fill allocates and drops, from its start: its young objects are collected four times less often than by default. */
export const demoFlags = ['--min-semi-space-size=64', '--max-semi-space-size=64'];

/** Starts a TypeScript entry as a process of its own, tied to this one by an IPC channel. */
export function startChild(options: ChildOptions): Child {
  const { name, entry, root, env, flags = [] } = options;
  const child = fork(entry, {
    cwd: root,
    env,
    execArgv: [...flags, '--enable-source-maps', `--import=${import.meta.resolve('tsx')}`],
    // A group of its own: Ctrl-C in the terminal reaches only the launcher, which ends things in order.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  const ready = new Promise<Record<string, unknown>>((resolve, reject) => {
    child.on('message', (message) => {
      const body = message as Record<string, unknown>; // the entries send objects
      if (body.ready === true) resolve(body);
      else options.onMessage?.(body);
    });
    void ended.then((how) =>
      reject(new Refusal(`${name} ended before it was ready (${how}). See the messages above.`)),
    );
  });
  ready.catch(() => {}); // whoever waits for it reports it
  const report = (message: Record<string, unknown>) => {
    if (child.connected) child.send(message, () => {}); // it may end meanwhile
  };
  return { name, ready, ended, report, stop: (force = false) => stopChild(child, ended, force) };
}

async function stopChild(child: ChildProcess, ended: Promise<string>, force: boolean): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(force ? 'SIGKILL' : 'SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
  await ended;
  clearTimeout(timer);
}
