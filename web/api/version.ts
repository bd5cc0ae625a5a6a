import { createStore } from '../lib/store.ts';
import { send } from './transport.ts';

/** Whether the server has a newer build of the web app than the one that runs here (domain 4.18). */
export const newVersion = createStore(false);

let running: string | undefined;
let lastLook = 0;

/** Names the build that runs here: the address of its first script, which changes with every change of the app. */
export function setRunningVersion(entry: string): void {
  running = entry;
}

/** What the server says: `{ entry }`, written by the build; undefined while developing, or without an answer. */
async function served(): Promise<string | undefined> {
  try {
    const { response } = await send({ method: 'GET', url: '/version.json' });
    const body: unknown = response.ok ? await response.json() : undefined;
    return typeof body === 'object' && body !== null && 'entry' in body ? String(body.entry) : undefined;
  } catch {
    return undefined; // no connection, or no such file
  }
}

/** Compares the running build with the server's; at most once per `pauseMs`. */
export async function checkVersion(pauseMs = 0): Promise<void> {
  if (running === undefined || newVersion.get() || Date.now() - lastLook < pauseMs) return;
  lastLook = Date.now();
  const entry = await served();
  if (entry !== undefined && entry !== running) newVersion.set(true);
}
