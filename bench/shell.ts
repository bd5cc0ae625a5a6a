import type { CDPSession, Page } from 'playwright-core';
import { tokenCookie } from '#contract/constants.ts';
import { type DemoStage, openDemoStage } from '#testing/demo-stage.ts';
import { openBrowser, type Visitor } from '#e2e/browser.ts';
import { buildWeb } from './build.ts';
import { databasesOn, withDatabase } from './portal.ts';
import { percentile, type Samples } from './measure.ts';
import { clickToPaint, closeTab, type Step, wordToPaint } from './paint.ts';
import { figure, ratio, type Table } from './table.ts';

const slowdown = 4;
const rounds = 20;
const openAndClose = 50;

const steps: readonly Step[] = [
  { path: '/order/index', title: 'Orders' },
  { path: '/invoice/invoice', title: 'Invoices' },
  { path: '/quote/index', title: 'Quotes' },
  { path: '/my-product/index', title: 'Products' },
];

/** The six main lists. */
const lists: readonly Step[] = [
  ...steps,
  { path: '/ProductStock/index', title: 'Product stock' },
  { path: '/my-store/index', title: 'Store' },
];
const visits = 5;

/** How quickly lists and tabs show, first, kept and new, and what 50 opened and closed tabs leave behind. */
export async function shell(): Promise<Table[]> {
  await buildWeb();
  return withDatabase(async (server) => measureShell(await openDemoStage(databasesOn(server))));
}

/** Somebody whose browser has loaded the dashboard and nothing else. */
async function enter(stage: DemoStage): Promise<Visitor> {
  const visitor = await openBrowser(stage.url);
  const { page, context } = visitor;
  await context.addCookies([{ name: tokenCookie, value: stage.tokens.get('owner') ?? '', url: stage.url }]);
  await page.addInitScript('globalThis.__name = (named) => named'); // tsx leaves it in functions that run in the page
  await page.addInitScript(() => localStorage.setItem('islogin', 'true')); // no tour over the pages
  await page.goto('/Dashboard/index');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  return visitor;
}

/** Each list by the menu for the first time once the dashboard stands, then all of them again. */
async function measureVisits(stage: DemoStage): Promise<Table> {
  const taken = lists.map((step) => ({ step, first: [] as number[], kept: [] as number[] }));
  for (let visit = 0; visit < visits; visit += 1) {
    const visitor = await enter(stage);
    try {
      await visitor.page.getByRole('region', { name: 'Open tasks' }).waitFor();
      await visitor.page.waitForFunction(() => document.querySelector('main .mantine-Skeleton-root') === null);
      for (const { step, first } of taken) first.push(await clickToPaint(visitor.page, step));
      for (const { step, kept } of taken) kept.push(await clickToPaint(visitor.page, step));
    } finally {
      await visitor.close();
    }
  }
  return {
    title: `click in the menu to painted rows, milliseconds, no slow-down, median of ${visits}`,
    columns: ['', 'first visit', 'kept'],
    rows: taken.map(({ step, first, kept }) => [step.title, percentile(first, 0.5), percentile(kept, 0.5)]),
    notes: ['Small demo workspace; a new browser for each visit. Aims on a quiet machine: 300 first, 100 kept.'],
  };
}

async function measureShell(stage: DemoStage): Promise<Table[]> {
  const listed = await measureVisits(stage);
  const visitor = await enter(stage);
  try {
    const { page, context } = visitor;
    const protocol = await context.newCDPSession(page);
    for (const step of steps) await clickToPaint(page, step); // code and data are there from now on
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const [floor, kept, fresh] = [
      await sample(() => wordToPaint(page)),
      await measureKept(page),
      await measureNew(page),
    ];
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    return [listed, speed(floor, kept, fresh), await leftovers(page, protocol)];
  } finally {
    await visitor.close();
    await stage.close();
  }
}

async function sample(action: (round: number) => Promise<number>): Promise<Samples> {
  const samples: number[] = [];
  for (let round = 0; round < rounds; round += 1) samples.push(await action(round));
  return samples;
}

type ByPage = { step: Step; samples: Samples }[];

/** Each page in turn while all of them have their tabs. */
async function measureKept(page: Page): Promise<ByPage> {
  const taken = steps.map((step) => ({ step, samples: [] as number[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { step, samples } of taken) samples.push(await clickToPaint(page, step));
  }
  return taken;
}

/** Each page again after its tab was closed: code and data are at hand, the page is not. */
async function measureNew(page: Page): Promise<ByPage> {
  const taken: ByPage = [];
  for (const step of steps) {
    const samples = await sample(async () => {
      await closeTab(page, step);
      return clickToPaint(page, step);
    });
    taken.push({ step, samples });
  }
  return taken;
}

function speed(floor: Samples, kept: ByPage, fresh: ByPage): Table {
  const least = percentile(floor, 0.5);
  const row = (name: string, samples: Samples) => {
    const median = percentile(samples, 0.5);
    return [name, median, percentile(samples, 0.95), ratio(median, least)];
  };
  return {
    title: `click to painted page, milliseconds, processor ${slowdown}× slower, median of ${rounds}`,
    columns: ['', 'p50', 'p95', 'of one changed word'],
    rows: [
      row('one changed word', floor),
      ...kept.map(({ step, samples }) => row(`kept tab: ${step.title}`, samples)),
      ...fresh.map(({ step, samples }) => row(`new tab, data at hand: ${step.title}`, samples)),
    ],
    notes: ['Small demo workspace; portal, database and browser share this machine.'],
  };
}

type Memory = { nodes: number; heap: number; listeners: number };

async function leftovers(page: Page, protocol: CDPSession): Promise<Table> {
  const cycle = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      const step = steps[n % steps.length];
      if (step === undefined) continue;
      await clickToPaint(page, step);
      await closeTab(page, step);
    }
  };
  for (const step of steps) await closeTab(page, step);
  await cycle(steps.length * 2);
  const before = await memory(protocol);
  await cycle(openAndClose);
  const after = await memory(protocol);
  const row = (name: string, key: keyof Memory, unit = 1) => [
    name,
    figure(before[key] / unit),
    figure(after[key] / unit),
    ratio(after[key], before[key]),
  ];
  return {
    title: `what ${openAndClose} tabs opened and closed leave behind`,
    columns: ['', 'before', 'after', 'of before'],
    rows: [row('DOM nodes', 'nodes'), row('heap, MB', 'heap', 1024 * 1024), row('event listeners', 'listeners')],
  };
}

async function memory(protocol: CDPSession): Promise<Memory> {
  await protocol.send('Performance.enable');
  for (let n = 0; n < 3; n += 1) await protocol.send('HeapProfiler.collectGarbage');
  const { metrics } = await protocol.send('Performance.getMetrics');
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { nodes: value('Nodes'), heap: value('JSHeapUsedSize'), listeners: value('JSEventListeners') };
}
