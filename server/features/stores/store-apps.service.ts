import { findAppByClientId, type ShopifyApp, writeApp } from '#server/connectors/shopify/apps.ts';
import type { Entry } from '#server/db/context.ts';
import type { Config } from '#server/lib/config.ts';
import { secretKey } from '#server/lib/secrets.ts';
import type { StoresKit } from './stores-kit.ts';

const keptMs = 60_000;
const kept = new WeakMap<StoresKit, Map<string, { app: ShopifyApp | null; until: number }>>();

/** The app a delivery is for; kept for a minute, so that a burst of deliveries opens its secret once. */
export async function appByClientId(entry: Entry, kit: StoresKit, clientId: string): Promise<ShopifyApp | null> {
  const apps = kept.get(kit) ?? new Map<string, { app: ShopifyApp | null; until: number }>();
  kept.set(kit, apps);
  const now = entry.now.getTime();
  const known = apps.get(clientId);
  if (known?.app && known.until > now) return known.app;
  const app = await entry.run('desk', (ctx) => findAppByClientId(ctx, kit.key, clientId));
  if (app) apps.set(clientId, { app, until: now + keptMs });
  return app;
}

/** Writes the app that the settings name, if they name one (P9); for the start of the server. */
export async function ensureFirstApp(entry: Entry, config: Config): Promise<void> {
  const { SHOPIFY_CLIENT_ID: client_id, SHOPIFY_CLIENT_SECRET: secret } = config;
  if (!client_id || !secret) return;
  await entry.run('desk', (ctx) =>
    writeApp(ctx, secretKey(config.SECRET_KEY), { client_id, secret, name: config.BRAND_NAME }),
  );
}
