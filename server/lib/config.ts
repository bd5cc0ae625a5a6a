import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { callTimes } from '#contract/endpoint.ts';

const flag = z.enum(['0', '1']).transform((value) => value === '1');
const httpUrl = z.url({ protocol: /^https?$/, abort: true });

/** An address of a host alone: whoever calls it adds the path. */
const hostUrl = httpUrl.refine((text) => {
  const { pathname, search, hash, username, password } = new URL(text);
  return pathname === '/' && `${search}${hash}${username}${password}` === '';
});

const sellerSentence =
  'must be a JSON object with the seller’s name and address, as in {"name":"…","address":"…"}; a tax_note has 1 to 500 characters';

/** The seller's legal data on invoices: name, address, a note on taxes, and whatever else the law of the place wants. */
const seller = z
  .string()
  .default(
    '{"name":"Tradewind Fulfilment Ltd","address":"Shenzhen, China","country":"CN","registration_id":"TW-DEMO-1"}',
  )
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom' });
      return z.NEVER;
    }
  })
  .pipe(
    z.looseObject({
      name: z.string().trim().min(1),
      address: z.string().trim().min(1),
      tax_note: z.string().trim().min(1).max(500).optional(),
    }),
  );

/** Reads hours of a day as minutes of it: the first and the last moment. */
function hoursOf(text: string): { opens: number; closes: number } | undefined {
  const [, ...parts] = /^(\d\d):([0-5]\d)\s*-\s*(\d\d):([0-5]\d)$/.exec(text.trim()) ?? [];
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = parts.map(Number);
  const [opens, closes] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute];
  return opens < closes && closes <= 24 * 60 ? { opens, closes } : undefined;
}

const workingHours = z
  .string()
  .default('09:00-18:00')
  .transform((text, context) => {
    const hours = hoursOf(text);
    if (hours) return hours;
    context.addIssue({ code: 'custom' });
    return z.NEVER;
  });

/** Reads TRUST_PROXY: false for nobody, a number of hops, or addresses and networks. */
function proxiesOf(text: string): false | number | string[] | undefined {
  const entries = text.split(',').map((entry) => entry.trim());
  if (text.trim() === '' || text.trim() === '0') return false;
  if (/^[1-9]$/.test(text.trim())) return Number(text);
  return entries.every(isNetwork) ? entries : undefined;
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (prefix === undefined) return bits > 0;
  return rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits;
}

const trustedProxies = z
  .string()
  .default('')
  .transform((text, context) => {
    const proxies = proxiesOf(text);
    if (proxies === undefined) context.addIssue({ code: 'custom' });
    return proxies ?? false;
  });

const settings = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  PUBLIC_URL: httpUrl.optional(),
  DATA_DIR: z.string().default('./var'),
  DISK_RESERVE_MB: z.coerce.number().int().min(0).default(512),
  DATABASE_URL: z.string().startsWith('postgres').optional(),
  DATABASE_APP_URL: z.string().startsWith('postgres').optional(),
  DATABASE_POOL: z.coerce.number().int().min(8).max(200).default(20),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  SECRET_KEY: z.base64().refine((value) => Buffer.from(value, 'base64').length === 32),
  TRUST_PROXY: trustedProxies,
  CALLS_PER_MINUTE: z.coerce.number().int().min(0).default(1200),
  CALL_SECONDS: z.coerce.number().min(1).default(5),
  BODY_SECONDS: z.coerce
    .number()
    .positive()
    .default(callTimes.bytes + 60),
  BRAND_NAME: z.string().min(1).default('Tradewind'),
  SELLER: seller,
  SHOPIFY_CLIENT_ID: z.string().optional(),
  SHOPIFY_CLIENT_SECRET: z.string().optional(),
  SHOPIFY_SHOP_URL: z.string().includes('{shop}').default('https://{shop}'),
  STRIPE_API_URL: hostUrl.default('https://api.stripe.com'),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  CARRIER_FEED_URL: httpUrl.optional(),
  CARRIER_FEED_KEY: z.string().optional(),
  CARRIER_FEED_SECRET: z.string().optional(),
  EXCHANGE_RATES_URL: httpUrl.default('https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml'),
  SMTP_URL: z.string().startsWith('smtp').optional(),
  MAIL_FROM: z.string().default('Tradewind <no-reply@localhost>'),
  PRICE_NOTICE_DAYS: z.coerce.number().int().min(0).max(90).default(7),
  WORKING_HOURS: workingHours,
  RECHARGE_APPROVED_ALONE: z.coerce.number().int().min(0).default(2000),
  PICTURE_HOSTS: z.string().default('cdn.shopify.com'),
  ALLOW_PRIVATE_HOSTS: flag.default(false),
  WEB_DIR: z.string().default('./dist/web'),
});

/** All settings of the process, read once at start (P41). `.env.example` has a line for each. */
export type Config = Omit<z.infer<typeof settings>, 'PUBLIC_URL'> & { PUBLIC_URL: string };

const demandedInProduction = ['DATABASE_URL', 'PUBLIC_URL', 'SMTP_URL'] as const;

/** Names of all settings, for the test that compares them with `.env.example`. */
export const settingNames = Object.keys(settings.shape);

/** What settings must be that no single check of the schema tells. */
const rules: Record<string, string> = {
  SECRET_KEY: 'must be 32 random bytes in base64, as `openssl rand -base64 32` prints them',
  SELLER: sellerSentence,
  STRIPE_API_URL:
    'must be a protocol and a host alone, as in https://api.stripe.com; remove the path, query, fragment or login from it',
  WORKING_HOURS: 'must be two times of a day in Shanghai, the earlier one first, as in 09:00-18:00',
  TRUST_PROXY: 'must be a number of proxies from 1 to 9, or their addresses, as in 10.0.0.5, 10.1.0.0/16',
};

/** What a setting must be, after its name. */
function sentenceOf(issue: z.core.$ZodIssue, name: string): string {
  return `${name}: ${rules[name] ?? ruleOf(issue)}`;
}

function ruleOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `must be at least ${issue.minimum}${issue.origin === 'string' ? ' characters long' : ''}`;
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    case 'invalid_type':
      return issue.expected === 'string' ? 'must be set' : 'must be a whole number';
    case 'invalid_format':
      if (issue.format === 'url') return 'must be an address that begins with http:// or https://';
      if (issue.format === 'starts_with')
        return `must be an address that begins with ${'prefix' in issue ? String(issue.prefix) : ''}`;
      return issue.format === 'includes'
        ? `must contain ${'includes' in issue ? String(issue.includes) : ''}`
        : issue.message;
    default:
      return issue.message;
  }
}

/** Reads and checks the settings; throws an Error whose message names each wrong one and says what it must be. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(settingNames.filter((name) => env[name] !== '').map((name) => [name, env[name]]));
  const parsed = settings.safeParse(given);
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => sentenceOf(issue, String(issue.path[0])));
  if (given.NODE_ENV === 'production') {
    for (const name of demandedInProduction) {
      if (!given[name]) problems.push(`${name}: must be set in production`);
    }
    if (given.ALLOW_PRIVATE_HOSTS === '1') problems.push('ALLOW_PRIVATE_HOSTS: must not be 1 in production');
  }
  if (!parsed.success || problems.length > 0) {
    throw new Error(`Wrong or missing settings, see .env.example:\n  ${problems.join('\n  ')}`);
  }
  const config = parsed.data;
  return {
    ...config,
    PUBLIC_URL: (config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).replace(/\/$/, ''),
    DATA_DIR: resolve(config.DATA_DIR),
    WEB_DIR: resolve(config.WEB_DIR),
  };
}
