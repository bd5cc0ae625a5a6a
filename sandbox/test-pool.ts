import pg from 'pg';
import { createEmptyDatabase } from '#testing/database.ts';

/** A pool on a fresh database for one test file, with the action that ends both. */
export async function testPool(): Promise<{ pool: pg.Pool; close: () => Promise<void> }> {
  const database = await createEmptyDatabase();
  const pool = new pg.Pool({ connectionString: database.url });
  pool.on('error', () => undefined); // dropping the database cuts idle connections
  return {
    pool,
    async close() {
      await pool.end();
      await database.drop();
    },
  };
}
