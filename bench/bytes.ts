import { bareValues } from '#testing/app-values.ts';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import { chromium, type Page, type Response } from 'playwright-core';
import { createDatabase, createPool } from '#server/db/client.ts';
import { systemClock } from '#server/lib/clock.ts';
import { createLog } from '#server/lib/log.ts';
import { merchant, password, type Person } from '#testing/people.ts';
import { startServerProcess } from '#testing/server-process.ts';
import { buildWeb } from './build.ts';
import { withDatabase } from './portal.ts';
import { ratio, type Table } from './table.ts';

type Fetched = { name: string; kind: string; raw: number; brotli: number; sent: number };
type Loaded = { login: Fetched[]; after: Fetched[]; landed: string; orders: Fetched[] };

/** JavaScript and CSS that a browser really fetches for `/login`, then for the first page after it, and again for the orders. */
export async function bytes(): Promise<Table[]> {
  await buildWeb();
  const { login, after, landed, orders } = await withDatabase(async (database) => {
    const url = await database.createPortal('tradewind');
    const server = await startServerProcess({ databaseUrl: url });
    try {
      return await load(server.url, await addMerchant(url));
    } finally {
      await server.stop();
    }
  });
  return [
    table('/login', login, login),
    table(`the first page after it (${landed}), in addition`, after, login),
    table('/order/index, with a token and nothing kept', orders, login),
  ];
}

async function addMerchant(url: string): Promise<Person> {
  const log = createLog('silent');
  const db = createDatabase(createPool({ url, max: 2, log }));
  try {
    return await merchant({ ground: { db, clock: systemClock, log, app: bareValues() }, clock: systemClock });
  } finally {
    await db.destroy();
  }
}

async function load(url: string, person: Person): Promise<Loaded> {
  const profile = mkdtempSync(join(tmpdir(), 'tradewind-bytes-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findBrowser(),
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
    viewport: { width: 1440, height: 900 },
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    const seen = collect(page);
    await page.goto(`${url}/login`);
    await page.locator('input[type=password]').waitFor();
    const login = await seen();
    await page.locator('input').first().fill(person.email);
    await page.locator('input[type=password]').fill(password);
    await page.keyboard.press('Enter');
    await page.waitForURL((address) => !address.pathname.startsWith('/login'));
    await page.locator('h1, main').first().waitFor();
    const after = await seen();
    const landed = new URL(page.url()).pathname;
    const client = await context.newCDPSession(page);
    await page.goto('about:blank');
    await client.send('Network.clearBrowserCache');
    await page.goto(`${url}/order/index`);
    await page.locator('h1').first().waitFor();
    return { login, after, landed, orders: await seen() };
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** Scripts and styles that arrived since the last look. */
function collect(page: Page): () => Promise<Fetched[]> {
  let arrived: Response[] = [];
  page.on('response', (response) => {
    if (/^(script|stylesheet)$/.test(response.request().resourceType())) arrived.push(response);
  });
  return async () => {
    for (let before = -1; before !== arrived.length; ) {
      before = arrived.length;
      await sleep(1_500); // later files are asked for by the ones before
    }
    const taken = arrived;
    arrived = [];
    const files = await Promise.all(taken.map(weigh));
    return files.toSorted((a, b) => b.brotli - a.brotli);
  };
}

async function weigh(response: Response): Promise<Fetched> {
  const body = await response.body();
  const { responseBodySize } = await response.request().sizes();
  return {
    name: basename(new URL(response.url()).pathname),
    kind: response.request().resourceType() === 'script' ? 'js' : 'css',
    raw: body.length,
    brotli: brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length,
    sent: responseBodySize,
  };
}

function findBrowser(): string {
  const known = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome', chromium.executablePath()];
  const found = known.find((path) => path && existsSync(path));
  if (!found) throw new Error('There is no browser to load the pages with. Set CHROMIUM_PATH, or install chromium.');
  return found;
}

function table(title: string, files: readonly Fetched[], login: readonly Fetched[]): Table {
  // What no page of ours can go below: React with its router, which the build keeps in one file.
  const floor = login.find((file) => file.name.startsWith('react'))?.brotli ?? Number.NaN;
  const row = (name: string, list: readonly Fetched[]) => {
    const sum = (key: 'raw' | 'brotli' | 'sent') => list.reduce((total, file) => total + file[key], 0);
    return [name, sum('brotli'), sum('sent'), sum('raw'), ratio(sum('brotli'), floor)];
  };
  return {
    title: `bytes of JavaScript and CSS: ${title}`,
    columns: ['file', 'brotli 11', 'as sent', 'plain', 'of React and its router'],
    rows: [
      ...files.map((file) => row(file.name, [file])),
      row(
        'all JavaScript',
        files.filter(({ kind }) => kind === 'js'),
      ),
      row(
        'all CSS',
        files.filter(({ kind }) => kind === 'css'),
      ),
      row(`all, in ${files.length} files`, files),
    ],
  };
}
