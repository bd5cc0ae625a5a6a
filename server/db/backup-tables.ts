import { createGzip } from 'node:zlib';
import { pipeline } from 'node:stream';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { BackupWriter, Manifest } from './backup-folder.ts';
import { Refusal } from './refusal.ts';

export type Table = { schema: string; name: string; columns: string[] };

/** The file of a backup that holds a table's rows. */
export const entryOf = ({ schema, name }: { schema: string; name: string }): string =>
  `database/${schema}.${name}.copy.gz`;

export const quoted = ({ schema, name }: { schema: string; name: string }): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;

/** The columns to copy: what the database computes by itself is left out. */
export const columnList = (table: Table): string => table.columns.map((name) => pg.escapeIdentifier(name)).join(', ');

/** Settings under which the same value is the same text on every server, and nothing ends the copy half-way. */
export const COPY_SETTINGS = `
  SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'postgres'; SET LOCAL timezone = 'UTC';
  SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'; SET LOCAL client_encoding = 'UTF8';
  SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`;

/** Tables whose rows are the portal's: all but the two by which migrations note that they ran. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const found = await client.query<Table>(`
    SELECT n.nspname AS schema, c.relname AS name, ARRAY(
        SELECT a.attname::text FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN ('public', 'graphile_worker') AND c.relkind = 'r'
      AND NOT (n.nspname = 'public' AND c.relname IN ('schema_migrations', 'restore_unfinished'))
      AND NOT (n.nspname = 'graphile_worker' AND c.relname = 'migrations')
    ORDER BY 1, 2`);
  return found.rows;
}

/** Writes all rows of one moment, table by table, on a connection that is inside a repeatable-read transaction. */
export async function writeTables(client: pg.Client, backup: BackupWriter): Promise<Manifest['tables']> {
  await client.query(COPY_SETTINGS);
  const written: Manifest['tables'] = [];
  const readers = await readersOf(client);
  for (const table of await listTables(client)) {
    await readAs(client, readers, table);
    const rows = client.query(copyTo(`COPY ${quoted(table)} (${columnList(table)}) TO STDOUT`));
    const zipped = createGzip({ level: 4 });
    pipeline(rows, zipped, () => {}); // whoever reads it hears of its failure
    await backup.add(entryOf(table), zipped);
    written.push({ ...table, rows: rows.rowCount });
  }
  await client.query('RESET ROLE');
  return written;
}

const TABLES_OF_BLOBS = ['files', 'pictures', 'avatars'];

/** Hashes of all files that the database names; a database of an earlier release may not have every table yet. */
export async function namedBlobs(client: pg.Client): Promise<string[]> {
  const readers = await readersOf(client);
  const named = new Set<string>();
  const tables = await listTables(client);
  for (const table of tables.filter(({ schema, name }) => schema === 'public' && TABLES_OF_BLOBS.includes(name))) {
    await readAs(client, readers, table);
    const found = await client.query<{ sha256: string }>(`SELECT DISTINCT sha256 FROM ${quoted(table)}`);
    for (const row of found.rows) named.add(row.sha256);
  }
  await client.query('RESET ROLE');
  return [...named];
}

type Readers = Map<string, string | null>;

async function readAs(client: pg.Client, readers: Readers, table: { schema: string; name: string }): Promise<void> {
  const reader = readers.get(quoted(table));
  if (reader === null) throw unreadable(table);
  await client.query(reader ? `SET LOCAL ROLE ${pg.escapeIdentifier(reader)}` : 'RESET ROLE');
}

/**
 * Of a table with forced row-level security its owner sees what policies show. Such a table is read as a role that
 * the login is a member of, and to which a policy shows every row. Null where there is none.
 */
async function readersOf(client: pg.Client): Promise<Readers> {
  const found = await client.query<{ name: string; schema: string; role: string | null }>(`
    SELECT n.nspname AS schema, c.relname AS name, (
        SELECT r.rolname FROM pg_policy p JOIN pg_roles r ON r.oid = ANY (p.polroles)
        WHERE p.polrelid = c.oid AND p.polpermissive AND p.polcmd IN ('r', '*') AND pg_get_expr(p.polqual, p.polrelid) = 'true'
          AND pg_has_role(r.oid, 'MEMBER') AND has_table_privilege(r.oid, c.oid, 'SELECT')
          AND NOT EXISTS (SELECT FROM pg_policy q
            WHERE q.polrelid = c.oid AND NOT q.polpermissive AND q.polcmd IN ('r', '*'))
        ORDER BY r.rolname LIMIT 1) AS role
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND n.nspname IN ('public', 'graphile_worker') AND row_security_active(c.oid)`);
  return new Map(found.rows.map((row) => [quoted(row), row.role]));
}

const unreadable = (table: { schema: string; name: string }) =>
  new Refusal(
    `The backup cannot read all rows of ${table.schema}.${table.name}: no role of this login sees all of them. Connect as the owner of the database whom docs/OPERATING.md describes.`,
  );

/** Where each sequence stands. It is asked after the tables' moment, so that none stands before a number in use. */
export async function readSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const found = await client.query<{ schema: string; name: string }>(`
    SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN ('public', 'graphile_worker') AND c.relkind = 'S' ORDER BY 1, 2`);
  const sequences: Manifest['sequences'] = [];
  for (const sequence of found.rows) {
    const { rows } = await client.query<{ value: string; called: boolean }>(
      `SELECT last_value::text AS value, is_called AS called FROM ${quoted(sequence)}`,
    );
    if (rows[0]) sequences.push({ ...sequence, ...rows[0] });
  }
  return sequences;
}
