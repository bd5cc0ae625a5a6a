import pg from 'pg';
import { Refusal } from './refusal.ts';

/**
 * Roles that own nothing and cannot log in: `tradewind_app` serves one account at a time, `tradewind_desk` staff and
 * jobs. They belong to the whole PostgreSQL server; several databases on it share them.
 */
export const groupRoles = ['tradewind_app', 'tradewind_desk'] as const;

/** The major version from which a membership says separately whether SET ROLE and inheritance are allowed. */
const separateOptions = 160_000;

type RoleState = {
  name: string;
  exists: boolean;
  /** The owner may SET ROLE to it and has its rights without doing so. */
  usable: boolean;
  /** The owner may give it to others, and so to itself. */
  grantable: boolean;
};

type Owner = { version: number; name: string; superuser: boolean; create_role: boolean };

export async function readOwner(client: pg.ClientBase): Promise<Owner> {
  const { rows } = await client.query<Owner>(
    `SELECT current_setting('server_version_num')::int AS version, rolname AS name, rolsuper AS superuser,
       rolsuper OR rolcreaterole AS create_role
     FROM pg_roles WHERE rolname = current_user`,
  );
  const [owner] = rows;
  if (!owner) throw new Error('The login of DATABASE_URL has no row in pg_roles.');
  return owner;
}

async function readRoles(
  client: pg.ClientBase,
  owner: Owner,
  roles: readonly string[] = groupRoles,
): Promise<RoleState[]> {
  // Until 15 a member may always SET ROLE, and whoever may create roles may give any role to anybody.
  const set = owner.version >= separateOptions ? 'SET' : 'MEMBER';
  const admin = owner.version >= separateOptions ? `pg_has_role(r.oid, 'MEMBER WITH ADMIN OPTION')` : '$2::boolean';
  const { rows } = await client.query<RoleState>(
    `SELECT wanted AS name, r.oid IS NOT NULL AS exists,
       coalesce(pg_has_role(r.oid, '${set}') AND pg_has_role(r.oid, 'USAGE'), false) AS usable,
       coalesce(${admin} OR $2::boolean AND $3::boolean, false) AS grantable
     FROM unnest($1::text[]) WITH ORDINALITY AS w(wanted, position) LEFT JOIN pg_roles r ON r.rolname = w.wanted
     ORDER BY position`,
    [roles, owner.create_role, owner.superuser],
  );
  return rows;
}

/** Throws a Refusal that says what the administrator must do, when the owner lacks a role and cannot help itself. */
export async function checkRoles(client: pg.ClientBase, wanted: readonly string[]): Promise<void> {
  const owner = await readOwner(client);
  const login = pg.escapeIdentifier(owner.name);
  const roles = await readRoles(client, owner, wanted);
  const missing = roles.filter((role) => !role.exists).map((role) => role.name);
  if (missing.length > 0 && !owner.create_role) {
    const create = missing.map((name) => `CREATE ROLE ${name} NOLOGIN NOINHERIT;`).join(' ');
    throw new Refusal(
      `The login ${owner.name} of DATABASE_URL may not create roles, and ${missing.join(' and ')} ${missing.length > 1 ? 'do' : 'does'} not exist. Run as an administrator of the server: ALTER ROLE ${login} CREATEROLE; or: ${create} ${grantCommand(missing, login, owner.version)}`,
    );
  }
  const closed = roles.filter((role) => role.exists && !role.usable && !role.grantable).map((role) => role.name);
  if (closed.length > 0) {
    throw new Refusal(
      `The login ${owner.name} of DATABASE_URL may not act as ${closed.join(' and ')}, and cannot give itself the right. Run as an administrator of the server: ${grantCommand(closed, login, owner.version)}`,
    );
  }
}

/**
 * Creates the roles that do not exist and gives the owner those that it cannot use. Since PostgreSQL 16 whoever
 * creates a role may give it away, but neither act as it nor inherit from it. The owner inherits the rights of the
 * roles because row-level security binds it too: a migration or a dump would otherwise see no rows.
 */
export async function ensureRoles(client: pg.ClientBase): Promise<void> {
  const owner = await readOwner(client);
  for (const role of await readRoles(client, owner)) {
    if (!role.exists) await ignoreDuplicate(client.query(`CREATE ROLE ${role.name} NOLOGIN NOINHERIT`));
  }
  const closed = (await readRoles(client, owner)).filter((role) => !role.usable).map((role) => role.name);
  const login = pg.escapeIdentifier(owner.name);
  if (closed.length > 0) await retryConcurrent(() => client.query(grantCommand(closed, login, owner.version)));
  const unusable = (await readRoles(client, owner)).filter((role) => !role.usable).map((role) => role.name);
  if (unusable.length > 0) {
    throw new Refusal(
      `The login ${owner.name} of DATABASE_URL does not inherit the rights of ${unusable.join(' and ')}. Run as an administrator of the server: ALTER ROLE ${login} INHERIT;`,
    );
  }
}

function grantCommand(roles: readonly string[], login: string, version: number): string {
  const options = version >= separateOptions ? ' WITH INHERIT TRUE, SET TRUE' : '';
  return `GRANT ${roles.join(', ')} TO ${login}${options};`;
}

/** Gives the roles to a login of calls, which may act as them but has none of their rights before. */
export async function grantToLogin(client: pg.ClientBase, login: string): Promise<void> {
  const { version } = await readOwner(client);
  const options = version >= separateOptions ? ' WITH INHERIT FALSE, SET TRUE' : '';
  await retryConcurrent(() =>
    client.query(`GRANT ${groupRoles.join(', ')} TO ${pg.escapeIdentifier(login)}${options}`),
  );
}

/** Another database of the same server may be migrated at the same moment. */
async function ignoreDuplicate(done: Promise<unknown>): Promise<void> {
  try {
    await done;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && ['42710', '23505'].includes(error.code ?? ''))) throw error;
  }
}

/** PostgreSQL refuses one of two grants of the same role at the same moment ("tuple concurrently updated"). */
async function retryConcurrent(action: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await action();
      return;
    } catch (error) {
      const concurrent = error instanceof pg.DatabaseError && ['XX000', '23505'].includes(error.code ?? '');
      if (!concurrent || attempt >= 5) throw error;
    }
  }
}
