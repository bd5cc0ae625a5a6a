import { z } from 'zod';
import { catalogSkuSchema } from './catalog.ts';
import { endpoints } from './endpoint.ts';
import { mappingLimits } from './mapping-rules.ts';
import { stages } from './orders.ts';
import { quoteStatuses } from './quotes.ts';
import { country, date, id, idParams, money, time } from './shared.ts';

export const mappingSources = [
  'manual',
  'auto_option',
  'auto_sku',
  'suggestion',
  'image',
  'agent',
  'quote',
  'file',
  'published',
] as const;
export const mappingOutcomes = ['mapped', 'not_ours', 'unmapped'] as const;
export const driftKinds = [
  'product_title',
  'title',
  'option',
  'sku',
  'picture',
  'item_discontinued',
  'item_attribute',
] as const;

/** One thing that is not as it was when the mapping was confirmed; `name` is the option, the attribute or the item. */
export const driftSchema = z.object({
  kind: z.enum(driftKinds),
  name: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
});
export type Drift = z.infer<typeof driftSchema>;

const component = z.object({
  catalog_sku_id: id,
  quantity: z.int().min(1).max(mappingLimits.quantity),
});
const components = z.array(component).min(1).max(mappingLimits.components);
const rule = z.object({
  countries: z.array(country).max(250).default([]),
  valid_from: date.nullable().default(null),
  valid_to: date.nullable().default(null),
  components,
});

/** What a variant is from now on. */
export const decisionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('mapped'),
    components,
    rules: z.array(rule).max(mappingLimits.rules).default([]),
    until_sold_out: z.boolean().default(false),
    /** By hand, by the options, or as it was suggested. */
    source: z.enum(['manual', 'auto_option', 'auto_sku', 'suggestion', 'image']).default('manual'),
  }),
  z.object({ kind: z.literal('not_ours') }),
  /** Takes back "not ours": what it was before, or nothing. */
  z.object({ kind: z.literal('ours') }),
  /** It is right as it is now: the same items with a new snapshot. */
  z.object({ kind: z.literal('confirm'), until_sold_out: z.boolean().optional() }),
  z.object({ kind: z.literal('restore'), version: z.int().min(1) }),
]);

/** Saves several variants of a product at once. */
export const saveMappingSchema = z.object({
  mode: z.enum(['dry_run', 'commit']),
  /** Whether open unpaid orders follow the new version or keep the one they have. */
  apply: z.enum(['open_orders', 'new_orders']).default('open_orders'),
  variants: z
    .array(
      z.object({
        variant_id: id,
        /** The version that the person saw; 0 when there was none. */
        version: z.int().min(0),
        decision: decisionSchema,
      }),
    )
    .min(1)
    .max(mappingLimits.variants),
});

const attributes = z.record(z.string(), z.string());
export const mappedComponentSchema = z.object({ sku: catalogSkuSchema.extend({ attributes }), quantity: z.int() });
export const mappedRuleSchema = z.object({
  countries: z.array(country),
  valid_from: z.string().nullable(),
  valid_to: z.string().nullable(),
  components: z.array(mappedComponentSchema),
});

/** A version of a variant's mapping. */
export const mappingVersionSchema = z.object({
  version: z.int(),
  outcome: z.enum(mappingOutcomes),
  source: z.enum(mappingSources),
  confidence: z.number(),
  until_sold_out: z.boolean(),
  restored_from: z.int().nullable(),
  author: z.string().nullable(),
  created_at: time,
  components: z.array(mappedComponentSchema),
  rules: z.array(mappedRuleSchema),
  /** Against the version before. */
  changed: z.array(z.enum(['outcome', 'components', 'rules', 'until_sold_out', 'confirmed'])),
});

/** A catalogue item that may be chosen, with what helps to choose. */
export const skuChoiceSchema = catalogSkuSchema.extend({
  attributes,
  /** Lowest current price of one; null while there is none. */
  cost: money.nullable(),
  /** How many other variants of this product consist of it. */
  used_here: z.int(),
  /** Free pieces: the merchant’s own, and those the provider keeps for everybody; null when nobody keeps it. */
  stock: z.object({ own: z.int(), shared: z.int() }).nullable(),
});

/** A row of the merchant's price list for an item of the product; `valid_to` is set once another took its place. */
export const productPriceSchema = z.object({
  id,
  sku: z.object({ id, code: z.string(), title: z.string() }),
  destination: country,
  channel: z.string(),
  unit_price: money,
  days_min: z.int(),
  days_max: z.int(),
  tax_mode: z.string(),
  valid_from: time,
  valid_to: time.nullable(),
  locked_until: time.nullable(),
  quote: z.object({ id, number: z.string() }).nullable(),
});

/** An order with one of the product's variants. */
export const productOrderSchema = z.object({
  id,
  name: z.string(),
  placed_at: time,
  stage: z.enum(stages),
  country: country.nullable(),
  units: z.int(),
  goods: money.nullable(),
  mapping_versions: z.array(z.int()),
});

const warehouse = z.object({ id, code: z.string(), name: z.string() });

/** An item of the product with what there is of it; of pieces kept for everybody only the free ones are told. */
export const productStockSchema = z.object({
  sku: catalogSkuSchema,
  /** Variants that consist of it. */
  variants: z.int(),
  low: z.boolean(),
  own: z.array(z.object({ warehouse, on_hand: z.int(), occupied: z.int(), committed: z.int(), available: z.int() })),
  shared: z.array(z.object({ warehouse, available: z.int() })),
});

export const productQuoteSchema = z.object({ id, number: z.string(), status: z.enum(quoteStatuses), created_at: time });

/** What happened to a product: `data` holds what the kind of event needs to be told. */
export const productEventSchema = z.object({
  id,
  at: time,
  kind: z.string(),
  actor: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
});

export const mappings = endpoints({
  save: {
    method: 'POST',
    path: '/api/products/{id}/mapping',
    access: { kind: 'merchant', feature: 'products', action: 'edit' },
    summary: 'Map variants to catalog items; a dry run returns the open unpaid orders that it affects.',
    params: idParams,
    body: saveMappingSchema,
    answer: z.object({
      /** Open unpaid orders with one of the variants. */
      orders: z.int(),
      /** Variants that get a new version; the others are already so. */
      changed: z.int(),
      /** Orders that can be paid now; 0 in a dry run. */
      payable: z.int(),
    }),
  },
});
