import { v7 as uuid } from 'uuid';
import { firstOverlap, mappingLimits } from '#contract/mapping-rules.ts';
import { type AccountCtx, type Ctx, forAccount } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import type { Phrase } from '#server/lib/refusal-texts.ts';
import type { Component } from '../records/components.ts';
import * as rows from './map-variants.db.ts';
import { deriveStates } from '../figures/figures.service.ts';
import { mappingChanges } from '../records/products.events.ts';
import { noteProducts } from '../records/products.service.ts';

export type { MappingInput } from './map-variants.db.ts';
/** Whether open unpaid orders follow the new version or keep the one they have; paid ones always keep theirs. */
export type Apply = 'open_orders' | 'new_orders';

/**
 * Says what each variant is made of: a new version per variant, the ones before stay for the orders that used them.
 * Leaves open orders alone; the caller has them reviewed when its own writing is done. Throws `mapping_invalid`.
 */
export async function mapVariants(
  ctx: AccountCtx,
  mappings: readonly rows.MappingInput[],
  apply: Apply = 'open_orders',
): Promise<void> {
  if (mappings.length === 0) return;
  const ids = mappings.map((mapping) => mapping.variant_id);
  const variants = new Map((await rows.lockVariants(ctx, ids)).map((row) => [row.id, row]));
  await assertMappings(ctx, mappings, variants);
  const versioned = mappings.map((mapping) => ({
    ...mapping,
    version: variants.get(mapping.variant_id)?.next_version ?? 1,
  }));
  await rows.insertMappings(ctx, versioned);
  await rows.insertRecipes(ctx, versioned);
  const kept = apply === 'new_orders';
  await mappingChanges.emit(ctx, { accountId: ctx.account, variantIds: ids, kept });
  await rows.markCurrent(ctx, versioned);
  const productOf = (mapping: rows.MappingInput) => variants.get(mapping.variant_id)?.product_id ?? '';
  await deriveStates(ctx, [...new Set(mappings.map(productOf))]);
  await noteProducts(
    ctx,
    mappings.map((mapping) => ({ product_id: productOf(mapping), ...happened(mapping) })),
  );
  publish(ctx, { account_id: ctx.account, kind: 'products.changed' });
}

function happened({ outcome = 'mapped', source, restored_from }: rows.MappingInput) {
  if (restored_from) return { kind: 'restored', data: { version: restored_from } };
  return outcome === 'mapped' ? { kind: 'mapped', data: { source } } : { kind: outcome, data: {} };
}

const refuse = (sentence: Phrase) => appError('mapping_invalid', sentence);

/** Throws `mapping_invalid` with the first thing that is wrong. */
export async function assertMappings(
  ctx: AccountCtx,
  mappings: readonly rows.MappingInput[],
  variants: { has(id: string): boolean },
): Promise<void> {
  const wanted = new Set(mappings.flatMap((mapping) => partsOf(mapping).map((part) => part.catalog_sku_id)));
  const skus = new Map((await rows.findOffered(ctx, [...wanted])).map((sku) => [sku.id, sku]));
  const seen = new Set<string>();
  for (const mapping of mappings) {
    const { variant_id, components, rules = [], outcome = 'mapped' } = mapping;
    if (!variants.has(variant_id)) throw refuse({ text: 'mappings.variant_gone' });
    if (seen.has(variant_id)) throw refuse({ text: 'mappings.variant_twice' });
    seen.add(variant_id);
    if (outcome !== 'mapped') continue;
    for (const list of [components, ...rules.map((rule) => rule.components)]) assertComponents(list);
    if (firstOverlap(rules)) throw refuse({ text: 'mappings.rules_overlap' });
    for (const part of partsOf(mapping)) {
      const sku = skus.get(part.catalog_sku_id);
      if (!sku) throw refuse({ text: 'mappings.item_not_offered' });
      if (sku.discontinued && !mapping.until_sold_out)
        throw refuse({ text: 'mappings.item_discontinued', params: { code: sku.code, title: sku.title } });
    }
  }
}

const partsOf = ({ components, rules = [] }: rows.MappingInput): Component[] => [
  ...components,
  ...rules.flatMap((rule) => rule.components),
];

function assertComponents(components: readonly Component[]): void {
  if (components.length < 1 || components.length > mappingLimits.components)
    throw refuse({ text: 'mappings.item_count' });
  if (components.some((part) => part.quantity < 1 || part.quantity > mappingLimits.quantity))
    throw refuse({ text: 'mappings.quantity_range' });
}

/**
 * Variants of a store that stand for one piece of a catalogue item each, so that an order line of the item alone is like any
 * other; made when first wanted, shown in no list. Items that the account may not have are left out.
 */
export async function variantsOfSkus(
  ctx: Ctx,
  store: { account_id: string; id: string },
  skuIds: readonly string[],
): Promise<rows.PlainVariant[]> {
  if (skuIds.length === 0) return [];
  const wanted = [...new Set(skuIds)].sort();
  const fresh = wanted.map((sku_id) => ({ sku_id, product_id: uuid(), variant_id: uuid() }));
  await rows.insertPlain(ctx, store, fresh);
  const variants = await rows.findPlain(ctx, store, wanted);
  await mapVariants(
    forAccount(ctx, store.account_id),
    variants
      .filter(({ mapped }) => !mapped)
      .map(({ sku_id, variant_id }) => ({
        variant_id,
        source: 'auto_sku' as const,
        components: [{ catalog_sku_id: sku_id, quantity: 1 }],
      })),
  );
  return variants;
}
