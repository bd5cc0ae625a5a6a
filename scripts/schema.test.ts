import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSchema } from '#server/db/schema-snapshot.ts';
import { generateTables } from './db-table-types.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';

function written(name: string): string {
  return readFileSync(new URL(`../server/db/${name}`, import.meta.url), 'utf8');
}

describe('a freshly migrated database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('has the schema of server/db/schema.sql (npm run db:types writes it)', async () => {
    expect(await readSchema(database.url)).toBe(written('schema.sql'));
  });

  it('has the tables of server/db/tables.ts (npm run db:types writes it)', async () => {
    expect(await generateTables(database.url)).toBe(written('tables.ts'));
  });
});
