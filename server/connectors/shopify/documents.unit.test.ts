import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  isUnionType,
  Kind,
  NoDeprecatedCustomRule,
  parse,
  validate,
} from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { fullShopifySchema } from '#testing/shopify-schema.ts';
import { bulkText, documentFiles, operationText } from './documents.ts';

const subset = buildSchema(readFileSync(new URL('../../../sandbox/shop/schema.graphql', import.meta.url), 'utf8'));
let full: GraphQLSchema;
beforeAll(async () => {
  full = await fullShopifySchema();
});

describe.each([...documentFiles])('%s', (_name, document) => {
  it('fits Shopify’s whole schema, without deprecated members', () => {
    expect(validate(full, document).map(String)).toEqual([]);
    expect(validate(full, document, [NoDeprecatedCustomRule]).map(String)).toEqual([]);
  });
  it('fits what the sandbox serves', () => {
    expect(validate(subset, document).map(String)).toEqual([]);
  });
  it('is sent operation by operation, each whole', () => {
    for (const definition of document.definitions) {
      if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
      expect(validate(full, parse(operationText(definition.name?.value ?? ''))).map(String)).toEqual([]);
    }
  });
});

it('puts the search into a bulk query and keeps it valid', () => {
  const text = bulkText('BulkOrders', `updated_at:>='2026-11-01T00:00:00.000Z'`);
  expect(text).toContain(`orders(query: "updated_at:>='2026-11-01T00:00:00.000Z'")`);
  expect(validate(full, parse(text)).map(String)).toEqual([]);
});

type Fielded = { getFields(): Record<string, GraphQLField<unknown, unknown> | GraphQLInputField> };

/** Where a member of the sandbox's schema differs from Shopify's own. */
function differences(own: GraphQLNamedType, theirs: GraphQLNamedType | undefined): string[] {
  if (!theirs) return [`${own.name} does not exist`];
  if (own.constructor.name !== theirs.constructor.name) return [`${own.name} is of another kind`];
  if (isEnumType(own) && isEnumType(theirs))
    return own.getValues().flatMap(({ name }) => (theirs.getValue(name) ? [] : [`${own.name}.${name} does not exist`]));
  if (isUnionType(own) && isUnionType(theirs)) {
    const known = new Set(theirs.getTypes().map(String));
    return own
      .getTypes()
      .flatMap((type) => (known.has(String(type)) ? [] : [`${own.name} does not hold ${type.name}`]));
  }
  const fielded = (type: GraphQLNamedType): type is GraphQLNamedType & Fielded =>
    isObjectType(type) || isInterfaceType(type) || isInputObjectType(type);
  if (!fielded(own) || !fielded(theirs)) return [];
  const missing =
    isInputObjectType(own) && isInputObjectType(theirs)
      ? Object.values(theirs.getFields()).filter((field) => isRequiredInputField(field) && !own.getFields()[field.name])
      : [];
  return [
    ...missing.map((field) => `${own.name}.${field.name} is required`),
    ...Object.values(own.getFields()).flatMap((field) =>
      fieldDifferences(own.name, field, theirs.getFields()[field.name]),
    ),
  ];
}

function fieldDifferences(
  type: string,
  own: GraphQLField<unknown, unknown> | GraphQLInputField,
  theirs: typeof own | undefined,
): string[] {
  const name = `${type}.${own.name}`;
  if (!theirs) return [`${name} does not exist`];
  const found = String(own.type) === String(theirs.type) ? [] : [`${name} is ${String(theirs.type)}`];
  if (!('args' in own) || !('args' in theirs)) return found;
  for (const argument of own.args) {
    const other = theirs.args.find((one) => one.name === argument.name);
    if (String(other?.type) !== String(argument.type))
      found.push(`${name}(${argument.name}) is ${String(other?.type)}`);
  }
  const lacking = theirs.args.filter(
    (argument) => isRequiredArgument(argument) && !own.args.some((one) => one.name === argument.name),
  );
  return [...found, ...lacking.map((argument) => `${name}(${argument.name}) is required`)];
}

it('the sandbox’s schema is a true part of Shopify’s', () => {
  const own = Object.values(subset.getTypeMap()).filter((type) => !type.name.startsWith('__'));
  expect(own.length).toBeGreaterThan(200);
  const theirName = (name: string) =>
    name === subset.getMutationType()?.name ? (full.getMutationType()?.name ?? name) : name;
  expect(own.flatMap((type) => differences(type, full.getType(theirName(type.name))))).toEqual([]);
});
