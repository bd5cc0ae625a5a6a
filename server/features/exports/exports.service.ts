import { z } from 'zod';
import type { ParsedOf } from '#contract/endpoint.ts';
import { type exports, exportSchema } from '#contract/exports.ts';
import type { Job } from '#contract/jobs.ts';
import { exportAtOnce, exportDays, type ExportListName, exportName, listFeatures } from '#contract/list-rules.ts';
import { audit, noteAccess } from '#server/db/audit.ts';
import { fileDay } from '#server/db/file-day.ts';
import { type MerchantActor, type MerchantCtx, readerLanguage } from '#server/db/context.ts';
import { enqueue } from '#server/db/queue.ts';
import { admitMember } from '#server/http/access.ts';
import type { AnyExportList } from '#server/http/list-actions.ts';
import { appError } from '#server/lib/app-error.ts';
import { keptSentence } from '#server/lib/refusal-texts.ts';
import { maxSheetRows } from '#server/lib/xlsx-file.ts';
import { mineStatement } from './exports.db.ts';
import { createJob, startJob, getJob } from '#server/features/jobs/index.ts';

export type JobRef = { account_id: string; id: string };

/** The lists that can be had in a file; `server/app.ts` names them. */
export type Lists = Readonly<Record<ExportListName, AnyExportList>>;

export const exportTask = 'export_write';

/** What an export job is asked to do, as its row keeps it. */
export const exportInput = exportSchema.extend({ acting: z.boolean(), day: z.iso.date() });
export type ExportInput = z.output<typeof exportInput>;
type Asked = Pick<z.output<typeof exportSchema>, 'list' | 'format' | 'columns' | 'query'>;

/** Throws unless the member may have the list in a file, and its filters are understood. */
export function requireExport(actor: MerchantActor, list: AnyExportList, query: unknown): void {
  admitMember(actor, listFeatures[list.list], 'export');
  list.demand(query);
}

/** How many rows the file would have; throws when the member may not have it, or no sheet holds it. */
export async function measure(ctx: MerchantCtx, asked: Asked, lists: Lists): Promise<number> {
  const list = lists[asked.list];
  requireExport(ctx.actor, list, asked.query);
  let total = 0;
  let longest = 0;
  for (const sheet of asked.format === 'xlsx' ? [list, ...list.further] : [list]) {
    const rows = await sheet.count(ctx, asked.query, maxSheetRows);
    total += rows;
    longest = Math.max(longest, rows);
  }
  if (asked.format === 'journal' && !list.journal)
    throw appError('invalid_input', { text: 'exports.no_journal' }, 'format');
  if (asked.format === 'xlsx' && longest >= maxSheetRows)
    throw appError('export_too_long', { text: 'exports.sheet_too_long' }, 'format');
  return total;
}

/** Starts a file: up to 2,000 rows it is to be written now, above that it is background work (P30). */
export async function startExport(ctx: MerchantCtx, asked: Asked, lists: Lists): Promise<{ job: Job; now: boolean }> {
  const total = await measure(ctx, asked, lists);
  const input: ExportInput = { ...asked, acting: ctx.actor.acting !== null, day: await fileDay(ctx) };
  const job = await createJob(ctx, { account_id: ctx.account, kind: 'export', input });
  const ref = { account_id: ctx.account, id: job.id };
  await startJob(ctx, ref, total);
  const now = total <= exportAtOnce;
  if (!now) await enqueue(ctx, exportTask, ref, { key: `${exportTask}:${job.id}`, attempts: 5 });
  await noteExport(ctx, asked, total);
  return { job: await getJob(ctx, job.id), now };
}

/** Writes down who took which list with them. */
export async function noteExport(ctx: MerchantCtx, { list, format }: Asked, rows: number): Promise<void> {
  await audit(ctx, { action: 'exports.create', entity: list, details: { list, format, rows } });
  if (ctx.actor.acting)
    await noteAccess(ctx, {
      feature: 'exports',
      route: 'exports.create',
      accounts: [ctx.account],
      staff_user_id: ctx.actor.acting.staff_user_id,
    });
}

/** Name of an export's file. */
export const fileNameOf = ({ list, day, format }: Pick<ExportInput, 'list' | 'day' | 'format'>): string =>
  exportName(list, day, format);

/** One's own exports of the last seven days, newest first. */
export async function listExports(ctx: MerchantCtx) {
  const since = new Date(ctx.now.getTime() - exportDays * 86_400_000);
  const found = await mineStatement(ctx, ctx.actor.user_id, since).execute();
  return found.map(({ input, file_id, name, size, expires_at, state, error, ...job }) => {
    const { list, format } = exportInput.parse(input);
    return {
      ...job,
      failure: error && keptSentence(readerLanguage(ctx), error),
      state: state as Job['state'], // a CHECK constraint holds it to these words
      list,
      format,
      file: file_id && name && size !== null && expires_at ? { id: file_id, name, size, expires_at } : null,
    };
  });
}

/** The order list's own filters, without what only the export understands. */
export function ordersExport({ format, columns, ...query }: ParsedOf<typeof exports.orders>['query']): Asked {
  return { list: 'orders', format, query, ...(columns && { columns }) };
}
