import { Kysely, PostgresDialect as KyselyPostgresDialect } from 'kysely';
import { PostgresDialect, generate } from 'kysely-codegen';
import pg from 'pg';

/** The source of `tables.ts`: Kysely's row types of every table and view in `public`. */
export async function generateTables(url: string): Promise<string> {
  const db = new Kysely<unknown>({
    dialect: new KyselyPostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }),
  });
  try {
    return await generate({
      db,
      // A day has no time zone: `date` stays text, as the client's parsers have it.
      dialect: new PostgresDialect({ dateParser: 'string', numericParser: 'string', defaultSchemas: ['public'] }),
      includePattern: 'public.*',
      // The client parses int8 into numbers: money in minor units fits 2^53.
      typeMapping: { int8: 'number' },
      outFile: null,
      print: false,
    });
  } finally {
    await db.destroy();
  }
}
