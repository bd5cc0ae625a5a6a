import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { BackupReader } from './backup-folder.ts';
import { COPY_SETTINGS, columnList, entryOf, listTables, quoted, type Table } from './backup-tables.ts';
import { Refusal } from './refusal.ts';

type Constraint = { table: string; name: string; definition: string };

/**
 * Fills the tables of a freshly migrated database, inside the caller's transaction. Triggers rest, since what they would
 * write is in the backup; foreign keys are taken off and put back, which checks every row; forced row-level security is
 * lifted for as long, since its owner could not fill the tables otherwise.
 */
export async function fillTables(client: pg.Client, backup: BackupReader): Promise<void> {
  const { manifest } = backup;
  const tables = await listTables(client);
  compareTables(tables, manifest.tables);
  await client.query(COPY_SETTINGS);
  const forced = await forcedTables(client);
  const keys = await foreignKeys(client);
  for (const name of forced) await client.query(`ALTER TABLE ${name} NO FORCE ROW LEVEL SECURITY`);
  for (const key of keys) await client.query(`ALTER TABLE ${key.table} DROP CONSTRAINT ${key.name}`);
  for (const table of tables) await client.query(`ALTER TABLE ${quoted(table)} DISABLE TRIGGER USER`);
  await client.query(`TRUNCATE ${tables.map(quoted).join(', ')}`); // some migrations bring rows
  for (const table of manifest.tables) await fillTable(client, backup, table);
  for (const { value, called, ...sequence } of manifest.sequences)
    await client.query('SELECT setval($1::regclass, $2, $3)', [quoted(sequence), value, called]);
  for (const table of tables) await client.query(`ALTER TABLE ${quoted(table)} ENABLE TRIGGER USER`);
  for (const key of keys) await client.query(`ALTER TABLE ${key.table} ADD CONSTRAINT ${key.name} ${key.definition}`);
  for (const name of forced) await client.query(`ALTER TABLE ${name} FORCE ROW LEVEL SECURITY`);
}

async function fillTable(client: pg.Client, backup: BackupReader, table: Table & { rows: number }): Promise<void> {
  const rows = client.query(copyFrom(`COPY ${quoted(table)} (${columnList(table)}) FROM STDIN`));
  await pipeline(await backup.read(entryOf(table)), createGunzip(), rows);
  if (rows.rowCount !== table.rows)
    throw new Refusal(
      `${table.schema}.${table.name} got ${rows.rowCount} rows instead of ${table.rows}. Nothing was restored.`,
    );
}

function compareTables(here: Table[], there: Table[]): void {
  const describe = (table: Table) => `${quoted(table)} (${table.columns.toSorted().join(', ')})`;
  const [known, wanted] = [new Set(here.map(describe)), new Set(there.map(describe))];
  const differing = [...known].filter((table) => !wanted.has(table)).concat([...wanted].filter((t) => !known.has(t)));
  if (differing.length > 0)
    throw new Refusal(
      `The backup's tables are not this release's, although their migrations are alike: ${differing[0]}. Restore with the release that made it.`,
    );
}

async function forcedTables(client: pg.Client): Promise<string[]> {
  const found = await client.query<{ schema: string; name: string }>(`
    SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relforcerowsecurity ORDER BY 1, 2`);
  return found.rows.map(quoted);
}

async function foreignKeys(client: pg.Client): Promise<Constraint[]> {
  const found = await client.query<Constraint>(`
    SELECT k.conrelid::regclass::text AS table, quote_ident(k.conname) AS name, pg_get_constraintdef(k.oid) AS definition
    FROM pg_constraint k JOIN pg_namespace n ON n.oid = k.connamespace
    WHERE k.contype = 'f' AND k.conparentid = 0 AND n.nspname IN ('public', 'graphile_worker') ORDER BY 1, 2`);
  return found.rows;
}
