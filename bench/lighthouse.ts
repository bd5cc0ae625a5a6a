import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse, { desktopConfig, type Flags } from 'lighthouse';
import { chromium } from 'playwright-core';
import { tokenCookie } from '#contract/constants.ts';
import { ensureBrowser } from '#scripts/browser.mjs';
import { type DemoStage, openDemoStage } from '#testing/demo-stage.ts';
import { freePort } from '#testing/free-port.ts';
import { buildWeb } from './build.ts';
import { databasesOn, withDatabase } from './portal.ts';
import { percentile } from './measure.ts';
import type { Table } from './table.ts';

const runs = 5;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];
/** The Dashboard is behind the log-in: search engines have nothing to say about it. */
const pages: readonly { path: string; of: readonly Category[]; loggedIn: boolean }[] = [
  { path: '/login', of: categories, loggedIn: false },
  { path: '/Dashboard/index', of: ['performance', 'accessibility', 'best-practices'], loggedIn: true },
];

/** Lighthouse's categories for `/login` and the Dashboard, median of 5 runs, as a desktop and as its slow phone. */
export async function lighthouseScores(): Promise<Table[]> {
  await buildWeb();
  return withDatabase(async (server) => measureAll(await openDemoStage(databasesOn(server))));
}

async function measureAll(stage: DemoStage): Promise<Table[]> {
  try {
    const rows: (string | number)[][] = [];
    for (const page of pages) {
      for (const device of ['desktop', 'phone'] as const) {
        const token = page.loggedIn ? stage.tokens.get('owner') : undefined;
        const scores = await measure(stage.url, page.path, page.of, device, token);
        rows.push([`${page.path}, ${device}`, ...categories.map((category) => scores[category] ?? '–')]);
      }
    }
    return [
      {
        title: `Lighthouse, median of ${runs} runs (100 is the most)`,
        columns: ['', ...categories],
        rows,
        notes: ['Portal, database and browser share this machine; lighthouse slows the phone down by itself.'],
      },
    ];
  } finally {
    await stage.close();
  }
}

type Scores = Partial<Record<Category, number>>;

async function measure(
  url: string,
  path: string,
  of: readonly Category[],
  device: 'desktop' | 'phone',
  token: string | undefined,
): Promise<Scores> {
  const profile = mkdtempSync(join(tmpdir(), 'tradewind-lighthouse-'));
  const port = await freePort();
  const executablePath = await ensureBrowser();
  if (!executablePath) throw new Error('There is no browser to measure with. Set CHROMIUM_PATH, or install chromium.');
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', `--remote-debugging-port=${port}`],
  });
  try {
    if (token !== undefined) await context.addCookies([{ name: tokenCookie, value: token, url }]);
    const taken: Scores[] = [];
    for (let run = 0; run < runs; run += 1) taken.push(await once(url + path, port, of, device));
    return Object.fromEntries(
      of.map((category) => [
        category,
        percentile(
          taken.map((scores) => scores[category] ?? Number.NaN),
          0.5,
        ),
      ]),
    );
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

async function once(url: string, port: number, of: readonly Category[], device: 'desktop' | 'phone'): Promise<Scores> {
  const flags: Flags = { port, onlyCategories: [...of], disableStorageReset: true, logLevel: 'error' };
  const result = await lighthouse(url, flags, device === 'desktop' ? desktopConfig : undefined);
  if (result === undefined) throw new Error(`lighthouse gave nothing for ${url}`);
  return Object.fromEntries(
    of.map((category) => [category, Math.round((result.lhr.categories[category]?.score ?? Number.NaN) * 100)]),
  );
}
