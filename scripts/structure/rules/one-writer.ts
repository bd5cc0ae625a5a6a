import { type ESTree, Visitor } from 'vite';
import { cleaners, owners } from '../owners.ts';
import type { Problem, Rule } from '../rule.ts';
import { programOf, stringValue } from '../source.ts';
import { codeFiles, findFile, isTest, lineAt, type SourceFile, type Tree } from '../tree.ts';

const schemaPath = 'server/db/schema.sql';
const listPath = 'scripts/structure/owners.ts';
/** Sentences for people, in which these words are no SQL. */
const sentences = /^server\/lib\/refusals\//;
const builders = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto']);
const statements =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?(?:public\.)?"?(\w+|$)/gi;

/** A statement that writes; without the table's name where it is a variable. */
type Write = { table: string | undefined; line: number; removes: boolean };

export const oneWriter: Rule = {
  name: 'one-writer',
  asks: 'A table is written by one feature (scripts/structure/owners.ts); the others call it, or tell it by an event.',
  check(tree) {
    const schema = findFile(tree, schemaPath);
    if (!schema) return [];
    const tables = new Set([...schema.text.matchAll(/^create table (\w+)/gm)].flatMap(([, table]) => table ?? []));
    const files = codeFiles(tree).filter(
      ({ path }) => path.startsWith('server/') && !isTest(path) && !sentences.test(path),
    );
    return [...unlisted(tree, tables), ...files.flatMap((file) => checkFile(file, tables))];
  },
};

const listed = Object.entries(owners).flatMap(([owner, tables]) =>
  tables.split(/\s+/).map((table) => ({ owner, table })),
);

/** Where list and schema differ: a table has one owner, and what is listed exists. */
function unlisted(tree: Tree, tables: ReadonlySet<string>): Problem[] {
  const problems = [...tables].flatMap((table) => {
    const count = listed.filter((row) => row.table === table).length;
    if (count === 1) return [];
    return [{ path: schemaPath, message: `${table} has ${count === 0 ? 'no owner' : 'two owners'} in ${listPath}` }];
  });
  if (!findFile(tree, listPath)) return problems;
  const gone = listed.filter(({ table }) => !tables.has(table));
  return [...problems, ...gone.map(({ table }) => ({ path: listPath, message: `${table} is no table any more` }))];
}

function checkFile(file: SourceFile, tables: ReadonlySet<string>): Problem[] {
  const [, feature, folder] = /^server\/(?:features\/([\w-]+)|([\w-]+))\//.exec(file.path) ?? [];
  return writesIn(file).flatMap(({ table, line, removes }) => {
    if (table === undefined) {
      const message = 'writes a table whose name is a variable: write the name, so that its owner can be told';
      return feature ? [{ path: file.path, line, message }] : [];
    }
    const owner = listed.find((row) => row.table === table)?.owner;
    if (!tables.has(table) || owner === undefined || owner === (feature ?? folder)) return [];
    if (removes && file.path in cleaners) return [];
    return [{ path: file.path, line, message: `writes ${table}, which ${owner} writes` }];
  });
}

function writesIn(file: SourceFile): Write[] {
  const writes: Write[] = [];
  const isSql = file.path.endsWith('.db.ts');
  const readText = (text: string, start: number) => {
    for (const found of text.matchAll(statements)) {
      const table = found[1] || undefined;
      // "FOR UPDATE" locks, and what other files say in sentences is not finished by a table
      if (/\bfor\s+(?:no\s+key\s+)?$/i.test(text.slice(0, found.index)) || (table === undefined && !isSql)) continue;
      writes.push({ table, line: lineAt(file.text, start + found.index), removes: /^delete/i.test(found[0]) });
    }
  };
  new Visitor({
    // its start may be that of the backtick
    TemplateElement: ({ value, start }) => readText(value.raw, file.text.indexOf(value.raw, start)),
    Literal(node) {
      if (typeof node.value === 'string') readText(node.value, node.start + 1);
    },
    CallExpression(node) {
      const name = methodOf(node.callee);
      const [argument] = node.arguments;
      if (name === undefined || !builders.has(name) || !argument) return;
      const table = stringValue(argument)?.split(' ')[0];
      writes.push({ table, line: lineAt(file.text, argument.start), removes: name === 'deleteFrom' });
    },
  }).visit(programOf(file));
  return writes;
}

function methodOf(callee: ESTree.Node): string | undefined {
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : undefined;
}
