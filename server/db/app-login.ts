import { createHash, createHmac, hkdfSync, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { asApplication } from './client.ts';
import { Refusal } from './refusal.ts';
import { grantToLogin, groupRoles, readOwner } from './roles.ts';
import { sayNoConnection } from './server-checks.ts';

/** Who calls and jobs connect as. */
export type AppLogin = {
  url: string;
  /** Why it is the owner's login after all, in a sentence for the operator; null for a login that owns nothing. */
  problem: string | null;
};

type Options = {
  /** The connection string of the owner: migrations, backup and the job queue. */
  ownerUrl: string;
  /** DATABASE_APP_URL: a login that somebody else made. */
  appUrl?: string | undefined;
  /** SECRET_KEY in base64; the password of a login made here follows from it. */
  secretKey: string;
};

const lock = 7_305_713; // advisory lock of those who make the login of one database
const longestName = 63;

/**
 * Finds the login of calls and jobs: the one of DATABASE_APP_URL, or one made here where the owner may create roles.
 * It owns nothing and is a member of the application's roles alone, so that nothing that runs in its connections can
 * become the owner. Throws a Refusal when DATABASE_APP_URL does not serve.
 */
export async function openAppLogin({ ownerUrl, appUrl, secretKey }: Options): Promise<AppLogin> {
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: 'tradewind login' });
  owner.on('error', () => {}); // the query that is running reports it
  await owner.connect();
  try {
    if (appUrl) {
      const problem = await problemOf(appUrl, owner);
      if (problem) throw new Refusal(`DATABASE_APP_URL: ${problem}`);
      return { url: appUrl, problem: null };
    }
    return await ownLogin(owner, ownerUrl, secretKey);
  } finally {
    await owner.end();
  }
}

async function ownLogin(owner: pg.Client, ownerUrl: string, secretKey: string): Promise<AppLogin> {
  const { rows } = await owner.query<{ database: string }>('SELECT current_database() AS database');
  const name = loginName(rows[0]?.database ?? '');
  const password = derivePassword(secretKey, name);
  const url = withLogin(ownerUrl, name, password);
  const { create_role } = await readOwner(owner);
  let reason = 'it may not create roles';
  if (create_role) {
    await owner.query('SELECT pg_advisory_lock($1)', [lock]); // let go with the connection
    reason = await makeLogin(owner, name, password).then(
      async () => (await problemOf(url, owner)) ?? '',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    if (reason === '') return { url, problem: null };
  }
  return {
    url: ownerUrl,
    problem: `Calls and jobs use the login of DATABASE_URL, because no login without rights of its own could be made (${reason}). Create one as docs/OPERATING.md shows and set DATABASE_APP_URL to it.`,
  };
}

/** Databases of one server have logins of their own. */
export function loginName(database: string): string {
  const name = `tradewind_calls_${database}`;
  if (Buffer.byteLength(name) <= longestName) return name;
  return `tradewind_calls_${createHash('sha256').update(database).digest('hex').slice(0, 32)}`;
}

/** Another SECRET_KEY means another password: the next start sets it. */
function derivePassword(secretKey: string, name: string): string {
  const bytes = hkdfSync('sha256', Buffer.from(secretKey, 'base64'), '', `tradewind database login ${name}`, 32);
  return Buffer.from(bytes).toString('base64url');
}

async function makeLogin(owner: pg.Client, name: string, password: string): Promise<void> {
  const id = pg.escapeIdentifier(name);
  const { rowCount } = await owner.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
  const action = rowCount ? 'ALTER' : 'CREATE';
  await owner.query(`${action} ROLE ${id} LOGIN NOINHERIT PASSWORD '${scramSecret(password)}'`);
  await grantToLogin(owner, name);
}

/** The form in which PostgreSQL keeps a password (RFC 5803), so that the password itself is in no log of the server. */
function scramSecret(password: string): string {
  const iterations = 4096;
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const key = (name: string) => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(key('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${key('Server Key').toString('base64')}`;
}

/** The same server and database as another login; parameters win over what stands before the host. */
export function withLogin(url: string, user: string, password: string): string {
  const login = `user=${encodeURIComponent(user)}&password=${encodeURIComponent(password)}`;
  return `${url}${url.includes('?') ? '&' : '?'}${login}`;
}

type LoginState = { same: boolean; powerful: boolean; owns: boolean; others: string[] };

/** Why a login cannot serve calls and jobs, as the end of a sentence; null when it can. */
async function problemOf(url: string, owner: pg.Client): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, ...asApplication, application_name: 'tradewind login' });
  client.on('error', () => {});
  try {
    await client.connect();
    const here = await placeOf(owner);
    const { rows } = await client.query<LoginState>(stateOfLogin, [here, groupRoles]);
    await client.query('BEGIN; SET LOCAL ROLE tradewind_desk; ROLLBACK');
    const [state] = rows;
    if (!state?.same) return 'this is another database than that of DATABASE_URL.';
    if (state.powerful) return 'this login may change the server. Use one with no attribute but LOGIN.';
    if (state.owns) return 'this login owns tables or other objects. Use one that owns nothing.';
    if (state.others.length > 0) {
      return `this login is a member of ${state.others.join(', ')}. It may be one of ${groupRoles.join(' and ')} alone.`;
    }
    return null;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return sayNoConnection(error, 'its login')?.message ?? `${error.message}.`;
  } finally {
    await client.end().catch(() => {});
  }
}

const place = `current_database() || ' ' || pg_postmaster_start_time()`;

async function placeOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ place: string }>(`SELECT ${place} AS place`);
  return rows[0]?.place ?? '';
}

const stateOfLogin = `
  SELECT ${place} = $1 AS same, rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR rolreplication AS powerful,
    EXISTS (SELECT FROM pg_shdepend WHERE refclassid = 'pg_authid'::regclass AND refobjid = r.oid AND deptype = 'o') AS owns,
    ARRAY(SELECT o.rolname::text FROM pg_auth_members m JOIN pg_roles o ON o.oid = m.roleid
      WHERE m.member = r.oid AND o.rolname <> ALL ($2::text[])) AS others
  FROM pg_roles r WHERE r.rolname = session_user`;
