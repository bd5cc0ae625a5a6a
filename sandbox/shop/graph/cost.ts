import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLCompositeType,
  type GraphQLSchema,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** Cost of a query by the formula of shopify.md §2.2: scalar 0, object 1, mutation 10, connection by page size. */
export type CostModel = { schema: GraphQLSchema; document: DocumentNode; variables: Record<string, unknown> };

const FREE = new Set(['MoneyBag', 'MoneyV2', 'PageInfo']);

function connectionCost(size: number, perNode: number): number {
  return 2 + Math.max(1, Math.floor(2 * Math.log(size))) * (1 + perNode);
}

function argument(model: CostModel, field: FieldNode, name: string): unknown {
  const value = field.arguments?.find((one) => one.name.value === name)?.value;
  if (!value) return undefined;
  if (value.kind === 'Variable') return model.variables[value.name.value];
  return value.kind === 'IntValue' ? Number(value.value) : undefined;
}

type Selected = { field: FieldNode; type: GraphQLCompositeType; owner: GraphQLCompositeType };

/** Fields of a selection with fragments opened, those with an object behind them only. */
function selected(model: CostModel, set: SelectionSetNode, owner: GraphQLCompositeType): Selected[] {
  return set.selections.flatMap((node): Selected[] => {
    if (node.kind === 'Field') {
      const fields = isObjectType(owner) || isInterfaceType(owner) ? owner.getFields() : {};
      const type = fields[node.name.value]?.type;
      const named = type && getNamedType(type);
      return named && isCompositeType(named) ? [{ field: node, type: named, owner }] : [];
    }
    const fragment =
      node.kind === 'InlineFragment'
        ? node
        : model.document.definitions.find(
            (one): one is FragmentDefinitionNode =>
              one.kind === 'FragmentDefinition' && one.name.value === node.name.value,
          );
    const named = fragment?.typeCondition?.name.value;
    const inner = named ? model.schema.getType(named) : owner;
    return fragment && inner && isCompositeType(inner) ? selected(model, fragment.selectionSet, inner) : [];
  });
}

function keyOf(field: FieldNode): string {
  return field.alias?.value ?? field.name.value;
}

/** The selection below `nodes` and below `edges { node }`, side by side. */
function nodeSelections(model: CostModel, one: Selected): { selection: Selected; path: string[] }[] {
  if (!one.field.selectionSet) return [];
  return selected(model, one.field.selectionSet, one.type).flatMap((child) => {
    if (child.field.name.value === 'nodes') return [{ selection: child, path: [keyOf(child.field)] }];
    if (child.field.name.value !== 'edges' || !child.field.selectionSet) return [];
    return selected(model, child.field.selectionSet, child.type)
      .filter((node) => node.field.name.value === 'node')
      .map((node) => ({ selection: node, path: [keyOf(child.field), keyOf(node.field)] }));
  });
}

function requestedOf(model: CostModel, one: Selected): number {
  if (FREE.has(one.type.name)) return 0;
  if (one.type.name === 'Count') return 10;
  if (one.type.name.endsWith('Connection')) {
    const size = Number(argument(model, one.field, 'first') ?? argument(model, one.field, 'last') ?? 1);
    const perNode = nodeSelections(model, one).reduce((sum, { selection }) => sum + childCost(model, selection), 0);
    return connectionCost(Math.max(1, size), perNode);
  }
  return 1 + childCost(model, one);
}

function childCost(model: CostModel, one: Selected): number {
  return one.field.selectionSet
    ? selected(model, one.field.selectionSet, one.type).reduce((sum, child) => sum + requestedOf(model, child), 0)
    : 0;
}

function rootType(model: CostModel, operation: OperationDefinitionNode): GraphQLCompositeType | null | undefined {
  return operation.operation === 'mutation' ? model.schema.getMutationType() : model.schema.getQueryType();
}

/** Cost before the query runs: what the page sizes would allow. */
export function requestedCost(model: CostModel, operation: OperationDefinitionNode): number {
  const root = rootType(model, operation);
  if (!root) return 0;
  const mutation = operation.operation === 'mutation';
  return selected(model, operation.selectionSet, root).reduce(
    (sum, one) => sum + (mutation ? 10 + childCost(model, one) : requestedOf(model, one)),
    0,
  );
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
}

function actualOf(model: CostModel, one: Selected, value: unknown): number {
  if (value === null || value === undefined || FREE.has(one.type.name)) return 0;
  if (one.type.name === 'Count') return 10;
  if (one.type.name.endsWith('Connection')) {
    let perNode = 0;
    let size = 0;
    for (const { selection, path } of nodeSelections(model, one)) {
      const found =
        path.length === 1
          ? asList(at(value, path[0] ?? ''))
          : asList(at(value, path[0] ?? '')).map((edge) => at(edge, path[1] ?? ''));
      size = Math.max(size, found.length);
      perNode += Math.max(0, ...found.map((node) => actualChildren(model, selection, node)));
    }
    return size === 0 ? 2 : connectionCost(size, perNode);
  }
  return 1 + Math.max(0, ...asList(value).map((item) => actualChildren(model, one, item)));
}

function actualChildren(model: CostModel, one: Selected, value: unknown): number {
  if (!one.field.selectionSet) return 0;
  return selected(model, one.field.selectionSet, one.type).reduce(
    (sum, child) => sum + actualOf(model, child, at(value, keyOf(child.field))),
    0,
  );
}

/** Cost of what was really found; the rest is given back to the bucket. */
export function actualCost(model: CostModel, operation: OperationDefinitionNode, data: unknown): number {
  const root = rootType(model, operation);
  if (!root) return 0;
  const mutation = operation.operation === 'mutation';
  return selected(model, operation.selectionSet, root).reduce((sum, one) => {
    const value = at(data, keyOf(one.field));
    return sum + (mutation ? 10 + (value ? actualChildren(model, one, value) : 0) : actualOf(model, one, value));
  }, 0);
}
