import type { Plant } from './plants-of-texts.ts';

/** What the rule about accounts must find and must leave alone. */
export const plantsOfCtx: readonly Plant[] = (
  [
    ['an account id beside a ctx', 'async (ctx: Ctx, id: string, accountId: string) => accountId;', 'takes accountId'],
    ['of a function', 'async function (ctx: Ctx, account_id: string) {};', 'takes account_id'],
    ['one account or all', 'async (ctx: Ctx, accountId: string | null) => accountId;'],
    ['without a ctx', '(accountId: string) => accountId;'],
    ['a ctx that is bound', '(ctx: AccountCtx, id: string) => id;'],
  ] as const
).map(([title, code, says]) => ({
  rule: 'account-in-ctx',
  title,
  files: { 'server/features/quotes/quotes.db.ts': `export const act = ${code}\n` },
  ...(says && { says }),
}));

const schema = 'create table claims (\n);\ncreate table orders (\n);\ncreate table sessions (\n);\n';
const claims = 'server/features/claims/claims.db.ts';
const autopay = 'server/features/autopay/autopay.db.ts';

/** What the rule about writers must find and must leave alone. */
export const plantsOfWriters: readonly Plant[] = (
  [
    ['an insert', autopay, "ctx.db.insertInto('claims');", 'writes claims, which claims writes'],
    ['an update with an alias', autopay, "ctx.db.updateTable('claims as c');", 'writes claims'],
    ['a delete', autopay, "ctx.db.deleteFrom('claims');", 'writes claims'],
    ['a merge', autopay, "ctx.db.mergeInto('claims');", 'writes claims'],
    ['an insert in SQL', autopay, 'sql`INSERT INTO claims (id)`;', 'writes claims'],
    [
      'an update in SQL, in another line',
      autopay,
      'sql`\nUPDATE claims c SET x = 1`;',
      'autopay.db.ts:2 writes claims',
    ],
    ['a second statement in SQL', autopay, 'sql`WITH gone AS (DELETE FROM\nclaims) SELECT ${x}`;', 'writes claims'],
    ['a merge in SQL, after a hole', autopay, 'sql`${x} merge into only claims`;', 'writes claims'],
    ['SQL in a string', autopay, "sql.raw('truncate claims');", 'writes claims'],
    ['a name with its schema', autopay, 'sql`UPDATE public."claims" SET x = 1`;', 'writes claims'],
    ['a table in a variable', autopay, 'ctx.db.updateTable(table);', 'whose name is a variable'],
    ['a table in a hole', autopay, 'sql`UPDATE ${sql.table(table)} SET x = 1`;', 'whose name is a variable'],
    ['a folder below the features', 'server/http/actor.ts', "db.updateTable('sessions');", 'which session writes'],
    ['what cleaning changes', 'server/db/cleaning.ts', "db.updateTable('sessions');", 'which session writes'],
    [
      'a table without an owner',
      claims,
      'sql`INSERT INTO novelties`;',
      'novelties has no owner',
      'create table novelties (',
    ],
    ['a table that is gone', 'scripts/structure/owners.ts', '', 'avatars is no table any more'],
    ['the owner', claims, "ctx.db.updateTable('claims');\nsql`DELETE FROM claims`;"],
    ['a subfolder of the owner', 'server/features/orders/pay/pay.db.ts', 'sql`UPDATE orders SET x = 1`;'],
    ['what cleaning removes', 'server/db/cleaning.ts', "db.deleteFrom('sessions');"],
    [
      'reading and locking',
      autopay,
      'sql`SELECT FROM claims FOR UPDATE OF claims`;\nsql`FROM claims FOR NO KEY UPDATE ${x}`;',
    ],
    ['an upsert of its own', claims, 'sql`INSERT INTO claims (id) ON CONFLICT DO UPDATE SET x = 1`;'],
    ['a comment', autopay, '// UPDATE claims'],
    ['a test', 'server/features/autopay/autopay.test.ts', "ctx.db.deleteFrom('claims');"],
    ['a sentence', 'server/lib/refusals/en/orders.ts', "const late = 'Update claims first.';"],
  ] as const
).map(([title, path, text, says, more = '']) => ({
  rule: 'one-writer',
  title,
  files: { 'server/db/schema.sql': `${schema}${more}\n`, [path]: `${text}\n` },
  ...(says && { says }),
}));
