import { v7 as uuid } from 'uuid';
import { bankLimits, bankRowTabs, bankTabStates } from '#contract/bank-statement-rules.ts';
import type { bankStatements } from '#contract/bank-statements.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import { readingOf } from '#server/connectors/file/date-readings.ts';
import { FileProblem } from '#server/connectors/file/file-problem.ts';
import { tableRows } from '#server/connectors/file/table-rows.ts';
import { audit, noteAccess } from '#server/db/audit.ts';
import {
  type Ctx,
  type Entry,
  forAccount,
  notFound,
  readerLanguage,
  type StaffActor,
  type StaffCtx,
} from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { bytesOf, type Upload } from '#server/http/upload.ts';
import { AppError, appError } from '#server/lib/app-error.ts';
import { shanghaiDay } from '#server/lib/business-time.ts';
import { type Phrase, sentenceIn } from '#server/lib/refusal-texts.ts';
import { countOutgoing, guessColumns, readBankRows } from './bank-table.ts';
import * as rows from './bank-statements.db.ts';
import { approveByBank, approvedAlone, methodName } from '#server/features/wallet/index.ts';

const day = 86_400_000;
const sampleRows = 5;
const shownRefusals = 100;

/** Reads the table of a bank's file in another process and keeps it until its columns are confirmed. */
export async function readFile(entry: Entry<StaffActor>, method: string, file: Upload) {
  const name = file.name.replace(/[\p{Cc}\p{Bidi_C}/\\]/gu, '_').slice(-255) || 'file';
  const cells = await readCells(await bytesOf(file), entry.actor.user_id);
  return entry.run('all_accounts', async (ctx) => {
    const found = await rows.findMethod(ctx, method);
    if (found?.kind !== 'transfer') throw appError('invalid_input', { text: 'bank-statements.no_method' }, 'method');
    const id = uuid();
    await rows.insertFile(ctx, { id, method, name, cells, created_by: ctx.actor.user_id });
    const [head, ...body] = cells.map((one) => one.cells);
    const guess = guessColumns(head ?? []);
    const { date } = guess;
    return {
      id,
      name,
      method: { code: found.code, name: methodName(readerLanguage(ctx), found.code, found.name) },
      rows: body.length,
      outgoing: (head ?? []).map((_title, column) => countOutgoing(body, column)),
      head: head ?? [],
      sample: body.slice(0, sampleRows),
      guess,
      dates: date === null ? null : readingOf(body.map((row) => row[date] ?? '')),
    };
  });
}

async function readCells(bytes: Buffer, userId: string): Promise<rows.TableCells> {
  const cells: rows.TableCells = [];
  const most = bankLimits.rows + 1;
  try {
    for await (const row of tableRows({ name: 'bank', bytes, account_id: userId })) {
      cells.push(row);
      if (cells.length > most) throw problem('too_many_rows', bankLimits.rows);
      if (row.cells.length > bankLimits.columns) throw problem('too_many_columns', bankLimits.columns);
    }
  } catch (error) {
    throw error instanceof FileProblem ? appError('file_invalid', error.sentence, 'file') : error;
  }
  if (cells.length < 2) throw appError('file_invalid', { text: 'bank-statements.empty' }, 'file');
  return cells;
}

const problem = (text: 'too_many_rows' | 'too_many_columns', most: number) =>
  new FileProblem({ text: `bank-statements.${text}`, params: { most: most.toLocaleString('en') } });

/** Writes the payments of a file that are not here yet. */
export async function importFile(ctx: StaffCtx, id: string, body: ParsedOf<typeof bankStatements.take>['body']) {
  const file = await rows.lockFile(ctx, id);
  if (!file) throw notFound('file');
  if (!file.cells) throw appError('bank_file_imported', { text: 'bank-statements.imported' });
  const today = shanghaiDay(ctx.now.getTime() + day); // banks east of the provider have tomorrow's date
  const read = readBankRows(file.cells.slice(1), { ...body, today });
  const added = await rows.insertRows(
    ctx,
    file,
    read.rows.map((row) => ({ ...row, id: uuid() })),
  );
  const changed = await changedRows(
    ctx,
    file.method,
    read.rows.filter(({ row_key }) => !added.has(row_key)),
  );
  const known = read.rows.length - added.size - changed.length;
  await rows.closeFile(ctx, id, { added: added.size, known });
  await audit(ctx, {
    action: 'bankStatements.take',
    entity: 'bank_files',
    entity_id: id,
    details: { name: file.name, method: file.method, added: added.size, known, outgoing: read.outgoing },
  });
  publish(ctx, { account_id: null, kind: 'wallet.changed' });
  const refused = [...read.refused, ...changed].sort((a, b) => a.row - b.row).slice(0, shownRefusals);
  const language = readerLanguage(ctx);
  return {
    added: added.size,
    known,
    outgoing: read.outgoing,
    refused: refused.map(({ row, problem: why }) => ({ row, message: sentenceIn(language, why) })),
  };
}

type Row = ReturnType<typeof readBankRows>['rows'][number];

/** Rows under the number of a payment that is here with another amount. */
async function changedRows(ctx: StaffCtx, method: string, present: readonly Row[]) {
  if (present.length === 0) return [];
  const kept = new Map(
    (
      await rows.findKept(
        ctx,
        method,
        present.map(({ row_key }) => row_key),
      )
    ).map((row) => [row.row_key, row]),
  );
  const differs = present.filter(({ row_key, amount, currency }) => {
    const before = kept.get(row_key);
    return before !== undefined && (before.amount !== amount || before.currency !== currency);
  });
  return differs.map(({ row, transaction_id }) => {
    const sentence: Phrase = {
      text: 'bank-statements.transaction_changed',
      params: { value: transaction_id ?? '' },
    };
    return { row, problem: sentence };
  });
}

/** Payments of imported bank statements; each client that is shown leaves an access row. */
export async function listRows(ctx: StaffCtx, query: ParsedOf<typeof bankStatements.list>['query']) {
  const states = bankTabStates[query.tab];
  const found = await rows.listRows(ctx, { states, q: query.q }, pageOf(query));
  const counts = await rows.countStates(ctx, query.q);
  const sum = (of: readonly (typeof states)[number][]) => of.reduce((all, state) => all + (counts.get(state) ?? 0), 0);
  await noteAccess(ctx, {
    feature: 'wallet',
    route: 'bankStatements.list',
    accounts: [...new Set(found.flatMap(({ candidates }) => candidates.map(({ account_id }) => account_id)))],
    staff_user_id: ctx.actor.user_id,
  });
  const limits = await limitsOf(ctx, found);
  const counted = Object.fromEntries(bankRowTabs.map((tab) => [tab, sum(bankTabStates[tab])]));
  return { data: found.map((row) => shown(ctx, row, limits)), meta: metaOf(query, sum(states), counted) };
}

/** What one member of staff approves alone, by currency; null where each amount needs two. */
type Limits = ReadonlyMap<string, number | null>;

async function limitsOf(ctx: StaffCtx, found: readonly rows.BankRowRow[]): Promise<Limits> {
  const limits = new Map<string, number | null>();
  for (const currency of new Set(found.map((row) => row.currency)))
    limits.set(currency, await approvedAlone(ctx, currency));
  return limits;
}

async function shownRow(ctx: StaffCtx, id: string) {
  const row = await requireRow(ctx, id);
  return shown(ctx, row, await limitsOf(ctx, [row]));
}

function shown(ctx: StaffCtx, row: rows.BankRowRow, limits: Limits) {
  const { method, method_name, file_name, file_row, file_at, decided_by, decider, candidates, ...rest } = row;
  const alone = limits.get(row.currency) ?? null;
  return {
    ...rest,
    method: { code: method, name: methodName(readerLanguage(ctx), method, method_name) },
    file: { name: file_name, row: file_row, at: file_at },
    decided_by: decided_by === null ? null : { id: decided_by, name: decider ?? '' },
    candidates: candidates.map(
      ({ account_id, number, client_number, client_name, first_approved_by: first, first_approver, ...candidate }) => ({
        ...candidate,
        number: `RC-${number}`,
        client: { id: account_id, number: client_number, name: client_name },
        needs_second: alone === null || row.amount > alone,
        first_approval:
          first === null || candidate.status === 'credited'
            ? null
            : { name: first_approver ?? '', own: first === ctx.actor.user_id },
      }),
    ),
  };
}

async function requireRow(ctx: StaffCtx, id: string): Promise<rows.BankRowRow> {
  const row = await rows.findRow(ctx, id);
  if (!row) throw notFound('bank_row');
  return row;
}

/** Locks a payment that nobody decided yet. */
async function lockOpen(ctx: StaffCtx, id: string): Promise<rows.BankRowRow> {
  const status = await rows.lockRow(ctx, id);
  if (status === undefined) throw notFound('bank_row');
  const row = await requireRow(ctx, id);
  if (status === 'open') return row;
  const number = row.candidates[0]?.number;
  throw appError(
    'bank_row_closed',
    status === 'credited'
      ? { text: 'bank-statements.is_credited', params: { number: `RC-${number ?? ''}` } }
      : { text: 'bank-statements.is_ignored' },
  );
}

type Chosen = ParsedOf<typeof bankStatements.confirm>['body'];

/**
 * Confirms whose a payment is: the recharge is credited with what the bank received, and the payment is used up. Above what one
 * member of staff approves alone it waits for another one.
 */
export async function confirm(ctx: StaffCtx, id: string, chosen: Chosen) {
  await creditRow(ctx, await lockOpen(ctx, id), chosen);
  return shownRow(ctx, id);
}

/** Answers whether the recharge is credited; else another member of staff has to confirm the payment too. */
async function creditRow(ctx: StaffCtx, row: rows.BankRowRow, chosen: Chosen): Promise<boolean> {
  const { account_id, recharge_id, version } = chosen;
  if (row.candidates[0]?.recharge_id !== recharge_id) requireNoFirst(row);
  const details = { recharge_id, amount: row.amount, currency: row.currency, transaction: row.transaction_id };
  const confirmed = { entity: 'bank_rows', entity_id: row.id, account_id, details };
  const known = row.candidates.find((one) => one.recharge_id === recharge_id && one.status === 'credited');
  if (known) await requireUnused(ctx, row, known);
  else {
    const { id: bankRow, amount, currency, transaction_id: transactionId } = row;
    const payment = { amount, currency, transactionId, bankRow };
    if (!(await approveByBank(forAccount(ctx, account_id), recharge_id, payment, version))) {
      await audit(ctx, { action: 'bankStatements.confirmFirst', ...confirmed });
      publish(ctx, { account_id: null, kind: 'wallet.changed', id: row.id });
      return false;
    }
  }
  const decided_by = ctx.actor.user_id;
  await rows.decideRow(ctx, row.id, {
    status: 'credited',
    account_id: known?.account_id ?? account_id,
    recharge_id,
    decided_by,
  });
  await audit(ctx, { action: 'bankStatements.confirm', ...confirmed });
  publish(ctx, { account_id: null, kind: 'wallet.changed', id: row.id });
  return true;
}

/** A payment that was approved for a recharge is nobody else's, and no other matter, until that approval is sent back. */
function requireNoFirst({ state, candidates: [first] }: rows.BankRowRow): void {
  if (state !== 'second' && state !== 'for_colleague') return;
  const params = { number: `RC-${first?.number ?? ''}` };
  throw appError('bank_row_closed', { text: 'bank-statements.needs_second', params });
}

/** Closes a payment whose recharge was credited by a second approval in the review. */
export async function closeApproved(
  ctx: Ctx,
  payment: { account_id: string; recharge_id: string; bank_row_id: string },
) {
  const { actor } = ctx;
  const { bank_row_id: id, account_id, recharge_id } = payment;
  if (actor.kind !== 'staff' || (await rows.lockRow(ctx, id)) !== 'open') return;
  await rows.decideRow(ctx, id, { status: 'credited', account_id, recharge_id, decided_by: actor.user_id });
  publish(ctx, { account_id: null, kind: 'wallet.changed', id });
}

/** A recharge that finance credited before the statement came: nothing moves, and only its own amount is its payment. */
async function requireUnused(ctx: StaffCtx, row: rows.BankRowRow, known: rows.Candidate): Promise<void> {
  const params = { number: `RC-${known.number}` };
  const fits = known.received === row.amount && known.currency === row.currency;
  if (!fits) throw appError('invalid_input', { text: 'bank-statements.credited_with_other', params });
  if (await rows.hasPayment(ctx, known))
    throw appError('duplicate_reference', { text: 'bank-statements.used', params });
}

/** Confirms exact matches one by one; what is no longer exact is left and named. */
export async function confirmExact(entry: Entry<StaffActor>, ids: readonly string[]) {
  let confirmed = 0;
  let waiting = 0;
  const refused: { id: string; message: string }[] = [];
  for (const id of new Set(ids))
    try {
      const credited = await entry.run('all_accounts', async (ctx) => {
        const row = await lockOpen(ctx, id);
        const [match] = row.candidates;
        if (row.state !== 'exact' || !match) throw appError('bank_row_closed', { text: 'bank-statements.not_exact' });
        return creditRow(ctx, row, match);
      });
      if (credited) confirmed += 1;
      else waiting += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ id, message: sentenceIn(readerLanguage(entry), error.sentence) });
    }
  return { confirmed, waiting, refused };
}

/** Puts a payment aside that is no recharge. */
export async function ignore(ctx: StaffCtx, id: string, reason: string) {
  requireNoFirst(await lockOpen(ctx, id));
  await rows.decideRow(ctx, id, { status: 'ignored', note: reason, decided_by: ctx.actor.user_id });
  return noted(ctx, id, 'ignore', { reason });
}

export async function reopen(ctx: StaffCtx, id: string) {
  const status = await rows.lockRow(ctx, id);
  if (status === undefined) throw notFound('bank_row');
  if (status !== 'ignored') throw appError('bank_row_closed', { text: 'bank-statements.not_ignored' });
  await rows.reopenRow(ctx, id);
  return noted(ctx, id, 'reopen');
}

async function noted(ctx: StaffCtx, id: string, verb: 'ignore' | 'reopen', details: Record<string, string> = {}) {
  await audit(ctx, { action: `bankStatements.${verb}`, entity: 'bank_rows', entity_id: id, details });
  publish(ctx, { account_id: null, kind: 'wallet.changed', id });
  return shownRow(ctx, id);
}
