import { seedDemo } from '#sandbox/demo/seed.ts';
import { type Databases, testDatabases } from './database.ts';
import { openStage, type Stage } from './stage.ts';

export type DemoPerson = 'owner' | 'small' | 'fresh' | 'admin' | 'agent' | 'finance' | 'warehouse';

/** The portal with the small demo workspace in it, and a token for each of its people. */
export type DemoStage = Stage & { tokens: ReadonlyMap<DemoPerson, string> };

export async function openDemoStage(databases: Databases = testDatabases): Promise<DemoStage> {
  const stage = await openStage({}, databases);
  const shops = await databases.createEmpty();
  const { logins } = await seedDemo({
    size: 'small',
    config: stage.config,
    databaseUrl: stage.databaseUrl,
    blobs: stage.blobs,
    log: stage.ground.log,
    sandbox: {
      databaseUrl: shops.url,
      app: {
        clientId: stage.config.SHOPIFY_CLIENT_ID ?? '',
        secret: stage.config.SHOPIFY_CLIENT_SECRET ?? '',
        redirectUrls: [`${stage.url}/shopify/auth`],
      },
    },
  });
  const tokens = new Map<DemoPerson, string>();
  for (const { email, password } of logins)
    tokens.set(email.split('@')[0] as DemoPerson, await tokenOf(stage.url, email, password)); // the demo's own names
  return {
    ...stage,
    tokens,
    async close() {
      await stage.close();
      await shops.drop();
    },
  };
}

async function tokenOf(url: string, username: string, password: string): Promise<string> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const { data } = (await answer.json()) as { data: { token: string } };
  return data.token;
}
