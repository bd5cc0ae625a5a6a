import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSchema } from '#server/db/schema-snapshot.ts';
import { generateTables } from './db-table-types.ts';
import { databaseUrl, startTestServer } from '#testing/test-server.ts';

// Writes server/db/tables.ts and server/db/schema.sql from the migrations.
const folder = fileURLToPath(new URL('../server/db/', import.meta.url));
try {
  const server = await startTestServer();
  try {
    const url = databaseUrl(server.ownerUrl, server.template);
    writeFileSync(join(folder, 'tables.ts'), await generateTables(url));
    writeFileSync(join(folder, 'schema.sql'), await readSchema(url));
    console.log('Wrote server/db/tables.ts and server/db/schema.sql from the migrations.');
  } finally {
    await server.stop();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
