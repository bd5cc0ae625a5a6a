import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { type TestServer, createOn, databaseUrl, dropOn } from './test-server.ts';

export type TestDatabase = {
  /** As its owner, who is no superuser. */
  url: string;
  /** As the login of calls and jobs, which owns nothing. */
  appUrl: string;
  drop(): Promise<void>;
};

/** A migrated database of the caller's own, copied from the run's template in some 40 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('testServer');
  return await create(server, server.template);
}

/** A database without any table, for tests of migrations and of the sandbox's own schema. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return await create(inject('testServer'));
}

async function create(server: TestServer, template?: string): Promise<TestDatabase> {
  const name = `${server.prefix}${randomBytes(5).toString('hex')}`;
  await createOn(server.adminUrl, name, { ...(template && { template }) });
  return {
    url: databaseUrl(server.ownerUrl, name),
    appUrl: databaseUrl(server.appUrl, name),
    drop: () => dropOn(server.adminUrl, name),
  };
}

/** Where a stage takes its databases from: the run's shared server, or one of the caller's own. */
export type Databases = { createMigrated(): Promise<TestDatabase>; createEmpty(): Promise<TestDatabase> };

/** Those of the test run. */
export const testDatabases: Databases = { createMigrated: createTestDatabase, createEmpty: createEmptyDatabase };
