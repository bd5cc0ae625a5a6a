import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { z } from 'zod';

const logins = z.array(z.object({ name: z.string(), email: z.string(), password: z.string() }));

export type Logins = z.infer<typeof logins>;

// A comment on the database survives a kill and needs no table.
const UNFINISHED = 'demo workspace: unfinished';
const COMPLETE = 'demo workspace';

/** Whether nobody has ever signed up here. */
export async function isEmpty(url: string): Promise<boolean> {
  const found = await query(url, 'select exists (select from public.users) as used');
  return found?.used === false;
}

/** Whether a former start was ended while it filled this database; the portal was not open yet, so nothing of value is in it. */
export async function isHalfFilled(url: string): Promise<boolean> {
  const found = await query(
    url,
    "select shobj_description(oid, 'pg_database') as comment from pg_database where datname = current_database()",
  );
  return found?.comment === UNFINISHED;
}

/** Runs `fill` between two marks, by which the next start recognises an interrupted one. */
export async function markWhileFilling(url: string, fill: () => Promise<void>): Promise<void> {
  await mark(url, UNFINISHED);
  await fill();
  await mark(url, COMPLETE);
}

async function mark(url: string, comment: string): Promise<void> {
  const found = await query(url, 'select quote_ident(current_database()) as name');
  await query(url, `comment on database ${String(found?.name)} is '${comment}'`);
}

async function query(url: string, sql: string): Promise<Record<string, unknown> | undefined> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows[0];
  } finally {
    await client.end();
  }
}

/** Keeps the demo's logins beside the data, so that each start can print them. */
export function saveLogins(dataDir: string, message: Record<string, unknown>): void {
  const parsed = logins.safeParse(message.logins);
  if (parsed.success) writeFileSync(loginFile(dataDir), `${JSON.stringify(parsed.data, null, 2)}\n`, { mode: 0o600 });
}

/** The demo's logins; none where there is no demo workspace. */
export function readLogins(dataDir: string): Logins {
  const file = loginFile(dataDir);
  if (!existsSync(file)) return [];
  const parsed = logins.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  return parsed.success ? parsed.data : [];
}

function loginFile(dataDir: string): string {
  return join(dataDir, 'demo.json');
}
