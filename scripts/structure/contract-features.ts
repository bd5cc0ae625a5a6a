import type { ESTree } from 'vite';
import { programOf, stringValue } from './source.ts';
import { isCode, isTest, lineAt, type Tree } from './tree.ts';

export type DeclaredEndpoint = { name: string; method: string; path: string; line: number };

/** A contract file that declares endpoints: `export const quotes = endpoints({ list: { method, path, … }, … })`. */
export type ContractFeature = {
  /** The file's word, as in `contract/quotes.ts`. */
  word: string;
  /** The export's name. */
  name: string;
  file: string;
  endpoints: DeclaredEndpoint[];
};

/** Every feature of the contract, read from its source: no module is run. */
export function contractFeatures(tree: Tree): ContractFeature[] {
  return tree.files
    .filter(({ path }) => /^contract\/[^/]+$/.test(path) && isCode(path) && !isTest(path))
    .flatMap((file) =>
      exportedConstants(programOf(file)).flatMap(({ name, value }) => {
        const map = endpointsArgument(value);
        if (!map) return [];
        const word = file.path.slice('contract/'.length, -'.ts'.length);
        return [{ word, name, file: file.path, endpoints: readEndpoints(map, file.text) }];
      }),
    );
}

function exportedConstants(program: ESTree.Program): { name: string; value: ESTree.Node }[] {
  return program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') return [];
    return statement.declaration.declarations.flatMap(({ id, init }) =>
      id.type === 'Identifier' && init ? [{ name: id.name, value: init }] : [],
    );
  });
}

function endpointsArgument(value: ESTree.Node): ESTree.ObjectExpression | undefined {
  if (value.type !== 'CallExpression' || value.callee.type !== 'Identifier' || value.callee.name !== 'endpoints')
    return undefined;
  const argument = value.arguments[0];
  return argument?.type === 'ObjectExpression' ? argument : undefined;
}

function readEndpoints(map: ESTree.ObjectExpression, text: string): DeclaredEndpoint[] {
  return map.properties.flatMap((property) => {
    if (property.type !== 'Property' || property.value.type !== 'ObjectExpression') return [];
    const { value, key } = property;
    const name = key.type === 'Identifier' ? key.name : (stringValue(key) ?? '');
    return [
      { name, method: textField(value, 'method'), path: textField(value, 'path'), line: lineAt(text, property.start) },
    ];
  });
}

function textField(node: ESTree.ObjectExpression, name: string): string {
  for (const property of node.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier' || property.key.name !== name) continue;
    return stringValue(property.value) ?? '';
  }
  return '';
}
