import type pg from 'pg';
import { Refusal } from './refusal.ts';
import { checkRoles } from './roles.ts';

export type ServerState = {
  version: number;
  encoding: string;
  replica: boolean;
  read_only: boolean;
  may_create_schema: boolean;
  may_create_table: boolean;
  /** Connections that ordinary logins may have, of the server, of this database and of this login. */
  connections: number;
};

const oldestMajor = 15;

/**
 * Looks whether a PostgreSQL server can serve before anything is changed on it, and throws a Refusal that says what is
 * wrong and what to do.
 * @param options.connections How many this process needs at most; not looked at when left out.
 * @param options.roles The roles that the owner must be able to act as, or to create.
 */
export async function checkServer(
  client: pg.ClientBase,
  options: { connections?: number | undefined; roles: readonly string[] },
): Promise<void> {
  const problem = problemOf(await readServer(client), options.connections);
  if (problem) throw new Refusal(problem);
  await checkRoles(client, options.roles);
}

/** The sentence that says why a server in this state cannot serve; false when it can. */
export function problemOf(state: ServerState, connections?: number): string | false {
  const major = Math.floor(state.version / 10_000);
  return (
    (major < oldestMajor &&
      `The database is PostgreSQL ${major}; Tradewind needs ${oldestMajor} or newer. Point DATABASE_URL at a newer server.`) ||
    (state.encoding !== 'UTF8' &&
      `The database has the encoding ${state.encoding}; Tradewind needs UTF8. Create it with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.`) ||
    (state.replica &&
      'The database is a read-only replica (it is in recovery). Point DATABASE_URL at the primary server.') ||
    (state.read_only &&
      'Transactions on this database are read-only (default_transaction_read_only is on). Turn it off for the login or the database of DATABASE_URL.') ||
    (!state.may_create_schema && rightMissing('schemas', 'ALTER DATABASE … OWNER TO')) ||
    (!state.may_create_table && rightMissing('tables in the schema public', 'GRANT CREATE ON SCHEMA public TO')) ||
    (connections !== undefined &&
      state.connections < connections &&
      `The database allows ${state.connections} connections, but this process uses up to ${connections}. Raise max_connections (or the limit of the login or the database), or lower DATABASE_POOL.`)
  );
}

function rightMissing(what: string, remedy: string): string {
  return `The login of DATABASE_URL may not create ${what} in this database. Make it the owner of the database, or run as its owner: ${remedy} the login.`;
}

export async function readServer(client: pg.ClientBase): Promise<ServerState> {
  const { rows } = await client.query<ServerState>(
    `SELECT current_setting('server_version_num')::int AS version, pg_encoding_to_char(d.encoding) AS encoding,
       pg_is_in_recovery() AS replica, current_setting('default_transaction_read_only')::boolean AS read_only,
       has_database_privilege(d.oid, 'CREATE') AS may_create_schema,
       coalesce(has_schema_privilege(to_regnamespace('public'), 'CREATE'), true) AS may_create_table,
       least(current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
           - coalesce(current_setting('reserved_connections', true), '0')::int,
         nullif(d.datconnlimit, -1), nullif(r.rolconnlimit, -1)) AS connections
     FROM pg_database d, pg_roles r WHERE d.datname = current_database() AND r.rolname = current_user`,
  );
  const [state] = rows;
  if (!state) throw new Error('The database has no row in pg_database.');
  return state;
}

/** What a failed first connection means for the operator; null when the error says nothing of the settings. */
export function sayNoConnection(error: unknown, setting: string): Refusal | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  const reason = reasons.find(([codes]) => codes.test(String(error.code)))?.[1];
  return reason
    ? new Refusal(`${setting}: ${reason} (${error.message || String(error.code)})`, { cause: error })
    : null;
}

const reasons: readonly [RegExp, string][] = [
  [/^28/, 'the database refuses this login. Check its name, its password and the server’s pg_hba.conf.'],
  [/^3D000$/, 'there is no such database. Create it first; docs/OPERATING.md shows the commands.'],
  [/^53300$/, 'the database has no free connection. Raise max_connections or end what uses them.'],
  [/^57P03$/, 'the database is starting or shutting down. Start again when it is up.'],
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, 'the host of the database is unknown. Check the address.'],
  [
    /^(?:ECONNREFUSED|ENOENT|ETIMEDOUT|EHOSTUNREACH|ECONNRESET)$/,
    'the database does not answer. Check the address, and that the server runs.',
  ],
];
