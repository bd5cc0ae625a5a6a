import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);

const settings = z.object({
  NODE_ENV: z
    .string()
    .default('development')
    .refine((mode) => mode !== 'production', 'the sandbox does not run in production'),
  SANDBOX_DATABASE_URL: z.string().min(1),
  SANDBOX_PORT: port.default(8081),
  SANDBOX_PAYMENT_PORT: port.default(8082),
  SANDBOX_SMTP_PORT: port.default(8083),
  SANDBOX_APP_CLIENT_ID: z.string().min(1),
  SANDBOX_APP_SECRET: z.string().min(1),
  SANDBOX_APP_REDIRECT_URLS: z.string().min(1),
  SANDBOX_APP_COMPLIANCE_URL: z.url().optional(),
  SANDBOX_STRIPE_SECRET_KEY: z.string().min(1),
  SANDBOX_STRIPE_WEBHOOK_SECRET: z.string().min(1),
  SANDBOX_STRIPE_WEBHOOK_URL: z.url(),
  SANDBOX_CARRIER_KEY: z.string().min(1).default('carrier-key'),
  SANDBOX_CARRIER_SECRET: z.string().min(1).default('carrier-secret'),
  SANDBOX_CARRIER_WEBHOOK_URL: z.url().optional(),
  /** Days of a parcel's journey pass so many times as fast: by default one in two minutes. */
  SANDBOX_CARRIER_SPEED: z.coerce.number().min(1).default(720),
});

export type SandboxConfig = {
  databaseUrl: string;
  shopPort: number;
  paymentPort: number;
  smtpPort: number;
  app: { clientId: string; secret: string; redirectUrls: string[]; complianceUrl?: string };
  stripe: { secretKey: string; webhookSecret: string; webhookUrl: string };
  carrier: { key: string; secret: string; webhookUrl: string | null; speed: number };
};

/** Reads the sandbox's settings; a missing or wrong one ends in a sentence that names it. Empty ones count as missing. */
export function readSandboxConfig(environment: Record<string, string | undefined> = process.env): SandboxConfig {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const read = settings.safeParse(given);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new Error(`${issue?.path.join('.') ?? 'setting'}: ${issue?.message ?? 'is wrong'}`);
  }
  const env = read.data;
  return {
    databaseUrl: env.SANDBOX_DATABASE_URL,
    shopPort: env.SANDBOX_PORT,
    paymentPort: env.SANDBOX_PAYMENT_PORT,
    smtpPort: env.SANDBOX_SMTP_PORT,
    app: {
      clientId: env.SANDBOX_APP_CLIENT_ID,
      secret: env.SANDBOX_APP_SECRET,
      redirectUrls: env.SANDBOX_APP_REDIRECT_URLS.split(',')
        .map((url) => url.trim())
        .filter(Boolean),
      ...(env.SANDBOX_APP_COMPLIANCE_URL !== undefined && { complianceUrl: env.SANDBOX_APP_COMPLIANCE_URL }),
    },
    stripe: {
      secretKey: env.SANDBOX_STRIPE_SECRET_KEY,
      webhookSecret: env.SANDBOX_STRIPE_WEBHOOK_SECRET,
      webhookUrl: env.SANDBOX_STRIPE_WEBHOOK_URL,
    },
    carrier: {
      key: env.SANDBOX_CARRIER_KEY,
      secret: env.SANDBOX_CARRIER_SECRET,
      webhookUrl: env.SANDBOX_CARRIER_WEBHOOK_URL ?? null,
      speed: env.SANDBOX_CARRIER_SPEED,
    },
  };
}
