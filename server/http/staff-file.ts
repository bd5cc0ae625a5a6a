import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { z } from 'zod';
import { maxListDepth, providerZone } from '#contract/constants.ts';
import { exportName } from '#contract/list-rules.ts';
import type { staffFileAnswer } from '#contract/staff-files.ts';
import { audit, noteAccess } from '#server/db/audit.ts';
import type { Entry, StaffActor, StaffCtx } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import { csvFile } from '#server/lib/csv-file.ts';
import { dayText, zoneClock } from '#server/lib/file-cells.ts';
import { xlsxFile } from '#server/lib/xlsx-file.ts';
import type { ExportColumn } from './list-actions.ts';
import { cellsOf, chosenColumns, headerOf } from './list-cells.ts';

const batch = 500;

/** A list over all clients, or of one, that staff may write into a file. */
type StaffList<Row> = {
  /** Of the file, and of what the audit says was exported. */
  name: string;
  feature: string;
  route: string;
  columns: readonly ExportColumn<Row>[];
  count(ctx: StaffCtx): Promise<number>;
  page(ctx: StaffCtx, page: { offset: number; limit: number }): Promise<readonly Row[]>;
  clientOf(row: Row): string;
  /** The only client; null for all. */
  account?: string | null;
};

type Asked = { format: 'xlsx' | 'csv'; columns?: string[] | undefined };

/** What a list of staff finds, no deeper than the list goes; each client in it leaves an access row. */
export async function staffFile<Row>(
  entry: Entry<StaffActor>,
  list: StaffList<Row>,
  { format, columns: chosen }: Asked,
): Promise<z.input<typeof staffFileAnswer>> {
  const locale = entry.actor.language ?? 'en';
  const clock = zoneClock(providerZone);
  const columns = chosenColumns(list.columns, chosen).flatMap((place) => list.columns[place] ?? []);
  const total = await entry.run('all_accounts', (ctx) => list.count(ctx));
  if (total > maxListDepth)
    throw appError('export_too_long', { text: 'exports.file_too_long', params: { most: maxListDepth } });
  const accounts = new Set<string>();
  async function* batches() {
    for (let offset = 0; offset < total; offset += batch) {
      const rows = await entry.run('all_accounts', (ctx) => list.page(ctx, { offset, limit: batch }));
      for (const row of rows) accounts.add(list.clientOf(row));
      yield rows.map((row) =>
        cellsOf(
          columns.map((column) => column.value(row)),
          columns,
          locale,
          clock,
        ),
      );
    }
  }
  const header = headerOf(columns, locale, providerZone);
  const bytes = await buffer(
    format === 'csv' ? Readable.from(csvFile(header, batches())) : xlsxFile(header, batches(), total),
  );
  const { feature, route, account = null } = list;
  await entry.run('all_accounts', async (ctx) => {
    await audit(ctx, {
      action: `${feature}.export`,
      account_id: account,
      entity: list.name,
      details: { format, rows: total },
    });
    await noteAccess(ctx, { feature, route, accounts: [...accounts], staff_user_id: ctx.actor.user_id });
  });
  return { name: exportName(list.name, dayText(clock(entry.now)), format), content: bytes.toString('base64') };
}
