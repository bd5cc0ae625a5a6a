import pg from 'pg';
import { SHOP_TABLES } from './shop/tables.ts';
import { WOO_TABLES } from './woo/woo-tables.ts';

/** Creates the sandbox's database when the server is there but the database is not. */
async function createMissingDatabase(databaseUrl: string): Promise<void> {
  // Not `URL`: it refuses the socket form `postgres://user@/name?host=…`.
  const path = /\/([^/?]+)(\?|$)/.exec(databaseUrl);
  if (!path?.[1]) throw new Error('SANDBOX_DATABASE_URL names no database');
  const name = decodeURIComponent(path[1]);
  const maintenance = databaseUrl.replace(path[0], `/postgres${path[2] ?? ''}`);
  const client = new pg.Client({ connectionString: maintenance });
  await client.connect();
  try {
    await client.query(`create database "${name.replaceAll('"', '""')}"`);
  } finally {
    await client.end();
  }
}

async function isMissing(pool: pg.Pool): Promise<boolean> {
  try {
    await pool.query('select 1');
    return false;
  } catch (error) {
    // 3D000 = the database does not exist; anything else is for the caller to see.
    if (error instanceof pg.DatabaseError && error.code === '3D000') return true;
    throw error;
  }
}

/** Opens the sandbox's own database and creates the tables of its shops when they are missing. */
export async function openStore(databaseUrl: string): Promise<pg.Pool> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 12 });
  // Without a listener a dropped idle connection would end the process.
  pool.on('error', (error) => {
    if (!pool.ending) process.stderr.write(`sandbox database: ${error.message}\n`);
  });
  // The same for a connection in use; its query fails and says so.
  pool.on('connect', (client) => {
    client.on('error', () => {});
  });
  if (await isMissing(pool)) await createMissingDatabase(databaseUrl);
  const client = await pool.connect();
  try {
    // Two processes may start at once (the sandbox and the demo seed).
    await client.query('select pg_advisory_lock(72154001)');
    await client.query(SHOP_TABLES);
    await client.query(WOO_TABLES);
    await client.query('select pg_advisory_unlock(72154001)');
  } finally {
    client.release();
  }
  return pool;
}
