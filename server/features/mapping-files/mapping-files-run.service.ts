import { entryOfAsker } from '#server/http/actor.ts';
import { extname } from 'node:path';
import type { z } from 'zod';
import type { MappingFileResult } from '#contract/mapping-files.ts';
import { FileProblem } from '#server/connectors/file/file-problem.ts';
import type { Entry, MerchantActor } from '#server/db/context.ts';
import { admitMember } from '#server/http/access.ts';
import { AppError, appError } from '#server/lib/app-error.ts';
import { groupBy } from '#server/lib/group-by.ts';
import { type FileRow, readMappingRows, columns, titles } from './mapping-file-rows.ts';
import { type Change, judge, type Judged } from './mapping-file-plan.ts';
import { type Locale, reportWords, sentenceOf } from './mapping-file-texts.ts';
import * as rows from './mapping-files.db.ts';
import { type FileDecision, type JobRef, keepTable, mappingFileInput, storesOf } from './mapping-files.service.ts';
import { jobInput, finishJob, failJob, startJob, progressJob } from '#server/features/jobs/index.ts';
import { readFile } from '#server/features/files/index.ts';
import { saveMapping } from '#server/features/mappings/index.ts';

type Asked = z.output<typeof mappingFileInput>;
type Work = { entry: Entry<MerchantActor>; job: JobRef; asked: Asked };
type Plan = { judged: Judged[]; changes: Change[]; orders: number; locale: Locale };
type Taken = { products: number; variants: number; payable: number };

/** Does the work of a mapping file's job. May run again after a crash: what is mapped so already changes nothing. */
export async function runMappingFile(system: Entry, job: JobRef): Promise<void> {
  const scope = { account_id: job.account_id };
  const found = await system.run(scope, (ctx) => jobInput(ctx, job));
  if (!found || found.state === 'done' || found.state === 'failed') return;
  const asked = mappingFileInput.parse(found.input);
  try {
    const who = { account_id: job.account_id, user_id: found.created_by ?? '', acting: asked.acting };
    const entry = await entryOfAsker(system, who);
    if (!entry) throw appError('forbidden', { text: 'mapping-files.no_access' });
    admitMember(entry.actor, 'products', 'edit');
    const result = await work({ entry, job, asked });
    await entry.run(scope, (ctx) => finishJob(ctx, job, result));
  } catch (error) {
    const expected = error instanceof FileProblem || error instanceof AppError;
    await system.run(scope, (ctx) => failJob(ctx, job, expected ? error.sentence : { text: 'mapping-files.broken' }));
    if (!expected) throw error;
  }
}

async function work(run: Work): Promise<MappingFileResult> {
  const { entry, job, asked } = run;
  const scope = { account_id: job.account_id };
  await entry.run(scope, (ctx) => startJob(ctx, job, null));
  const { file, bytes } = await entry.run(scope, (ctx) => readFile(ctx, asked.file_id, 'mapping_file'));
  const sent = { name: file.name, bytes: await bytes(), account_id: job.account_id };
  const plan = await planOf(run, await readMappingRows(sent));
  const stopped = asked.bad_rows === 'stop' && plan.judged.some((one) => one.outcome === 'bad');
  const commit = asked.mode === 'commit' && !stopped;
  const taken = commit ? await takeIn(run, plan) : null;
  const report = await keepTable(entry, reportOf(plan, extname(file.name) === '.csv' ? 'csv' : 'xlsx'));
  return resultOf(run, plan, taken, report);
}

/** What the file comes to, read in one transaction that writes nothing. */
function planOf({ entry, job: { account_id } }: Work, written: readonly FileRow[]): Promise<Plan> {
  return entry.run({ account_id }, async (ctx) => {
    const stores = await storesOf(ctx);
    const named = {
      ids: [...new Set(written.map((row) => row.variant_id).filter(Boolean))],
      skus: [...new Set(written.filter((row) => row.variant_id === '').map((row) => row.store_sku))],
    };
    const storeIds = stores.map((store) => store.id);
    const variants = await rows.findNamed(ctx, storeIds, named);
    const skus = await rows.findSkus(ctx, [...new Set(written.map((row) => row.sku))]);
    const locale = await rows.findLocale(ctx, entry.actor.user_id);
    const { judged, changes } = judge(written, { stores, variants, skus }, locale);
    const orders = await rows.countOrders(
      ctx,
      changes.map((change) => change.variant.id),
    );
    return { judged, changes, orders, locale };
  });
}

/** All variants of one product together, each product in a transaction of its own; a refused product keeps what it has. */
async function takeIn({ entry, job, asked }: Work, plan: Plan): Promise<Taken> {
  const scope = { account_id: job.account_id };
  const products = [...groupBy(plan.changes, (change) => change.variant.product_id)];
  await entry.run(scope, (ctx) => startJob(ctx, job, products.length));
  const taken: Taken = { products: 0, variants: 0, payable: 0 };
  for (const [at, [productId, changes]] of products.entries()) {
    const variants = changes.map(({ variant, target }) => ({
      variant_id: variant.id,
      version: variant.version,
      decision: decisionOf(variant, target),
    }));
    try {
      const saved = await entry.run(scope, async (ctx) => {
        const answer = await saveMapping(ctx, productId, { mode: 'commit', apply: asked.apply, variants });
        if (at % 20 === 19) await progressJob(ctx, job, at + 1);
        return answer;
      });
      taken.products += 1;
      taken.variants += saved.changed;
      taken.payable += saved.payable;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refuse(plan, productId, error.message);
    }
  }
  await entry.run(scope, (ctx) => progressJob(ctx, job, products.length));
  return taken;
}

function refuse({ judged }: Plan, productId: string, about: string): void {
  for (const one of judged) {
    if (one.variant?.product_id === productId && one.outcome === 'changed')
      Object.assign(one, { outcome: 'bad', note: { code: 'refused', about } });
  }
}

function decisionOf(variant: rows.VariantRow, target: Change['target']): FileDecision {
  if (target === 'not_ours') return { kind: 'not_ours' };
  const parts = (list: readonly rows.Part[]) =>
    list.map(({ sku_id, quantity }) => ({ catalog_sku_id: sku_id, quantity }));
  return {
    kind: 'mapped',
    source: 'file',
    until_sold_out: variant.until_sold_out,
    components: parts(target.components),
    rules: target.rules.map((rule) => ({ ...rule, components: parts(rule.components) })),
  };
}

/** The file as it was, with what became of each row beside it; it can be corrected and used again. */
function reportOf({ judged, locale }: Plan, format: 'csv' | 'xlsx') {
  const words = reportWords[locale];
  const head = [...columns.map((column) => titles[column][locale]), ...words.head];
  const cells = judged.map((one) => [
    ...columns.map((column) => one.row.cells[column] ?? ''),
    words.outcomes[one.outcome],
    one.note ? sentenceOf(one.note, locale) : '',
    one.from ?? '',
    one.to ?? '',
  ]);
  return { name: 'mapping_report', format, head, cells };
}

const shownRows = 200;
const weight = { bad: 0, changed: 1, unchanged: 2, left_out: 3 };

function resultOf({ asked }: Work, plan: Plan, taken: Taken | null, report: MappingFileResult['report']) {
  const { judged, changes, orders, locale } = plan;
  const count = (outcome: Judged['outcome']) => judged.filter((one) => one.outcome === outcome).length;
  const products = new Set(changes.map((change) => change.variant.product_id)).size;
  const shown = judged
    .toSorted((a, b) => weight[a.outcome] - weight[b.outcome] || a.row.row - b.row.row)
    .slice(0, shownRows)
    .map(({ row, variant, outcome, note, from, to }) => ({
      row: row.row,
      store: variant?.store ?? row.store,
      product: variant?.product ?? row.cells.product ?? '',
      variant: variant?.title ?? (row.cells.variant || row.variant_id || row.store_sku),
      sku: row.cells.sku ?? '',
      outcome,
      message: note && sentenceOf(note, locale),
      from,
      to,
    }));
  return {
    mode: asked.mode,
    committed: taken !== null,
    rows: judged.length,
    changed: count('changed'),
    unchanged: count('unchanged'),
    left_out: count('left_out'),
    bad: count('bad'),
    variants: taken ? taken.variants : changes.length,
    products: taken ? taken.products : products,
    orders,
    payable: taken?.payable ?? 0,
    shown,
    report,
  };
}
