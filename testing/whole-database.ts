import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { listTables, quoted } from '#server/db/backup-tables.ts';
import { createOn, databaseUrl, dropOn } from './test-server.ts';

/** All rows of a database: a count and a hash for each table. The login must see all rows. */
export async function contentOf(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const content: Record<string, string> = {};
    for (const table of await listTables(client)) {
      const columns = table.columns.map((name) => `t.${pg.escapeIdentifier(name)}`).join(', ');
      const { rows } = await client.query<{ content: string }>(
        `SELECT count(*) || ' ' || coalesce(md5(string_agg(row, '' ORDER BY row)), '') AS content
         FROM (SELECT md5(ROW(${columns})::text) AS row FROM ${quoted(table)} t) r`,
      );
      content[quoted(table)] = rows[0]?.content ?? '';
    }
    return content;
  } finally {
    await client.end();
  }
}

export type OwnedDatabase = { url: string; superuserUrl: string; drop(): Promise<void> };

/** An empty database that a login without further rights owns, as docs/OPERATING.md describes it. */
export async function createOwned(): Promise<OwnedDatabase> {
  const { adminUrl, prefix } = inject('testServer');
  const name = `${prefix}${randomBytes(5).toString('hex')}`;
  await createOn(adminUrl, name);
  await query(adminUrl, `CREATE ROLE ${name} LOGIN NOSUPERUSER PASSWORD '${name}'`);
  await query(adminUrl, `GRANT tradewind_app, tradewind_desk TO ${name}`);
  await query(adminUrl, `ALTER DATABASE ${name} OWNER TO ${name}`);
  return {
    url: withLogin(databaseUrl(adminUrl, name), name),
    superuserUrl: databaseUrl(adminUrl, name),
    async drop() {
      await dropOn(adminUrl, name);
      await query(adminUrl, `DROP ROLE ${name}`);
    },
  };
}

/** The same address with another login. */
function withLogin(url: string, login: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/)(?:[^@/]*@)?/, `$1${login}:${login}@`);
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
