// Fills a database of an earlier release, with that release's own code: node --import tsx fill.mjs <its folder>.
// Tells the database's address and what the release answers as a line of JSON, and drops the database when its input ends.
import { parts } from './actions.mjs';
import { account_id, clock, close, databaseAddress, load, people, rows, secretKey, test } from './release.mjs';

const { contract } = await load('contract/index.ts');

for (const [name, fill] of Object.entries(parts)) {
  try {
    await fill();
  } catch (error) {
    throw new Error(`the part ${name} failed`, { cause: error });
  }
}

/** One row of each table and status, as the values that a path's `{id}` can have. */
async function someIds() {
  const tables = await rows(`
    SELECT c.table_name AS name, bool_or(c.column_name = 'account_id') AS owned,
      (array_agg(c.column_name::text) FILTER (WHERE c.column_name IN ('status', 'stage', 'state')))[1] AS status
    FROM information_schema.columns c WHERE c.table_schema = 'public' GROUP BY 1 HAVING bool_or(c.column_name = 'id' AND c.data_type = 'uuid') ORDER BY 1`);
  const ids = (await rows(`SELECT order_id AS id FROM order_talks WHERE account_id = '${account_id}'`)).map(
    ({ id }) => id,
  );
  for (const { name, owned, status } of tables)
    ids.push(
      ...(
        await rows(
          `SELECT DISTINCT ON (${status ?? '1'}) ${status ?? '1'}, id FROM ${name} ${owned ? `WHERE account_id = '${account_id}'` : ''} ORDER BY 1, id`,
        )
      ).map(({ id }) => id),
    );
  return [...new Set(ids)];
}

/** What this release answers to its people: the number of rows of each list, and which pages of single records there are. */
async function readAnswers() {
  const ids = await someIds();
  const answers = [];
  const ask = async (person, path) => {
    const answer = await test.app.fastify.inject({
      method: 'GET',
      url: path,
      headers: { authorization: `Bearer ${people[person]}` },
    });
    if (answer.statusCode !== 200) return false;
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    const { data, meta } = isJson ? answer.json() : {};
    answers.push({ person, path, rows: meta?.total ?? (Array.isArray(data) ? data.length : null) });
    return true;
  };
  for (const { method, path, access } of Object.values(contract).flatMap((feature) => Object.values(feature))) {
    if (method !== 'GET') continue;
    const who = access.kind === 'staff' ? (access.roles[0] ?? 'admin') : 'owner';
    const holes = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).filter((name) => name !== 'account_id');
    const filled = path.replace('{account_id}', account_id);
    if (holes.length === 0) await ask(who, filled);
    else if (holes.join() === 'id') for (const id of ids) await ask(who, filled.replace('{id}', id));
  }
  return answers;
}

await readAnswers(); // some calls leave rows: staff who open a record are noted
const answers = await readAnswers();
const balances = await rows(
  `SELECT e.account_id, e.ledger_account, sum(e.amount)::text AS amount FROM ledger_entries e GROUP BY 1, 2 ORDER BY 1, 2`,
);
const tasks = Object.keys(test.app.tasks);
const told = {
  url: databaseAddress,
  secretKey,
  tasks,
  account_id,
  tokens: people,
  now: clock.now(),
  answers,
  balances,
};
process.stdout.write(`${JSON.stringify(told)}\n`);
process.stdin.resume();
await new Promise((resolve) => process.stdin.on('end', resolve));
await close();
process.exit(0);
