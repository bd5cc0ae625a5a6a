// npm run verify-statement -- [--keys FILE] STATEMENT [EARLIER…]: verifies a wallet statement without network, database or
// packages. Exit code 0: valid; 1: not valid; 2: not decided, or called wrongly.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { countOf, sentenceOf, verdictSentence, verify } from '#web/public/verify-statement/check.mjs';

const usage = `Usage: npm run verify-statement -- [--keys FILE] STATEMENT [EARLIER…]

STATEMENT  the JSON file of the statement
EARLIER    earlier statements of the same account, which show whether its past was rewritten
--keys     the provider’s public keys, saved from /.well-known/tradewind-statement-keys.json;
           without it the file of that name beside the statement is used`;

const words = process.argv.slice(2);
const at = words.indexOf('--keys');
const named = at === -1 ? undefined : words.splice(at, 2)[1];
const [file, ...earlier] = words;

function end(code, text) {
  process.stdout.write(`${text}\n`);
  process.exit(code);
}

if (!file || file.startsWith('--')) end(2, usage);
const keyFile = named ?? join(dirname(file), 'tradewind-statement-keys.json');
for (const path of [file, ...earlier, keyFile]) if (!existsSync(path)) end(2, `${path} does not exist.\n\n${usage}`);

let keys = [];
try {
  ({ keys } = JSON.parse(readFileSync(keyFile, 'utf8')));
} catch {
  end(2, `${keyFile} is not the list of the provider’s keys.`);
}
const read = (path) => new Uint8Array(readFileSync(path));
const { verdict, problems, statement } = await verify(read(file), {
  keys,
  earlier: earlier.map((path) => ({ name: path, bytes: read(path) })),
});
const about = statement
  ? [
      `${statement.account.name}, ${statement.period.from} to ${statement.period.to}, ${countOf(statement.transactions)}`,
    ]
  : [];
end(
  { valid: 0, broken: 1, unknown: 2 }[verdict],
  [...about, verdictSentence[verdict], ...problems.map(sentenceOf)].join('\n'),
);
