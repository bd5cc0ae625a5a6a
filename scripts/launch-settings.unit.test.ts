import { describe, expect, it } from 'vitest';
import type { Secrets } from './launch-secrets.ts';
import { portalEnv, readPlan } from './launch-settings.ts';

const secrets: Secrets = { secretKey: 'key', appSecret: 'app', stripeSecretKey: 'stripe', stripeWebhookSecret: 'hook' };
const ports = { shop: 8081, payment: 8082, smtp: 8083 };
const urls = { database: 'postgres://here/tradewind', sandboxDatabase: undefined };

function portal(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const plan = readPlan(env, '/srv/tradewind');
  return portalEnv({ env, plan, root: '/srv/tradewind', urls, secrets, ports, port: plan.port });
}

describe('the plan of a start', () => {
  it('without settings is embedded, with sandbox and demo, on port 8080', () => {
    const plan = {
      host: '127.0.0.1',
      port: 8080,
      dataDir: '/srv/tradewind/var',
      sandbox: true,
      demo: true,
      embedded: true,
    };
    expect(readPlan({}, '/srv/tradewind')).toMatchObject(plan);
    expect(readPlan({ DEMO: '0' }, '/srv')).toMatchObject({ sandbox: true, demo: false });
  });

  it('with a database server has no sandbox unless the demo was asked for', () => {
    const DATABASE_URL = 'postgres://db.example/tradewind';
    expect(readPlan({ DATABASE_URL }, '/srv')).toMatchObject({ sandbox: false, demo: false, embedded: false });
    expect(readPlan({ DATABASE_URL, DEMO: '1' }, '/srv')).toMatchObject({ sandbox: true, demo: true, embedded: true });
    const SANDBOX_DATABASE_URL = 'postgres://db.example/sandbox';
    expect(readPlan({ DATABASE_URL, SANDBOX_DATABASE_URL }, '/srv')).toMatchObject({
      sandbox: true,
      demo: false,
      embedded: false,
    });
  });

  const production = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://db.example/tradewind',
    PUBLIC_URL: 'https://portal.example',
    SMTP_URL: 'smtp://mail.example',
    SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
  };

  it('never has a sandbox in production', () => {
    expect(readPlan(production, '/srv')).toMatchObject({ sandbox: false, demo: false, embedded: false });
  });

  it('L2: refuses production without what it demands, naming each missing setting', () => {
    for (const name of ['DATABASE_URL', 'PUBLIC_URL', 'SMTP_URL', 'SECRET_KEY'] as const) {
      expect(() => readPlan({ ...production, [name]: '' }, '/srv')).toThrow(new RegExp(`\\n  ${name}: must be`));
    }
    expect(() => readPlan({ NODE_ENV: 'production' }, '/srv')).toThrow(/DATABASE_URL[^]*PUBLIC_URL[^]*SMTP_URL/);
  });

  it('refuses a port that is none', () => {
    expect(() => readPlan({ PORT: 'http' }, '/srv')).toThrow('PORT must be a number');
  });
});

describe("the portal's environment", () => {
  it('points at the sandbox when only the defaults are given', () => {
    const env = {
      SHOPIFY_SHOP_URL: 'https://{shop}',
      STRIPE_API_URL: 'https://api.stripe.com',
      SHOPIFY_CLIENT_ID: '',
      SMTP_URL: '',
    };
    expect(portal(env)).toMatchObject({
      SHOPIFY_SHOP_URL: 'http://127.0.0.1:8081/{shop}',
      SHOPIFY_CLIENT_SECRET: 'app',
      STRIPE_API_URL: 'http://127.0.0.1:8082',
      SMTP_URL: 'smtp://127.0.0.1:8083',
      SECRET_KEY: 'key',
    });
  });

  it('keeps real credentials, each group for itself', () => {
    const env = { SHOPIFY_CLIENT_ID: 'real', SHOPIFY_CLIENT_SECRET: 'theirs', SECRET_KEY: 'own' };
    const result = portal(env);
    expect(result).toMatchObject({ ...env, STRIPE_SECRET_KEY: 'stripe' });
    expect(result.SHOPIFY_SHOP_URL).toBeUndefined();
    expect(result.ALLOW_PRIVATE_HOSTS).toBeUndefined();
  });
});
