import { join } from 'node:path';
import { Refusal } from '#server/db/refusal.ts';
import { connectionsOf } from '#server/db/worker.ts';
import { type Child, demoFlags, startChild } from './launch-children.ts';
import { prepareDatabases } from './launch-databases.ts';
import { isEmpty, markWhileFilling, readLogins, saveLogins } from './launch-demo.ts';
import { awaitPort, nextFreePort } from './launch-ports.ts';
import { Running } from './launch-running.ts';
import { loadSecrets } from './launch-secrets.ts';
import { checkSettings, type Plan, type Ports, portalEnv, readPlan, sandboxEnv } from './launch-settings.ts';

export type LaunchOptions = {
  root: string;
  dev: boolean;
  /** Settles when the web app is built. */
  built: Promise<unknown>;
  /** The processes' entry files. */
  entries?: { portal: string; sandbox: string; demo: string };
};

/** Starts database, sandbox and portal, prints where they are, and ends them in order on Ctrl-C or when one of them dies. */
export async function launch(options: LaunchOptions): Promise<void> {
  const running = new Running();
  try {
    const plan = readPlan(process.env, options.root);
    const { ports, portal } = await startAll(options, plan, running);
    announce(plan, ports, portal);
  } catch (error) {
    if (!running.ending) console.error(sayWhy(error));
    await running.end(1);
  }
}

async function startAll(options: LaunchOptions, plan: Plan, running: Running) {
  const { root, dev, built } = options;
  const entries = options.entries ?? {
    portal: join(root, 'server', 'main.ts'),
    sandbox: join(root, 'sandbox', 'main.ts'),
    demo: join(root, 'sandbox', 'demo', 'main.ts'),
  };
  const env = process.env;
  await awaitPort(plan.host, plan.port);
  const secrets = plan.embedded ? loadSecrets(plan.dataDir, env.SECRET_KEY || undefined) : undefined;
  const settings = checkSettings({ env, plan, root, secrets });
  const urls = await prepareDatabases(plan, running, connectionsOf(settings));
  const taken = new Set([plan.port]);
  const ports = plan.sandbox ? await choosePorts(plan, taken) : undefined;
  const apiPort = dev ? await nextFreePort('127.0.0.1', plan.port + 4, taken) : plan.port;
  const portalSettings = portalEnv({ env, plan, root, urls, secrets, ports, port: apiPort });
  const startPortal = (): Child => {
    const child = startChild({ name: 'The portal', entry: entries.portal, root, env: portalSettings });
    // In development a mistake in the source must not end everything: the next change tries again.
    return dev ? running.addPassing(child) : running.add(child);
  };

  let sandbox: Child | undefined;
  if (ports && secrets) {
    const sandboxSettings = sandboxEnv({ env, plan, urls, secrets, ports });
    sandbox = running.add(startChild({ name: 'The sandbox', entry: entries.sandbox, root, env: sandboxSettings }));
    if (plan.demo && (await isEmpty(urls.database))) {
      await sandbox.ready;
      console.log('Filling the empty database with the demo workspace…');
      const demoSettings = { ...sandboxSettings, ...portalSettings };
      await markWhileFilling(urls.database, async () => {
        const demo = running.addPassing(
          startChild({ name: 'The demo workspace', entry: entries.demo, root, env: demoSettings, flags: demoFlags }),
        );
        saveLogins(plan.dataDir, await demo.ready);
        const how = await demo.ended;
        if (how !== 'exit code 0')
          throw new Refusal(`The demo workspace was not completed (${how}). See the messages above.`);
      });
    }
  }
  await built;
  const portal = startPortal();
  await Promise.all([portal.ready, sandbox?.ready]);
  if (dev) {
    const { startVite } = await import('./launch-dev.ts');
    const onServerChange = () => running.replace(portal.name, startPortal);
    running.vite = await startVite({ root, host: plan.host, port: plan.port, apiPort, onServerChange });
  }
  return { ports, portal: String(portalSettings.PUBLIC_URL) };
}

async function choosePorts(plan: Plan, taken: Set<number>): Promise<Ports> {
  const shop = await nextFreePort('127.0.0.1', plan.port + 1, taken);
  const payment = await nextFreePort('127.0.0.1', plan.port + 2, taken);
  const smtp = await nextFreePort('127.0.0.1', plan.port + 3, taken);
  return { shop, payment, smtp };
}

function announce(plan: Plan, ports: Ports | undefined, portal: string): void {
  const logins = plan.demo ? readLogins(plan.dataDir) : [];
  const sandbox = ports && {
    shops: `http://localhost:${ports.shop}`,
    woo: `http://localhost:${ports.shop}/woo`,
    mail: `http://localhost:${ports.shop}/mail`,
    payments: `http://localhost:${ports.payment}`,
    smtp: `smtp://127.0.0.1:${ports.smtp}`,
  };
  const width = Math.max(0, ...logins.map((login) => login.name.length));
  const lines = [
    '',
    `Tradewind is ready: ${portal}`,
    ...(sandbox
      ? [
          `  shops ${sandbox.shops}   WooCommerce ${sandbox.woo}   mail box ${sandbox.mail}   payments ${sandbox.payments}`,
        ]
      : []),
    ...(logins.length > 0 ? ['  Demo logins (e-mail, password):'] : []),
    ...logins.map((login) => `    ${login.name.padEnd(width)}  ${login.email}  ${login.password}`),
    'Ctrl-C ends it.',
    '',
  ];
  console.log(lines.join('\n'));
  process.send?.({ ready: true, url: portal, sandbox, logins });
}

function sayWhy(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // By name: the build's errors come from plain JavaScript.
  return error.name === 'Refusal' ? error.message : (error.stack ?? error.message);
}
