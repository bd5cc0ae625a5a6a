import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { BackupReader } from './backup-folder.ts';
import { COPY_SETTINGS, columnList, entryOf, listTables, quoted, type Table } from './backup-tables.ts';
import { takeOffForeignKeys } from './foreign-keys.ts';
import { Refusal } from './refusal.ts';

/**
 * Fills the tables of a freshly migrated database, inside the caller's transaction. Triggers rest, since what they would
 * write is in the backup; foreign keys are taken off and put back, and with them forced row-level security, under which the
 * owner could not fill the tables.
 */
export async function fillTables(client: pg.Client, backup: BackupReader): Promise<void> {
  const { manifest } = backup;
  const tables = await listTables(client);
  compareTables(tables, manifest.tables);
  await client.query(COPY_SETTINGS);
  const putBackForeignKeys = await takeOffForeignKeys(client, { acting: 'off' });
  for (const table of tables) await client.query(`ALTER TABLE ${quoted(table)} DISABLE TRIGGER USER`);
  await client.query(`TRUNCATE ${tables.map(quoted).join(', ')}`); // some migrations bring rows
  for (const table of manifest.tables) await fillTable(client, backup, table);
  for (const { value, called, ...sequence } of manifest.sequences)
    await client.query('SELECT setval($1::regclass, $2, $3)', [quoted(sequence), value, called]);
  for (const table of tables) await client.query(`ALTER TABLE ${quoted(table)} ENABLE TRIGGER USER`);
  await putBackForeignKeys();
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
