import { createHash } from 'node:crypto';
import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts';
import type { orders } from '#contract/orders.ts';
import { headOf } from '#server/connectors/file/order-file.ts';
import { FileProblem } from '#server/connectors/file/file-problem.ts';
import { isAmbiguous, readingOf } from '#server/connectors/file/date-readings.ts';
import type { OrderField } from '#server/connectors/file/order-fields.ts';
import { matchTitles } from '#server/connectors/file/order-titles.ts';
import { type Columns, isWrongColumn, recognized } from '#server/connectors/file/order-columns.ts';
import { importFields, type orderImportSchema } from '#contract/order-import.ts';
import { type AccountCtx, requireStore, type Entry, type MerchantActor, notFound } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import { findLayout, saveLayout } from '../records/layouts.db.ts';
import { findStore } from '../records/orders.db.ts';
import { readFile } from '#server/features/files/index.ts';
import type { z } from 'zod';

const shown = 3;

/** A table's columns by a hash of their titles: the next file of the same system has the same. */
const headKey = (head: readonly string[]) =>
  createHash('sha256')
    .update(JSON.stringify(head.filter((title) => !isWrongColumn(title))))
    .digest('hex');

/**
 * What a file's columns probably hold: as the store's last file of this kind was matched, else by their titles. The file
 * is read outside of any transaction.
 */
export async function lookAtImport(
  entry: Entry<MerchantActor>,
  { file_id, store_id }: ParsedOf<typeof orders.lookAtImport>['body'],
): Promise<AnswerOf<typeof orders.lookAtImport>> {
  const accountId = entry.actor.account_id;
  const scope = { account_id: accountId };
  const { file, bytes } = await entry.run(scope, async (ctx) => {
    const store = await findStore(ctx, store_id);
    if (!store) throw notFound('store');
    requireStore(ctx.actor, store.id);
    return readFile(ctx, file_id, 'order_import');
  });
  const { head, rows } = await headOf({ name: file.name, bytes: await bytes(), account_id: accountId }).catch(
    (error: unknown) => {
      throw error instanceof FileProblem ? appError('file_invalid', error.sentence, 'file_id') : error;
    },
  );
  const known = await entry.run(scope, (ctx) => findLayout(ctx, store_id, headKey(head)));
  const layout = known ? undefined : recognized(head);
  const mapping = known?.mapping ?? (layout ? titlesOf(layout.titles) : matchTitles(head));
  const at = head.indexOf(mapping.placed_at ?? '');
  const dates = at < 0 ? [] : rows.map((cells) => cells[at] ?? '');
  return {
    format: layout?.format ?? 'mapped',
    head,
    rows: rows.slice(0, shown).map((cells) => head.map((_, column) => (cells[column] ?? '').slice(0, 60))),
    mapping,
    remembered: known !== undefined,
    dates: { reading: readingOf(dates) ?? known?.dates ?? layout?.dates ?? null, ambiguous: isAmbiguous(dates) },
  };
}

/** The titles of a known layout for the fields that a mapping has. */
const titlesOf = (titles: Columns['titles']): Partial<Record<OrderField, string>> =>
  Object.fromEntries(importFields.flatMap((field) => (titles[field] ? [[field, titles[field]]] : [])));

/** Remembers how a file was matched, for the next one of the same columns into the same store. */
export async function rememberLayout(
  ctx: AccountCtx,
  { store_id, mapping, dates }: OrderImport,
  head: readonly string[],
): Promise<void> {
  if (mapping) await saveLayout(ctx, { account_id: ctx.account, store_id, head: headKey(head), mapping, dates });
}

export type OrderImport = z.output<typeof orderImportSchema>;
