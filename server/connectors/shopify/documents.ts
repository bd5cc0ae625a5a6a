import { readdirSync, readFileSync } from 'node:fs';
import { type DocumentNode, type FragmentDefinitionNode, Kind, parse, print, visit } from 'graphql';

const folder = new URL('./documents/', import.meta.url);

/** Every GraphQL document of the connector by its file name, for the check against Shopify's schema. */
export const documentFiles: ReadonlyMap<string, DocumentNode> = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith('.graphql'))
    .map((name) => [name, parse(readFileSync(new URL(name, folder), 'utf8'))]),
);

const texts = new Map<string, string>();
for (const document of documentFiles.values()) {
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION && definition.name) {
      texts.set(
        definition.name.value,
        print({ ...document, definitions: [definition, ...fragmentsOf(document, definition)] }),
      );
    }
  }
}

/** The fragments that a definition spreads, and those that these spread. */
function fragmentsOf(
  document: DocumentNode,
  definition: DocumentNode['definitions'][number],
): FragmentDefinitionNode[] {
  const wanted = new Set<string>();
  const collect = (node: DocumentNode['definitions'][number]) =>
    visit(node, {
      FragmentSpread(spread) {
        if (wanted.has(spread.name.value)) return;
        wanted.add(spread.name.value);
        for (const other of document.definitions) {
          if (other.kind === Kind.FRAGMENT_DEFINITION && other.name.value === spread.name.value) collect(other);
        }
      },
    });
  collect(definition);
  return document.definitions.filter(
    (other): other is FragmentDefinitionNode => other.kind === Kind.FRAGMENT_DEFINITION && wanted.has(other.name.value),
  );
}

/** The text of one operation with the fragments it needs. */
export function operationText(name: string): string {
  const text = texts.get(name);
  if (text === undefined) throw new Error(`there is no GraphQL operation ${name}`);
  return text;
}

/** A bulk query with its search text put in; bulk queries take no variables (shopify.md §2.5). */
export function bulkText(name: string, search: string): string {
  return print(
    visit(parse(operationText(name)), {
      Argument(argument) {
        return argument.name.value === 'query'
          ? { ...argument, value: { kind: Kind.STRING, value: search } }
          : undefined;
      },
    }),
  );
}
