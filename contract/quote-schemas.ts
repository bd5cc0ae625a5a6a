import { z } from 'zod';
import { clientSchema } from './clients.ts';
import {
  alternativeKinds,
  entryKinds,
  entrySides,
  mostDestinations,
  mostFreightRows,
  quoteSites,
  quoteSources,
  quoteStatuses,
  unavailableReasons,
} from './quote-rules.ts';
import { deliveryDaysSchema } from './delivery-days-schema.ts';
import { convertedSchema } from './exchange-rates.ts';
import { goodsKinds } from './freight.ts';
import { stages } from './order-actions.ts';
import { manualRecipient } from './order-drafts.ts';
import { country, currency, date, id, listQuery, minor, money, time } from './shared.ts';
import { freightFormula, taxModes, weighingSchema } from './shipping.ts';

/** What is asked of every request, whatever it is about. */
export const quoteRequestSchema = z.object({
  /** Variants to be priced; all of the product when left out. */
  variant_ids: z.array(id).max(250).optional(),
  destinations: z.array(country).min(1).max(mostDestinations),
  orders_per_day: z.int().min(0).max(100_000).optional(),
  /** Pieces wanted once. */
  quantity: z.int().min(1).max(1_000_000).optional(),
  target_price: minor.positive().optional(),
  /** Days from the order to the buyer's door. */
  target_days: z.int().min(1).max(120).optional(),
  branding: z.boolean().optional(),
  sample: z.boolean().optional(),
  note: z.string().trim().max(2000).optional(),
});

/** A request by a product, an address, pictures or words. */
export const quoteAskSchema = quoteRequestSchema.extend({
  product_id: id.optional(),
  title: z.string().trim().max(150).optional(),
  url: z.string().trim().max(2000).optional(),
  /** Uploaded for `quote_attachment`. */
  picture_ids: z.array(id).max(10).optional(),
});

/** A variant of the request. */
export const quoteItemSchema = z.object({
  line: z.int(),
  variant_id: id.nullable(),
  title: z.string(),
  sku: z.string(),
  /** What the shop takes for it; null for what no shop sells yet. */
  shop_price: money.nullable(),
  /** The same in the quote's currency, at today's rate; null where nothing is converted, or no rate is known. */
  converted: convertedSchema.nullable(),
  /** Orders of it that wait for a price, and its units in them. */
  orders_waiting: z.int(),
  units_waiting: z.int(),
  /** The one item that the variant consists of now, with its price to any country. */
  known: z.object({ id, code: z.string(), weight_g: z.int(), lead_days: z.int(), price: minor.nullable() }).nullable(),
});
const sku = z.object({ id, code: z.string(), title: z.string(), picture_url: z.string().nullable() });
/** The price of one variant in an answer. */
export const quoteLineSchema = z.object({
  line: z.int(),
  variant_id: id.nullable(),
  title: z.string(),
  sku,
  unit_price: minor,
  weight_g: z.int(),
  volume_mm3: z.int(),
  lead_days: z.int(),
  moq: z.int(),
});
/** Freight of an answer to one destination by one channel. */
export const quoteFreightSchema = z.object({
  destination: country,
  channel: z.object({ id, name: z.string() }),
  formula: freightFormula,
  /** As the agent offered them. */
  days_min: z.int(),
  days_max: z.int(),
  /** Days on the way as they are promised now: those that deliveries took lately, where there are enough, else the offered ones. */
  transit: z.object({ min: z.int(), max: z.int() }),
  tax_mode: z.enum(taxModes),
  weighing: weighingSchema,
  max_weight_g: z.int().nullable(),
  refuses: z.array(z.enum(goodsKinds)),
});
/** One answer of the agent. */
export const quoteVersionSchema = z.object({
  version: z.int(),
  note: z.string(),
  valid_until: time,
  price_lock_days: z.int(),
  created_at: time,
  /** When it was due; after that moment it was late. Null where nothing was promised. */
  due_at: time.nullable(),
  lines: z.array(quoteLineSchema),
  freight: z.array(quoteFreightSchema),
});

/** A quote in a list. */
export const quoteSchema = z.object({
  id,
  number: z.string(), // Q-1001
  status: z.enum(quoteStatuses),
  source: z.enum(quoteSources),
  title: z.string(),
  picture_url: z.string().nullable(),
  product_id: id.nullable(),
  store: z.object({ id, name: z.string() }).nullable(),
  destinations: z.array(country),
  orders_per_day: z.int().nullable(),
  /** What the request asked for. */
  target_price: minor.nullable(),
  /** Lowest and highest target price of the client's latest counter-offer. */
  counter_min: minor.nullable(),
  counter_max: minor.nullable(),
  currency,
  note: z.string(),
  variants: z.int(),
  agent: z.string().nullable(),
  sla_due_at: time,
  /** Since when the clock stands because the client is asked. */
  paused_at: time.nullable(),
  submitted_at: time,
  quoted_at: time.nullable(),
  valid_until: time.nullable(),
  /** Lowest and highest unit price of the current version. */
  price_min: minor.nullable(),
  price_max: minor.nullable(),
  /** One piece of the first variant, delivered to the first destination by the cheapest channel. */
  landed: z.object({ destination: country, amount: minor, days: deliveryDaysSchema }).nullable(),
  /** Messages of the other side that nobody of this side has read. */
  unread: z.int(),
  /** Orders that wait for this price; once it is answered, those that go where the answer goes. */
  orders_waiting: z.int(),
  current_version: z.int(),
  version: z.int(),
});

/** Orders that wait for a price, by the country that they go to; most orders first. */
export const waitingSchema = z.array(z.object({ country, orders: z.int() }));

const entrySchema = z.object({
  seq: z.int(),
  kind: z.enum(entryKinds),
  side: z.enum(entrySides),
  author: z.string().nullable(),
  body: z.string(),
  version: z.int().nullable(),
  /** Why it was declined or cannot be had, or which kind of alternative it is. */
  reason: z.string().nullable(),
  /** Target prices of a counter-offer. */
  targets: z.array(z.object({ line: z.int(), target_price: minor })).nullable(),
  files: z.array(z.object({ id, name: z.string(), mime: z.string(), size: z.int() })),
  at: time,
});
const alternativeSchema = z.object({
  id,
  kind: z.enum(alternativeKinds),
  sku: sku.extend({ weight_g: z.int(), volume_mm3: z.int() }),
  unit_price: minor,
  lead_days: z.int(),
  moq: z.int(),
  note: z.string(),
  taken_version: z.int().nullable(),
});

/** A sample that was ordered: an order of its own. */
const sampleSchema = z.object({
  order_id: id,
  name: z.string(),
  version: z.int(),
  stage: z.enum(stages),
  payment: z.string(),
  units: z.int(),
  cost: money.nullable(),
  ordered_at: time,
  tracking: z.array(z.object({ carrier: z.string(), number: z.string(), url: z.string().nullable() })),
});

/** A quote with what was asked, said and answered. */
export const quoteDetailSchema = quoteSchema.extend({
  url: z.string().nullable(),
  site: z.enum(quoteSites).nullable(),
  pictures: z.array(z.string()),
  quantity: z.int().nullable(),
  target_days: z.int().nullable(),
  branding: z.boolean(),
  sample: z.boolean(),
  unavailable_reason: z.enum(unavailableReasons).nullable(),
  asked_from: z.object({ id, number: z.string() }).nullable(),
  items: z.array(quoteItemSchema),
  /** Of its variants: asked for or not. */
  waiting: waitingSchema,
  versions: z.array(quoteVersionSchema),
  thread: z.array(entrySchema),
  alternatives: z.array(alternativeSchema),
  samples: z.array(sampleSchema),
});
/** The same with the client that it belongs to. */
export const staffQuoteSchema = quoteDetailSchema.extend({
  client: clientSchema,
  assignee_user_id: id.nullable(),
  /** What our tables say of the countries that are asked for, in the currency of the quote. */
  rates: z.array(quoteFreightSchema.omit({ transit: true, weighing: true, max_weight_g: true, refuses: true })),
});

/** A quote as a link shows it, read-only. */
export const sharedQuoteSchema = quoteSchema
  .pick({ number: true, title: true, picture_url: true, currency: true, destinations: true })
  .extend({ version: quoteVersionSchema.omit({ due_at: true }) });

const unitPrice = minor.positive();
/** An agent's answer. */
export const quoteAnswerSchema = z.object({
  /** The quote's `version` as last seen. */
  version: z.int(),
  lines: z
    .array(
      z.object({
        line: z.int(),
        /** An existing SKU, or null to make one for this client from the fields below. */
        catalog_sku_id: id.nullable(),
        unit_price: unitPrice,
        weight_g: z.int().min(1).max(1_000_000),
        lead_days: z.int().min(0).max(90).default(3),
        moq: z.int().min(1).max(100_000).default(1),
        /** What one piece costs us, in hundredths of a yuan, and where it is bought: never shown to the client. */
        cost_fen: z.int().min(0).max(1_000_000_000).optional(),
        supplier_url: z.string().trim().max(2000).optional(),
      }),
    )
    .min(1)
    .max(250),
  freight: z
    .array(
      z.object({
        destination: country,
        channel_id: id,
        formula: freightFormula,
        days_min: z.int().min(0).max(120),
        days_max: z.int().min(0).max(180),
        tax_mode: z.enum(taxModes).default('DDU'),
      }),
    )
    .min(1)
    .max(mostFreightRows),
  note: z.string().trim().max(2000).default(''),
  valid_days: z.int().min(1).max(90).default(14),
  price_lock_days: z.int().min(0).max(365).default(30),
});

const files = z.array(id).max(5).default([]);
/** A message of the talk. */
export const quoteMessageSchema = z.object({ text: z.string().trim().max(4000).default(''), file_ids: files });
/** What the client accepts of a version; all of it where nothing is chosen. */
export const quoteAcceptSchema = z.object({
  version: z.int().min(1),
  lines: z.array(z.int()).min(1).max(250).optional(),
  freight: z
    .array(z.object({ destination: country, channel_id: id }))
    .min(1)
    .max(mostFreightRows)
    .optional(),
  /** Whether the variants are from now on shipped as the quoted items. */
  map: z.boolean().default(true),
});
/** A sample as it is ordered: pieces of quoted lines, to whom, by which channel of the offer. */
export const quoteSampleSchema = z.object({
  version: z.int().min(1),
  lines: z
    .array(z.object({ line: z.int(), quantity: z.int().min(1).max(5) }))
    .min(1)
    .max(20),
  recipient: manualRecipient,
  /** Null: the cheapest that takes the goods. */
  channel_id: id.nullable(),
  /** Have the next samples sent there too. */
  remember: z.boolean().default(false),
});
/** Why the client declines. */
export const quoteDeclineSchema = z.object({
  reason: z.enum(['price', 'time', 'quality', 'other']),
  note: z.string().trim().max(500).optional(),
});
/** The margin rule of a client. */
export const quoteMarginSchema = z.object({
  percent: z.number().min(0).max(500),
  least: minor.min(0).max(1_000_000_00),
  version: z.int(),
});
/** A counter-offer. */
export const quoteCounterSchema = z.object({
  version: z.int().min(1),
  lines: z
    .array(z.object({ line: z.int(), target_price: unitPrice }))
    .min(1)
    .max(250),
  reason: z.string().trim().min(3).max(1000),
});
/** Other goods that would do. */
export const quoteAlternativeSchema = z.object({
  kind: z.enum(alternativeKinds),
  catalog_sku_id: id,
  unit_price: unitPrice,
  lead_days: z.int().min(0).max(90).default(3),
  moq: z.int().min(1).max(100_000).default(1),
  note: z.string().trim().max(1000).default(''),
});

/** How prices of a client are made: staff only. */
export const quoteCostsSchema = z.object({
  /** Yuan for one unit of the client's currency; null while nobody has entered it. */
  fx: z.object({ yuan: z.number(), since: time }).nullable(),
  margin: z.object({ percent: z.number(), least: minor, own: z.boolean(), version: z.int() }),
  /** Of the current version. */
  lines: z.array(
    z.object({
      line: z.int(),
      cost_fen: z.int(),
      fx_rate: z.number(),
      margin_percent: z.number(),
      supplier_url: z.string(),
    }),
  ),
  agents: z.array(z.object({ id, name: z.string() })),
});
/** A SKU that may be what is asked for: staff only. */
export const quoteCandidateSchema = z.object({
  id,
  code: z.string(),
  title: z.string(),
  picture_url: z.string().nullable(),
  weight_g: z.int(),
  lead_days: z.int(),
  status: z.enum(['active', 'low']),
  /** Made for this client alone. */
  own: z.boolean(),
  /** How alike the pictures are, 0 to 1, and which of the client's it is; null where only words agree. */
  similarity: z.number().nullable(),
  asked_url: z.string().nullable(),
  /** Words of the request's title that its own has. */
  words: z.int(),
  /** What the client pays for one piece now. */
  price: minor.nullable(),
  /** What one cost us when it was quoted last, and where. */
  cost_fen: z.int().nullable(),
  supplier_url: z.string(),
  /** Pieces that could leave today: the client's own and those for everybody. */
  stock: z.int(),
});
/** A quote whose answer may serve as a beginning. */
export const likeQuoteSchema = z.object({
  id,
  number: z.string(),
  title: z.string(),
  picture_url: z.string().nullable(),
  client: clientSchema,
  currency,
  version: quoteVersionSchema,
});

export const quoteTabs = ['all', 'awaiting_us', 'need_answer', 'quoted', 'accepted', 'closed'] as const;

/** Filters of a client's list of quotes. */
export const quoteListQuery = listQuery.extend({
  tab: z.enum(quoteTabs).default('all'),
  store_id: id.optional(),
  source: z.enum(quoteSources).optional(),
  destination: country.optional(),
  /** Only those with messages that nobody has read. */
  unread: z.enum(['yes']).optional(),
  from: date.optional(),
  to: date.optional(),
});
