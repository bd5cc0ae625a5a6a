import type { TestProject } from 'vitest/node';
import { type TestServer, startTestServer } from './test-server.ts';

declare module 'vitest' {
  // Vitest's own extension point, which has to be an interface.
  export interface ProvidedContext {
    testServer: TestServer;
  }
}

/** Vitest's global setup: one PostgreSQL for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...server } = await startTestServer();
  project.provide('testServer', server);
  return stop;
}
