import type { TestProject } from 'vitest/node';
import { openRunFolder } from './scratch-folder.ts';
import { type TestServer, startTestServer } from './test-server.ts';

declare module 'vitest' {
  // Vitest's own extension point, which has to be an interface.
  export interface ProvidedContext {
    testServer: TestServer;
  }
}

/** Vitest's global setup: one PostgreSQL and one temporary folder for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...server } = await startTestServer();
  project.provide('testServer', server);
  const run = openRunFolder();
  return async () => {
    await stop();
    run.remove();
  };
}
