import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { merchantRoles, staffRoles } from '#contract/rights.ts';
import { groupBy } from '#server/lib/group-by.ts';
import type { TestApp } from '../app.ts';
import { merchant, type Person, staff } from '../people.ts';
import { givenOneOfEach } from '../record-stage.ts';
import type { Access } from './calls.ts';
import type { Random } from './random.ts';

/** Somebody who calls: `account` is null for those who see no account or all of them. */
export type Caller = { role: string; token: string | null; account: string | null; seesAll: boolean };

type Row = { table: string; id: string; account: string | null };

/** Tables whose rows a field of this name, or a path segment, refers to; other names are tables themselves. */
const tableOf: Record<string, string> = {
  shopify_order: 'orders',
  product: 'store_products',
  variant: 'store_variants',
  sku: 'catalog_skus',
  catalog_sku: 'catalog_skus',
  line: 'order_lines',
  to_warehouse: 'warehouses',
  client: 'accounts',
  picture: 'files',
  proposal: 'price_proposals',
  stock_order: 'stock_orders',
  invoice_order: 'invoice_orders',
  partner_link: 'partner_links',
  run: 'bulk_runs',
  site: 'branding',
  price: 'prices',
};

/** Two accounts with a record of each kind, people of every role, and the ids that they may name. */
export async function fuzzStage(test: TestApp) {
  const owners = [await merchant(test), await merchant(test)] as const;
  for (const owner of owners) await givenOneOfEach(test, owner);
  let rows: Row[] = [];
  let byTable = new Map<string, Row[]>();
  let accountOfId = new Map<string, string>();
  let accountOfEmail = new Map<string, string>();
  const namedBy = new Map<string | null, Set<string>>();
  let callers: Caller[] = [];
  const database = new pg.Client({ connectionString: test.url });
  await database.connect();

  async function readRows(): Promise<void> {
    rows = await rowsOf(database);
    byTable = groupBy(rows, ({ table }) => table);
    // An id that several accounts have says nothing about any of them.
    accountOfId = new Map();
    const shared = new Set<string>();
    for (const { id, account } of rows) {
      if (account && (accountOfId.get(id) ?? account) !== account) shared.add(id);
      if (account) accountOfId.set(id, account);
    }
    for (const id of shared) accountOfId.delete(id);
    const people = await database.query<{ email: string; account: string }>(
      `SELECT u.email, max(m.account_id::text) AS account FROM users u JOIN memberships m ON m.user_id = u.id
       GROUP BY u.email HAVING count(*) = 1`,
    );
    accountOfEmail = new Map(people.rows.map(({ email, account }) => [email, account]));
  }

  /** New sessions for all roles: calls end them, act for clients in them, and change roles. */
  async function renewCallers(): Promise<void> {
    const of = ({ token, account_id }: Person, role: string) => ({ role, token, account: account_id, seesAll: false });
    const [own, other] = owners.map(({ account_id }) => account_id);
    if (!own || !other) return;
    const members = await Promise.all(merchantRoles.map((role) => merchant(test, { role, account_id: own })));
    const expired = await merchant(test, { account_id: own });
    await database.query(`UPDATE sessions SET expires_at = created_at WHERE user_id = $1`, [expired.user_id]);
    const ofStaff = await Promise.all(staffRoles.map((role) => staff(test, role)));
    callers = [
      ...merchantRoles.map((role, index) => of(members[index] as Person, role)),
      of(await merchant(test, { account_id: other }), 'owner of another account'),
      of(await merchant(test, { account_id: own, role: 'manager', stores: [] }), 'manager without a store'),
      ...staffRoles.map((role, index) => ({
        role,
        token: ofStaff[index]?.token ?? null,
        account: null,
        seesAll: true,
      })),
      { role: 'nobody', token: null, account: null, seesAll: false },
      { role: 'expired session', token: expired.token, account: null, seesAll: false },
    ];
  }

  await renewCallers();
  await readRows();

  return {
    accounts: owners.map(({ account_id }) => account_id),
    renewCallers,
    readRows,
    /** Mostly somebody whom the operation admits. */
    callerFor(access: Access, random: Random): Caller {
      const fitting = callers.filter(({ role, token, account }) => {
        if (access.kind === 'staff') return role === 'admin' || access.roles?.includes(role);
        if (access.kind === 'merchant') return role === 'owner' || role === 'owner of another account';
        return access.kind === 'public' || (token !== null && role !== 'expired session' && account !== null);
      });
      return random.chance(0.75) && fitting.length > 0 ? random.pick(fitting) : random.pick(callers);
    },
    /** Mostly a row that the caller owns, of the table that the name speaks of. */
    idFor(caller: Caller, name: string, random: Random): string {
      if (random.chance(0.05)) return uuid();
      const stem = name.replace(/_?ids?$/, '').replace(/s$/, '');
      const table = tableOf[stem] ?? `${stem}s`;
      const all = byTable.get(table) ?? byTable.get(stem) ?? [];
      const own = all.filter(({ account }) => account === null || account === caller.account);
      if (random.chance(0.85) && own.length > 0 && !caller.seesAll) return random.pick(own).id;
      return all.length > 0 ? random.pick(all).id : random.pick(rows).id;
    },
    /** Ids and addresses of other accounts in an answer, but for those that this account's calls have named, which it may keep. */
    leaksIn(caller: Caller, sent: string, answer: string): string[] {
      if (caller.seesAll) return [];
      const named = namedBy.get(caller.account) ?? new Set<string>();
      namedBy.set(caller.account, named);
      for (const mark of [...idsIn(sent), ...emailsIn(sent)]) named.add(mark);
      const [ids, emails] = [idsIn(answer), emailsIn(answer)];
      const isForeign = (account: string | undefined) => account !== undefined && account !== caller.account;
      return [
        ...ids.filter((id) => isForeign(accountOfId.get(id))),
        ...emails.filter((email) => isForeign(accountOfEmail.get(email))),
      ].filter((found) => !named.has(found));
    },
    close: () => database.end(),
  };
}

const idsIn = (text: string) => text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
const emailsIn = (text: string) => decoded(text).match(/person\d+@example\.com/g) ?? [];
const decoded = (text: string) => text.replaceAll('%40', '@');

export type FuzzStage = Awaited<ReturnType<typeof fuzzStage>>;

/** The latest rows of every table that has ids, with the account that they belong to. */
async function rowsOf(database: pg.Client): Promise<Row[]> {
  const { rows: tables } = await database.query<{ table: string; owned: boolean }>(
    `SELECT c.table_name AS table, bool_or(c.column_name = 'account_id') AS owned
     FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.column_name IN ('id', 'account_id')
     GROUP BY 1 HAVING bool_or(c.column_name = 'id' AND c.data_type = 'uuid')`,
  );
  const parts = tables.map(
    ({ table, owned }) =>
      `(SELECT '${table}' AS table, id::text AS id, ${owned ? 'account_id::text' : table === 'accounts' ? 'id::text' : 'NULL'} AS account
        FROM ${table} ORDER BY id DESC LIMIT 300)`,
  );
  return (await database.query<Row>(parts.join(' UNION ALL '))).rows;
}
