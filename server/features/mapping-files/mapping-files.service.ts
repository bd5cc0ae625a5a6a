import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Job } from '#contract/jobs.ts';
import { exportDays } from '#contract/list-rules.ts';
import { mappingFileRows } from '#contract/mapping-file-rules.ts';
import { mappingFileSchema } from '#contract/mapping-files.ts';
import { audit } from '#server/db/audit.ts';
import type { Entry, MerchantActor, MerchantCtx } from '#server/db/context.ts';
import { fileDay } from '#server/db/file-day.ts';
import { enqueue } from '#server/db/queue.ts';
import { csvFile } from '#server/lib/csv-file.ts';
import type { FileCell } from '#server/lib/file-cells.ts';
import { xlsxFile } from '#server/lib/xlsx-file.ts';
import { type Column, columns, titles } from './mapping-file-rows.ts';
import { type Locale, reportWords } from './mapping-file-texts.ts';
import * as rows from './mapping-files.db.ts';
import { readFile, keepExport } from '#server/features/files/index.ts';
import { createJob } from '#server/features/jobs/index.ts';

export type JobRef = { account_id: string; id: string };
/** What a job is asked to do, as its row keeps it. */
export const mappingFileInput = mappingFileSchema.extend({ acting: z.boolean() });
type Component = { catalog_sku_id: string; quantity: number };
export type FileDecision =
  | { kind: 'not_ours' }
  | {
      kind: 'mapped';
      source: 'file';
      until_sold_out: boolean;
      components: Component[];
      rules: { countries: string[]; valid_from: string | null; valid_to: string | null; components: Component[] }[];
    };
export type FileSave = {
  mode: 'commit';
  apply: 'open_orders' | 'new_orders';
  variants: { variant_id: string; version: number; decision: FileDecision }[];
};

export const mappingFileTask = 'mapping_file';

/** Starts to try an uploaded mapping file, or to take it in. */
export async function startMappingFile(ctx: MerchantCtx, body: z.output<typeof mappingFileSchema>): Promise<Job> {
  await readFile(ctx, body.file_id, 'mapping_file');
  const input = { ...body, acting: ctx.actor.acting !== null };
  const job = await createJob(ctx, { account_id: ctx.account, kind: mappingFileTask, input });
  await enqueue(
    ctx,
    mappingFileTask,
    { account_id: ctx.account, id: job.id },
    { key: `${mappingFileTask}:${job.id}`, attempts: 3 },
  );
  await audit(ctx, { action: 'mapping_files.run', entity: 'jobs', entity_id: job.id, details: { mode: body.mode } });
  return job;
}

/** The stores whose variants the member may map. */
export async function storesOf(ctx: MerchantCtx): Promise<{ id: string; name: string }[]> {
  const all = await rows.findStores(ctx);
  const { stores } = ctx.actor;
  return stores === null ? all : all.filter((store) => stores.includes(store.id));
}

/** Writes the template as a file that can be fetched for seven days. */
export async function writeTemplate(
  entry: Entry<MerchantActor>,
  asked: { format: 'csv' | 'xlsx'; scope: 'unmapped' | 'all' },
) {
  const { account_id, user_id } = entry.actor;
  const { found, locale } = await entry.run({ account_id }, async (ctx) => {
    const stores = (await storesOf(ctx)).map((store) => store.id);
    const scope = { stores, all: asked.scope === 'all' };
    return {
      found: await rows.findForTemplate(ctx, scope, mappingFileRows + 1),
      locale: await rows.findLocale(ctx, user_id),
    };
  });
  const lines = found.flatMap((variant) => linesOf(variant, locale));
  const table = lines.slice(0, mappingFileRows);
  const head = columns.map((column) => titles[column][locale]);
  const cells = table.map((line) => columns.map((column) => line[column] ?? ''));
  const file = await keepTable(entry, { name: 'mapping', format: asked.format, head, cells });
  return { file, rows: table.length, cut: lines.length > table.length };
}

type Line = Partial<Record<Column, string>>;

/** The rows of a variant: one per item that it consists of, or one to be filled in. Rules with days have no place in a file. */
function linesOf(variant: rows.TemplateRow, locale: Locale): Line[] {
  const { store, product, title, external_id, sku, suggested } = variant;
  const about = { store, product, variant: title, variant_id: external_id, store_sku: sku };
  const ruled = variant.rules.filter((rule) => rule.valid_from === null && rule.valid_to === null);
  const scopes = [{ countries: [] as string[], components: variant.components }, ...ruled];
  const filled = scopes.flatMap(({ countries, components }) =>
    components.map((part) => ({
      ...about,
      sku: part.code,
      quantity: String(part.quantity),
      countries: countries.join(', '),
    })),
  );
  if (variant.mapping_state === 'not_ours') return [{ ...about, sku: reportWords[locale].notOurs }];
  return filled.length > 0 ? filled : [{ ...about, suggested: suggested ?? '' }];
}

const mimes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
type Table = { name: string; format: 'csv' | 'xlsx'; head: readonly string[]; cells: readonly (readonly string[])[] };

/** Keeps a table as a file of the member. */
export async function keepTable(
  entry: Entry<MerchantActor>,
  { name, format, head, cells }: Table,
): Promise<{ id: string; name: string }> {
  const batch = cells.map((row) => row.map((text): FileCell => (text === '' ? null : { kind: 'text', text })));
  const batches = (async function* once() {
    yield await Promise.resolve(batch);
  })();
  const stream =
    format === 'csv'
      ? Readable.from(csvFile(head, batches), { objectMode: false })
      : xlsxFile(head, batches, cells.length);
  const stored = await entry.app.blobs.put(stream);
  const expires_at = new Date(entry.now.getTime() + exportDays * 86_400_000);
  return entry.run({ account_id: entry.actor.account_id }, async (ctx) => {
    const full = `${name}_${await fileDay(ctx)}.${format}`;
    const kept = await keepExport(ctx, { ...stored, name: full, mime: mimes[format], expires_at });
    return { id: kept.id, name: full };
  });
}
