import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { maxOrderFileBytes, maxUploadBytes } from '#contract/constants.ts';
import { avatarPurpose, staffFilePurposes, filePurposes } from '#contract/files.ts';
import { mayOpen } from '#contract/staff-access.ts';
import { audit, noteAccess } from '#server/db/audit.ts';
import { mayRemoveBlobs } from '#server/db/backup-lock.ts';
import type { Action, Feature } from '#contract/rights.ts';
import {
  type AccountCtx,
  type Ctx,
  demand,
  type Entry,
  forAccount,
  type MerchantActor,
  type MerchantCtx,
  notFound,
  type StaffActor,
} from '#server/db/context.ts';
import { enqueue } from '#server/db/queue.ts';
import { isAgentOf } from '#server/http/actor.ts';
import { bytesOf, type Upload } from '#server/http/upload.ts';
import { appError } from '#server/lib/app-error.ts';
import { cleanPicture, type DrawnPicture, redrawPicture } from '#server/lib/pictures.ts';
import { pictureFormat } from '#server/lib/picture-format.ts';
import { hashToken, newToken } from '#server/lib/tokens.ts';
import { pictureKept } from './files.events.ts';
import * as rows from './files.db.ts';

export type StoredFile = Awaited<ReturnType<typeof rows.insertFile>>;
type MemberPurpose = (typeof filePurposes)[number];
type Purpose = MemberPurpose | (typeof staffFilePurposes)[number];

/** `purpose` of a row, which the database holds to these words. */
const purposeSchema = z.enum([...filePurposes, ...staffFilePurposes, 'export']);

/** What invoices and credit notes say on paper: reached through the invoice, whose rights they have. */
const documentPurpose = 'invoice_pdf';

const unattachedHours = 24;
const linkSeconds = 60;

const tables = {
  '.csv': 'text/csv',
  '.txt': 'text/plain',
  '.tsv': 'text/tab-separated-values',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
const kinds: Record<Purpose, Record<string, string>> = {
  recharge_proof: { '.jpg': 'image/jpeg', '.jpeg': 'image/jpeg', '.png': 'image/png', '.pdf': 'application/pdf' },
  quote_attachment: {
    '.jpg': 'image/jpeg',
    '.jpeg': 'image/jpeg',
    '.png': 'image/png',
    '.webp': 'image/webp',
    '.pdf': 'application/pdf',
  },
  image_search: { '.jpg': 'image/jpeg', '.jpeg': 'image/jpeg', '.png': 'image/png', '.webp': 'image/webp' },
  order_import: tables,
  mapping_file: tables,
  ad_spend: tables,
  claim_evidence: {
    '.jpg': 'image/jpeg',
    '.jpeg': 'image/jpeg',
    '.png': 'image/png',
    '.webp': 'image/webp',
    '.pdf': 'application/pdf',
    '.mp4': 'video/mp4',
  },
  stock_qc: { '.jpg': 'image/jpeg', '.jpeg': 'image/jpeg', '.png': 'image/png', '.webp': 'image/webp' },
};

const isText = (head: Buffer) => head.length > 0 && (!head.includes(0) || head[0] === 0xff || head[0] === 0xfe);

const magic: Record<string, (head: Buffer) => boolean> = {
  'image/jpeg': (head) => pictureFormat(head) === 'jpeg',
  'image/png': (head) => pictureFormat(head) === 'png',
  'image/webp': (head) => pictureFormat(head) === 'webp',
  'video/mp4': (head) => head.subarray(4, 8).toString('latin1') === 'ftyp',
  'application/pdf': (head) => head.subarray(0, 5).toString('latin1') === '%PDF-',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': (head) =>
    head.subarray(0, 2).toString('latin1') === 'PK',
  'text/csv': isText,
  'text/plain': isText,
  'text/tab-separated-values': isText,
};

/** Who may bring a file for a purpose, and who may see it: the rights of the action that it is for. */
const rightsOf: Record<MemberPurpose, Record<'bring' | 'see', [Feature, Action]>> = {
  recharge_proof: { bring: ['wallet', 'pay'], see: ['wallet', 'view'] },
  quote_attachment: { bring: ['quotes', 'edit'], see: ['quotes', 'view'] },
  image_search: { bring: ['products', 'view'], see: ['products', 'view'] },
  order_import: { bring: ['orders', 'edit'], see: ['orders', 'edit'] }, // holds the buyers of all stores
  mapping_file: { bring: ['products', 'edit'], see: ['products', 'edit'] },
  ad_spend: { bring: ['statistics', 'edit'], see: ['statistics', 'edit'] },
  claim_evidence: { bring: ['claims', 'edit'], see: ['claims', 'view'] },
};

/** How large a file may be for its purpose, in bytes. */
export const largestFile = (purpose: string): number =>
  purpose === 'order_import' ? maxOrderFileBytes : maxUploadBytes;

/** The type a file must have for its purpose, recognized by name and checked by its first bytes; throws `file_invalid`. */
function mimeOf(purpose: Purpose, name: string, head: Buffer): string {
  const allowed = kinds[purpose];
  const mime = allowed[extname(name).toLowerCase()];
  if (!mime)
    throw appError(
      'file_invalid',
      { text: 'files.wrong_kind', params: { kinds: Object.keys(allowed).join(', ') } },
      'file',
    );
  if (!magic[mime]?.(head)) throw appError('file_invalid', { text: 'files.content_differs' }, 'file');
  return mime;
}

/** Keeps an uploaded file; unless something refers to it within a day, it is swept. */
export async function upload(entry: Entry<MerchantActor>, file: Upload): Promise<StoredFile> {
  const purpose = filePurposes.find((known) => known === file.purpose);
  if (!purpose)
    throw appError(
      'file_invalid',
      { text: 'files.purpose_missing', params: { purposes: [...filePurposes, avatarPurpose].join(', ') } },
      'purpose',
    );
  demand(entry.actor, 'orders', 'view');
  demand(entry.actor, ...rightsOf[purpose].bring);
  const name = nameOf(file.name);
  const mime = mimeOf(purpose, name, file.head);
  const kept =
    purpose === 'image_search'
      ? await cleanOf(file, name, entry.actor.account_id)
      : { content: file.stream, name, mime };
  const stored = await entry.app.blobs.put(kept.content);
  return entry.run({ account_id: entry.actor.account_id }, (ctx) => addFile(ctx, { ...stored, ...kept, purpose }));
}

/** Which roles of staff bring a file for a client. */
const staffRolesOf: Record<(typeof staffFilePurposes)[number], StaffActor['roles'][number]> = {
  stock_qc: 'warehouse',
  quote_attachment: 'agent',
};

/** Keeps a file that staff bring for a client; of a picture of its goods nothing that the camera wrote. Swept like an upload. */
export async function staffUpload(entry: Entry<StaffActor>, accountId: string, file: Upload): Promise<StoredFile> {
  const purpose = staffFilePurposes.find((known) => known === (file.purpose || 'stock_qc'));
  if (!purpose)
    throw appError(
      'file_invalid',
      { text: 'files.purpose_missing', params: { purposes: staffFilePurposes.join(', ') } },
      'purpose',
    );
  const { roles } = entry.actor;
  if (!roles.includes('admin') && !roles.includes(staffRolesOf[purpose]))
    throw appError('forbidden', { text: 'files.no_right' });
  const name = nameOf(file.name);
  const mime = mimeOf(purpose, name, file.head);
  const kept =
    purpose === 'stock_qc' ? await cleanOf(file, name, entry.actor.user_id) : { content: file.stream, name, mime };
  const stored = await entry.app.blobs.put(kept.content);
  return entry.run('all_accounts', async (ctx) => {
    if (!(await rows.hasAccount(ctx, accountId))) throw appError('not_found', { text: 'general.no_client' });
    const { sha256, size } = stored;
    const expires_at = new Date(ctx.now.getTime() + unattachedHours * 3_600_000);
    const place = { id: uuid(), account_id: accountId, created_by: ctx.actor.user_id, expires_at };
    const row = await rows.insertFile(ctx, { ...place, sha256, size, mime: kept.mime, name: kept.name, purpose });
    const about = { action: 'files.upload', account_id: accountId, entity: 'files', entity_id: row.id };
    await audit(ctx, { ...about, details: { purpose, size } });
    return row;
  });
}

/** Control characters, path separators, and marks that turn the direction of text and so hide an ending. */
const outsideNames = /[\p{Cc}\p{Bidi_C}/\\]/gu;
const nameOf = (name: string) => name.replace(outsideNames, '_').slice(-255) || 'file';

/** What is kept of a picture that only we look at: nothing of what its camera wrote into it. */
async function cleanOf(
  file: Upload,
  name: string,
  owner: string,
): Promise<{ content: Buffer; name: string; mime: string }> {
  const clean = await cleanPicture(await bytesOf(file), owner);
  return { content: clean.bytes, name: `${name.replace(/\.[^.]*$/, '').slice(0, 250)}.webp`, mime: 'image/webp' };
}

/** Notes bytes that lie in the blobs as a file of the actor's account; unless something refers to it within a day, it is swept. */
export async function addFile(
  ctx: MerchantCtx,
  file: { sha256: string; size: number; name: string; mime: string; purpose: Purpose },
): Promise<StoredFile> {
  const { sha256, size, name, mime, purpose } = file;
  const row = await rows.insertFile(ctx, {
    id: uuid(),
    account_id: ctx.account,
    sha256,
    size,
    mime,
    name,
    purpose,
    created_by: ctx.actor.user_id,
    expires_at: new Date(ctx.now.getTime() + unattachedHours * 3_600_000),
  });
  await audit(ctx, { action: 'files.upload', entity: 'files', entity_id: row.id, details: { purpose, size } });
  return row;
}

/** Keeps what the portal itself wrote for a member, until `expires_at`. */
export async function keepExport(
  ctx: MerchantCtx,
  file: { sha256: string; size: number; name: string; mime: string; expires_at: Date },
): Promise<StoredFile> {
  const { account_id, user_id } = ctx.actor;
  return keepWritten(ctx, { account_id, created_by: user_id }, file);
}

/** The same by a job, for who asked for it. */
export async function keepWritten(
  ctx: Ctx,
  owner: { account_id: string; created_by: string | null },
  file: { sha256: string; size: number; name: string; mime: string; expires_at: Date },
): Promise<StoredFile> {
  return rows.insertFile(ctx, { id: uuid(), ...owner, ...file, purpose: 'export' });
}

/** Keeps a document that the portal wrote, for good; members reach it by what it is of. */
export async function keepDocument(
  ctx: AccountCtx,
  file: { sha256: string; size: number; name: string },
): Promise<StoredFile> {
  const place = { id: uuid(), account_id: ctx.account, created_by: null, expires_at: null };
  return rows.insertFile(ctx, { ...place, ...file, mime: 'application/pdf', purpose: documentPurpose });
}

/** A file of the account with its bytes at hand; throws 404 for foreign ids and for another purpose. */
export async function readFile(
  ctx: AccountCtx,
  fileId: string,
  purpose?: Purpose | typeof documentPurpose,
): Promise<{ file: StoredFile; stream(): Readable; bytes(): Promise<Buffer> }> {
  const file = await rows.findFile(ctx, fileId);
  if (!file || (purpose && file.purpose !== purpose)) throw notFound('file');
  const { blobs } = ctx.app;
  return { file, stream: () => blobs.stream(file.sha256), bytes: () => blobs.bytes(file.sha256) };
}

/** Marks a file as referred to, so that it is not swept. */
export async function attachFile(ctx: AccountCtx, fileId: string, purpose: Purpose): Promise<StoredFile> {
  const file = await rows.findFile(ctx, fileId);
  if (!file || file.purpose !== purpose) throw notFound('file');
  await rows.keepFile(ctx, fileId);
  return file;
}

/** Sets when a file is swept: later for what is kept for a time, now for what is given up. */
export const keepFileUntil = (ctx: AccountCtx, fileId: string, until: Date): Promise<void> =>
  rows.keepFile(ctx, fileId, until);

/** Files in which buyers may stand: what was imported, and what was exported. */
const withBuyers = ['order_import', 'export'];

/** Removes an account's files with buyers in them, as soon as the action is committed. */
export async function removeBuyerFiles(ctx: AccountCtx): Promise<void> {
  await rows.expireFiles(ctx, withBuyers);
  await enqueue(ctx, 'files_sweep', {}, { key: 'files_sweep:now' });
}

/** A link for one download within 60 seconds (P27). */
export async function linkTo(ctx: AccountCtx, fileId: string): Promise<{ url: string }> {
  const file = await rows.findFile(ctx, fileId);
  if (!file) throw notFound('file');
  const { token, hash } = newToken();
  const expires_at = new Date(ctx.now.getTime() + linkSeconds * 1000);
  await rows.insertLink(ctx, { token_hash: hash, account_id: ctx.account, file_id: fileId, expires_at });
  return { url: `/api/files/download/${token}` };
}

/** The same for staff, of a client's file that their roles may open (P56); who opened which is recorded. */
export async function staffLink(ctx: AccountCtx<StaffActor>, fileId: string): Promise<{ url: string }> {
  const file = await rows.findFile(ctx, fileId);
  if (!file || file.purpose === documentPurpose) throw notFound('file');
  const client = await rows.findClient(ctx, ctx.account);
  const { roles } = ctx.actor;
  if (!mayOpen({ roles, isAgent: isAgentOf(ctx.actor, client) }, purposeSchema.parse(file.purpose))) {
    throw appError('forbidden', { text: 'files.client_file_closed' });
  }
  const link = await linkTo(ctx, fileId);
  const about = { account_id: ctx.account, entity: 'files', entity_id: fileId };
  await audit(ctx, { ...about, action: 'files.staffLink', details: { purpose: file.purpose } });
  await noteAccess(ctx, {
    feature: 'files',
    route: 'files.staffLink',
    accounts: [ctx.account],
    entity_id: fileId,
    staff_user_id: ctx.actor.user_id,
  });
  return link;
}

/** What only the member who brought or made it may see. */
const personal: readonly string[] = ['export', 'image_search'];

/** The same for a member who has the right to see what the file is for. */
export async function ownLink(ctx: MerchantCtx, fileId: string): Promise<{ url: string }> {
  const file = await rows.findFile(ctx, fileId);
  if (file && personal.includes(file.purpose) && file.created_by !== ctx.actor.user_id) throw notFound('file');
  if (file?.purpose === documentPurpose) throw notFound('file');
  const purpose = filePurposes.find((known) => known === file?.purpose);
  if (purpose) demand(ctx.actor, ...rightsOf[purpose].see);
  if (file?.purpose === 'stock_qc') demand(ctx.actor, 'stock', 'view');
  return linkTo(ctx, fileId);
}

/** Uses a download link up; throws 404 when it was used or is too old. */
export async function takeDownload(ctx: Ctx, token: string): Promise<StoredFile> {
  const link = await rows.takeLink(ctx, hashToken(token));
  const file = link && (await rows.findFile(forAccount(ctx, link.account_id), link.file_id));
  if (!file) throw appError('not_found', { text: 'files.link_used' });
  return file;
}

/**
 * Draws a picture to be shown, at most 1,200 px; outside of any transaction. `owner` is the account that sent it, null for
 * the portal's own. Throws `file_invalid`.
 */
export const drawPicture = (bytes: Buffer, owner: string | null): Promise<DrawnPicture> =>
  redrawPicture(bytes, { longest: 1200, quality: 82 }, owner);

/** Keeps a drawn picture; public by its hash. */
export async function keepPicture(
  ctx: Ctx,
  { bytes, width, height }: DrawnPicture,
): Promise<{ sha256: string; width: number; height: number }> {
  const stored = await ctx.app.blobs.put(bytes);
  await rows.insertPicture(ctx, { ...stored, mime: 'image/webp', width, height });
  await pictureKept.emit(ctx, { sha256: stored.sha256 });
  return { sha256: stored.sha256, width, height };
}

/** A picture by its hash; undefined for unknown ones and for what is no hash. */
export async function findPicture(ctx: Ctx, sha256: string) {
  return /^[0-9a-f]{64}$/.test(sha256) ? rows.findPicture(ctx, sha256) : undefined;
}

/** Removes files over their life and bytes that nothing refers to any more; nothing while a backup is being made. */
export async function sweep(entry: Entry): Promise<number> {
  const hashes = await entry.run('all_accounts', async (ctx) =>
    (await mayRemoveBlobs(ctx)) ? rows.deleteExpired(ctx) : [],
  );
  for (const sha256 of hashes) {
    const referred = await entry.run('all_accounts', (ctx) => rows.isReferred(ctx, sha256));
    if (!referred) await entry.app.blobs.remove(sha256);
  }
  return hashes.length;
}
