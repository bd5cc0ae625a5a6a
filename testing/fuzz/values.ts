import fc from 'fast-check';
import type { Random } from './random.ts';

/** A JSON schema as the OpenAPI document has it; the parts that occur there. */
export type Schema = {
  type?: 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'array' | 'object';
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
};

export type Source = {
  random: Random;
  /** An id for a field or path segment of this name, such as `store_id`. */
  idFor(name: string): string;
};

const day = 86_400_000;
/** The tests' clock stands here. */
const now = Date.parse('2026-11-21T09:00:00Z');

/** Texts that a field of this name takes, where its schema alone does not say it. */
const known: Record<string, readonly string[]> = {
  email: ['person1@example.com', 'new@example.com'],
  username: ['person1', 'person2', 'newcomer'],
  password: ['correct horse battery', 'wrong horse battery'],
  old_password: ['correct horse battery'],
  new_password: ['another horse battery'],
  url: ['https://127.0.0.1:1/item/1', 'https://detail.1688.com/offer/600000000001.html'],
  supplier_url: ['https://detail.1688.com/offer/600000000001.html'],
  shop: ['lamp-shop', 'lamp-shop.myshopify.com'],
  domain: ['lamp-shop.myshopify.com', 'portal.example.com'],
  country: ['US', 'DE', 'CN'],
  destination: ['US', 'DE'],
  currency: ['USD', 'EUR'],
  language: ['en', 'zh', 'de'],
  time_zone: ['UTC', 'Asia/Shanghai'],
  action: ['hold', 'tag', 'sync'],
  sort: ['created_at', '-placed_at', 'title'],
  tracking_number: ['YT2612345678901234'],
  zip: ['78701'],
  phone: ['+15125550100'],
};
const words = [
  'Lamp',
  'Moon lamp',
  '灯',
  'Ö',
  "O'Brien",
  '100%',
  '=1+1',
  '👩‍🔧',
  'a,b;c',
  '<b>x</b>',
  'x'.repeat(40),
  ' pad ',
  'constructor',
  'toString',
];

/** A value that fits the schema, as far as the schema says what fits. */
export function valueFor(schema: Schema, name: string, source: Source, depth = 0): unknown {
  const { random } = source;
  const shapes = schema.anyOf ?? schema.oneOf;
  if (shapes) return valueFor(random.pick(shapes), name, source, depth);
  if ('const' in schema) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  switch (schema.type) {
    case 'string':
      return textFor(schema, name, source);
    case 'integer':
      return Math.round(numberFor(schema, name, random));
    case 'number':
      return numberFor(schema, name, random);
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    case 'array': {
      const least = schema.minItems ?? 0;
      const length = random.between(least, Math.max(least, Math.min(schema.maxItems ?? 3, 3)));
      return Array.from({ length }, () => valueFor(schema.items ?? {}, name.replace(/s$/, ''), source, depth + 1));
    }
    case 'object':
      return objectFor(schema, source, depth);
    default:
      return depth > 3 ? 1 : random.pick<unknown>([1, 'yes', true, null, [], { q: 'lamp' }]);
  }
}

function objectFor(schema: Schema, source: Source, depth: number): Record<string, unknown> {
  const { random } = source;
  const made: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (schema.required?.includes(name) || random.chance(0.4)) made[name] = valueFor(property, name, source, depth + 1);
  }
  const more = schema.additionalProperties;
  if (more && typeof more === 'object' && random.chance(0.5))
    made[random.pick(['q', 'color', 'tab', 'constructor', 'toString'])] = valueFor(more, 'value', source, depth + 1);
  return made;
}

function numberFor(schema: Schema, name: string, random: Random): number {
  const least = schema.minimum ?? (schema.exclusiveMinimum === undefined ? -100 : schema.exclusiveMinimum + 1);
  const most = schema.maximum ?? 1_000_000;
  if (/^(?:version|line|part|seq|position|page)$/.test(name)) return Math.min(Math.max(1, least), most);
  if (random.chance(0.1)) return random.pick([least, most]);
  return random.between(least, Math.min(most, Math.max(least, 0) + 50));
}

function textFor(schema: Schema, name: string, source: Source): string {
  const { random } = source;
  if (schema.format === 'uuid') return source.idFor(name);
  if (schema.format === 'date') return new Date(now + random.between(-40, 40) * day).toISOString().slice(0, 10);
  if (schema.format === 'date-time') return new Date(now + random.between(-40, 40) * day).toISOString();
  if (Object.hasOwn(known, name)) return random.pick(known[name] ?? words);
  if (schema.pattern && !schema.pattern.includes('\\p')) return random.pick(samplesOf(schema.pattern));
  if (/(?:^|_)ids?$/.test(name)) return source.idFor(name);
  const text = random.pick(words).slice(0, schema.maxLength ?? 200);
  return text.padEnd(schema.minLength ?? 0, 'x');
}

const samples = new Map<string, string[]>();

/** A few texts that match a pattern, the same in each run. */
function samplesOf(pattern: string): string[] {
  const made = samples.get(pattern) ?? fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { seed: 1, numRuns: 10 });
  samples.set(pattern, made);
  return made;
}
