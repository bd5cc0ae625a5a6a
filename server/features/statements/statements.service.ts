import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import yazl from 'yazl';
import { v7 as uuid } from 'uuid';
import { maxListDepth } from '#contract/constants.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { statements } from '#contract/statements.ts';
import { stepOf } from '#contract/statistics-rules.ts';
import { audit, noteAccess } from '#server/db/audit.ts';
import {
  type AccountCtx,
  type Entry,
  forAccount,
  type MerchantActor,
  type MerchantCtx,
  notFound,
  type StaffActor,
} from '#server/db/context.ts';
import { eachAlone } from '#server/db/each-alone.ts';
import { publish } from '#server/db/queue.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { appError } from '#server/lib/app-error.ts';
import { dayText, zoneClock } from '#server/lib/file-cells.ts';
import { makePdf } from '#server/lib/pdf/make-pdf.ts';
import type { Language } from '#server/lib/refusal-texts.ts';
import type { SecretKey } from '#server/lib/secrets.ts';
import {
  canonical,
  csvOf,
  format,
  signedText,
  type Statement,
  type StatementFile,
  statementOf,
} from './statement-document.ts';
import { inParts, paperOf } from './statement-paper.ts';
import { currentKey, signText } from './statement-keys.service.ts';
import * as rows from './statements.db.ts';
import { accountLanguage } from '#server/features/account/index.ts';
import { keepWritten, linkTo } from '#server/features/files/index.ts';
import { balancesAfter, seqBefore } from '#server/features/ledger/index.ts';
import { listSpan } from '#server/features/wallet/index.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Statements of the account, the newest period first. */
export async function listStatements(ctx: MerchantCtx, query: ParsedOf<typeof statements.list>['query']) {
  const found = await rows.listStatements(ctx, pageOf(query));
  return { data: found.map(shown), meta: metaOf(query, Math.min(await rows.countStatements(ctx), maxListDepth + 1)) };
}

/** Issues a statement that a member asks for. Statements are written by the provider's role alone. */
export async function issueAsked(
  entry: Entry<MerchantActor>,
  sealing: SecretKey,
  { from, to }: ParsedOf<typeof statements.issue>['body'],
) {
  return entry.run('all_accounts', (ctx) => issue(forAccount(ctx, entry.actor.account_id), sealing, { from, to }));
}

type Period = { from: string; to: string };

/**
 * Issues the signed statement of a period of whole days in the account's zone that ended an hour ago or earlier; the one that
 * was issued for it before where there is one.
 */
async function issue(ctx: AccountCtx, sealing: SecretKey, { from, to }: Period) {
  if (from > to) throw appError('invalid_input', { text: 'statements.order' }, 'to');
  const bounds = await rows.findBounds(ctx, from, to);
  // what was booked at the very end may be committed a little later
  if (bounds.ends_at.getTime() + hour > ctx.now.getTime())
    throw appError('statement_not_closed', { text: 'statements.not_closed' }, 'to');
  await rows.lockStatements(ctx);
  const known = await rows.findByPeriod(ctx, from, to);
  if (known) return shown(known);
  const last = await rows.findLast(ctx);
  const key = await currentKey(ctx, sealing);
  const statement = await statementOf(ctx, { ...bounds, from, to }, last);
  const value = signText(key, signedText(statement));
  const hash = hashOf(statement);
  const file = `${canonical({ format, signature: { key_id: key.id, value }, statement })}\n`;
  const row = {
    id: uuid(),
    position: statement.position,
    from_day: from,
    to_day: to,
    currency: statement.currency,
    opening_seq: statement.opening.seq,
    closing_seq: statement.closing.seq,
    opening_balance: walletOf(statement.opening),
    closing_balance: walletOf(statement.closing),
    hash,
    key_id: key.id,
    issued_at: ctx.now,
  };
  await rows.insertStatement(ctx, { ...row, document: gzipSync(file) });
  await audit(ctx, {
    action: 'statements.issue',
    entity: 'statements',
    entity_id: row.id,
    account_id: ctx.account,
    details: { from, to, position: row.position },
  });
  publish(ctx, { account_id: ctx.account, kind: 'wallet.changed', id: row.id });
  return shown(row);
}

const hashOf = (statement: Statement) => createHash('sha256').update(canonical(statement), 'utf8').digest();

/** Cash and bonus, as the statement on the wallet's page counts them. */
const walletOf = ({ balances }: Pick<Statement['opening'], 'balances'>) =>
  balances
    .filter(({ ledger_account }) => ledger_account === 'cash' || ledger_account.startsWith('bonus:'))
    .reduce((sum, { amount }) => sum + amount, 0);

function shown({ from_day, to_day, opening_seq, closing_seq, hash, ...row }: rows.StatementRow) {
  return { ...row, from: from_day, to: to_day, transactions: closing_seq - opening_seq, hash: hash.toString('hex') };
}

const mimes = {
  json: 'application/json',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  zip: 'application/zip',
} as const;

/** A single-use link to a statement's file, as it was issued. */
export async function linkFile(
  entry: Entry<MerchantActor>,
  id: string,
  fileFormat: 'json' | 'csv' | 'pdf',
): Promise<{ url: string; name: string }> {
  const { account_id, user_id } = entry.actor;
  const { found, language } = await entry.run({ account_id }, async (ctx) => ({
    found: await rows.findDocument(ctx, id),
    language: await accountLanguage(ctx),
  }));
  if (!found) throw notFound('statement');
  const json = gunzipSync(found.document);
  const { bytes, mime, ending } = await written(entry, json, { fileFormat, language });
  const name = `statement_${found.from_day}_${found.to_day}.${ending}`;
  const { sha256, size } = await entry.app.blobs.put(bytes);
  return entry.run({ account_id }, async (ctx) => {
    const expires_at = new Date(ctx.now.getTime() + day);
    const owner = { account_id, created_by: user_id };
    const file = await keepWritten(ctx, owner, { sha256, size, name, mime, expires_at });
    await audit(ctx, {
      action: 'statements.file',
      entity: 'statements',
      entity_id: id,
      details: { format: fileFormat },
    });
    return { url: (await linkTo(ctx, file.id)).url, name };
  });
}

type Written = { bytes: Buffer; mime: string; ending: string };
const as = (bytes: Buffer, ending: keyof typeof mimes): Written => ({ bytes, mime: mimes[ending], ending });

async function written(
  entry: Entry<MerchantActor>,
  json: Buffer,
  { fileFormat, language }: { fileFormat: 'json' | 'csv' | 'pdf'; language: Language },
): Promise<Written> {
  if (fileFormat === 'json') return as(json, 'json');
  const { statement, signature } = JSON.parse(json.toString('utf8')) as StatementFile; // what this server wrote
  if (fileFormat === 'csv') return as(Buffer.from(csvOf(statement), 'utf8'), 'csv');
  const signed = { key_id: signature.key_id, hash: hashOf(statement).toString('hex') };
  return drawn(entry, { statement, signed }, { language, owner: entry.actor.account_id });
}

/** A statement as PDF, a long one as a ZIP of its parts; `owner` is whose share of the writing processes it takes. */
async function drawn(
  entry: Entry,
  onPaper: Parameters<typeof paperOf>[0],
  { language, owner }: { language: Language; owner: string },
): Promise<Written> {
  const draw = async (paper: Parameters<typeof paperOf>[0]) =>
    (await makePdf([paperOf(paper, language, entry.app.publicUrl)], { owner })).bytes;
  const parts = inParts(onPaper.statement);
  const { issued_at, period } = onPaper.statement;
  if (parts.length === 1) return as(await draw(onPaper), 'pdf');
  const zip = new yazl.ZipFile();
  for (const [index, statement] of parts.entries()) {
    const part = { place: index + 1, of: parts.length };
    const name = `statement_${period.from}_${period.to}_${part.place}_of_${part.of}.pdf`;
    const bytes = await draw({ ...onPaper, statement, part });
    zip.addBuffer(bytes, name, { compress: false, mtime: new Date(issued_at) });
  }
  zip.end();
  return as(await buffer(zip.outputStream), 'zip');
}

/** The statement of a client's wallet between days, for staff; also of days that are not over. */
export async function clientStatement(
  ctx: AccountCtx<StaffActor>,
  query: ParsedOf<typeof statements.staffGet>['query'],
) {
  const zone = await requireZone(ctx);
  const { to = dayText(zoneClock(zone)(ctx.now)) } = query;
  const { from = stepOf(to, 'month') } = query;
  const bounds = await requireBounds(ctx, { from, to });
  await noteLook(ctx, 'staffGet');
  const [first, end] = [await seqBefore(ctx, bounds.starts_at), await seqBefore(ctx, bounds.ends_at)];
  const { data, meta, sums } = await listSpan(ctx, { after: first.seq, until: end.seq }, query);
  const { number, name, currency, zone: time_zone } = bounds;
  const opening = walletOf({ balances: await walletAt(ctx, first.seq) });
  const closing = walletOf({ balances: await walletAt(ctx, end.seq) });
  const client = { id: ctx.account, number, name };
  return { data, meta: { ...meta, client, currency, time_zone, from, to, opening, closing, ...sums } };
}

const walletAt = async (ctx: AccountCtx, seq: number) =>
  (await balancesAfter(ctx, seq)).map(({ ledger_account, balance_after: amount }) => ({ ledger_account, amount }));

/** The same as a file, behind a single-use link. */
export async function linkClientFile(
  entry: Entry<StaffActor>,
  account: string,
  { from, to, format: fileFormat }: ParsedOf<typeof statements.staffFile>['body'],
): Promise<{ url: string; name: string }> {
  const { statement, language } = await entry.run('all_accounts', async (all) => {
    const ctx = forAccount(all, account);
    const bounds = await requireBounds(ctx, { from, to });
    return {
      statement: await statementOf(ctx, { ...bounds, from, to }, undefined),
      language: await accountLanguage(ctx),
    };
  });
  const { bytes, mime, ending } =
    fileFormat === 'csv'
      ? as(Buffer.from(csvOf(statement), 'utf8'), 'csv')
      : await drawn(entry, { statement, signed: null }, { language, owner: entry.actor.user_id });
  const name = `statement_${statement.account.number}_${from}_${to}.${ending}`;
  const { sha256, size } = await entry.app.blobs.put(bytes);
  return entry.run('all_accounts', async (all) => {
    const ctx = forAccount(all, account);
    const owner = { account_id: account, created_by: entry.actor.user_id };
    const expires_at = new Date(ctx.now.getTime() + day);
    const file = await keepWritten(ctx, owner, { sha256, size, name, mime, expires_at });
    await audit(ctx, {
      action: 'statements.staffFile',
      entity: 'accounts',
      entity_id: account,
      account_id: account,
      details: { format: fileFormat, from, to },
    });
    await noteLook(ctx, 'staffFile');
    return { url: (await linkTo(ctx, file.id)).url, name };
  });
}

async function requireBounds(ctx: AccountCtx, { from, to }: Period) {
  if (from > to) throw appError('invalid_input', { text: 'statements.order' }, 'to');
  await requireZone(ctx);
  return rows.findBounds(ctx, from, to);
}

async function requireZone(ctx: AccountCtx): Promise<string> {
  const zone = await rows.findZone(ctx);
  if (zone === undefined) throw notFound('client');
  return zone;
}

const noteLook = (ctx: AccountCtx<StaffActor>, endpoint: 'staffGet' | 'staffFile') =>
  noteAccess(ctx, {
    feature: 'wallet',
    route: `statements.${endpoint}`,
    accounts: [ctx.account],
    staff_user_id: ctx.actor.user_id,
  });

/** Issues last month's statement of every account that had money moving before its end and none that reaches so far; once each. */
export async function issueMonthly(entry: Entry, sealing: SecretKey): Promise<void> {
  const now = entry.now.getTime();
  const due = (await entry.run('all_accounts', rows.findWithLedger)).flatMap(({ account_id, zone, until }) => {
    const period = monthBefore(dayText(zoneClock(zone)(new Date(now - hour))));
    return until !== null && until >= period.to ? [] : [{ account_id, period }];
  });
  await eachAlone(entry, due, 'a monthly statement could not be issued', ({ account_id, period }) =>
    entry.run('all_accounts', (ctx) => issueWhereUsed(forAccount(ctx, account_id), sealing, period)),
  );
}

async function issueWhereUsed(ctx: AccountCtx, sealing: SecretKey, period: Period): Promise<void> {
  const { ends_at } = await rows.findBounds(ctx, period.from, period.to);
  if (await rows.hasEntriesBefore(ctx, ends_at)) await issue(ctx, sealing, period);
}

/** The whole month before a day. */
export function monthBefore(today: string): Period {
  const first = new Date(`${today.slice(0, 7)}-01T00:00:00Z`);
  const to = new Date(first.getTime() - day).toISOString().slice(0, 10);
  return { from: `${to.slice(0, 7)}-01`, to };
}
