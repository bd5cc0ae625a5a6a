import type pg from 'pg';
import { quoted } from './backup-tables.ts';

/** A table's foreign keys, as the parts of ALTER TABLE that take them off and put them back. */
type Keys = { table: string; drops: string; adds: string };

/**
 * Takes off the foreign keys of a database's tables, so that rows can come in any order and without a look-up each. Answers what
 * puts them back, which checks every row that is there by then. Keys that delete or change rows by themselves (ON DELETE …) stay
 * with `acting: 'kept'`. Forced row-level security is lifted as long: keys are checked by the owner, who would see no rows.
 */
export async function takeOffForeignKeys(
  db: pg.Client | pg.Pool,
  { acting }: { acting: 'off' | 'kept' },
): Promise<() => Promise<void>> {
  const forced = await forcedTables(db);
  const keys = await foreignKeys(db, acting);
  for (const name of forced) await db.query(`ALTER TABLE ${name} NO FORCE ROW LEVEL SECURITY`);
  for (const { table, drops } of keys) await db.query(`ALTER TABLE ${table} ${drops}`);
  return async () => {
    for (const { table, adds } of keys) await db.query(`ALTER TABLE ${table} ${adds}`);
    for (const name of forced) await db.query(`ALTER TABLE ${name} FORCE ROW LEVEL SECURITY`);
  };
}

async function forcedTables(db: pg.Client | pg.Pool): Promise<string[]> {
  const found = await db.query<{ schema: string; name: string }>(`
    SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relforcerowsecurity ORDER BY 1, 2`);
  return found.rows.map(quoted);
}

async function foreignKeys(db: pg.Client | pg.Pool, acting: 'off' | 'kept'): Promise<Keys[]> {
  const found = await db.query<Keys>(
    `SELECT k.conrelid::regclass::text AS table,
       string_agg('DROP CONSTRAINT ' || quote_ident(k.conname), ', ') AS drops,
       string_agg('ADD CONSTRAINT ' || quote_ident(k.conname) || ' ' || pg_get_constraintdef(k.oid), ', ') AS adds
     FROM pg_constraint k JOIN pg_namespace n ON n.oid = k.connamespace
     WHERE k.contype = 'f' AND k.conparentid = 0 AND n.nspname IN ('public', 'graphile_worker')
       AND ($1 = 'off' OR (k.confdeltype = 'a' AND k.confupdtype = 'a'))
     GROUP BY 1 ORDER BY 1`,
    [acting],
  );
  return found.rows;
}
