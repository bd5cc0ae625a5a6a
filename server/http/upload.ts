import { Readable } from 'node:stream';
import type { MultipartFields, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { maxUploadBytes } from '#contract/constants.ts';
import { AppError, appError } from '../lib/app-error.ts';

/** A file of a multipart call, read as it arrives. */
export type Upload = {
  /** The form's `purpose`, where it stands before the file; empty otherwise. */
  purpose: string;
  name: string;
  /** Its first 512 bytes. */
  head: Buffer;
  /** All of it, once; fails with the refusal of a file that is too large or ends early. */
  stream: Readable;
};

const headBytes = 512;

/** The refusal of a file that is larger than `limit` bytes. */
export const tooLarge = (limit: number): AppError =>
  appError('too_large', { text: 'files.upload_too_large', params: { megabytes: limit / 1024 / 1024 } }, 'file');

/**
 * Hands `take` the one file of a multipart call, at most as large as `limitOf` its purpose says. Throws for a call without
 * a file or with two, for an empty one, for one that is too large, and for a body that ends early or is no form. What is refused is
 * read no further than the refusal needs; the rest is let through to nowhere, so that the sender gets the answer.
 */
export async function takeUpload<T>(
  request: FastifyRequest,
  take: (upload: Upload) => Promise<T>,
  limitOf: (purpose: string) => number = () => maxUploadBytes,
): Promise<T> {
  if (!request.isMultipart()) throw appError('wrong_type', { text: 'files.upload_not_form' });
  const parts = request.parts();
  const part = await nextFile(parts).catch(refuse);
  if (!part) throw appError('file_invalid', { text: 'files.upload_without_file' }, 'file');
  part.file.on('error', () => undefined); // also told to whoever reads it
  try {
    const purpose = purposeOf(part.fields);
    const chunks = chunksOf(part, limitOf(purpose));
    const first = await firstBytes(chunks);
    if (first.length === 0) throw appError('file_invalid', { text: 'files.upload_empty' }, 'file');
    const stream = Readable.from(followed(first, chunks, parts), { objectMode: false });
    return await take({ purpose, name: part.filename, head: first.subarray(0, headBytes), stream });
  } catch (error) {
    part.file.destroy();
    request.raw.unpipe().resume();
    throw error;
  }
}

/** The bytes of an upload that has to be held as a whole. */
export async function bytesOf({ stream }: Upload): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function purposeOf({ purpose: field }: MultipartFields): string {
  const one = Array.isArray(field) ? field[0] : field;
  return one && 'value' in one ? String(one.value) : '';
}

async function* chunksOf({ file }: MultipartFile, limit: number): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    for await (const chunk of file) {
      size += (chunk as Buffer).length;
      if (size > limit) throw tooLarge(limit);
      yield chunk as Buffer;
    }
  } catch (error) {
    throw file.truncated ? tooLarge(limit) : refusalOf(error);
  }
}

/** As many chunks as make up the head, as one. */
async function firstBytes(chunks: AsyncGenerator<Buffer>): Promise<Buffer> {
  const read: Buffer[] = [];
  for (let size = 0; size < headBytes; ) {
    const next = await chunks.next();
    if (next.done) break;
    read.push(next.value);
    size += next.value.length;
  }
  return Buffer.concat(read);
}

/** The whole file. Ends only with the form, so that nothing is kept of a form with a second file. */
async function* followed(first: Buffer, rest: AsyncGenerator<Buffer>, parts: Parts): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
  const second = await nextFile(parts).catch(refuse);
  if (!second) return;
  second.file.on('error', () => undefined).resume();
  throw appError('file_invalid', { text: 'files.upload_two_files' }, 'file');
}

type Parts = ReturnType<FastifyRequest['parts']>;

async function nextFile(parts: Parts): Promise<MultipartFile | null> {
  for (let next = await parts.next(); !next.done; next = await parts.next())
    if (next.value.type === 'file') return next.value;
  return null;
}

function refuse(error: unknown): never {
  throw refusalOf(error);
}

/** What the parser of forms says is the caller's fault; refusals and limits of the form stay what they are. */
function refusalOf(error: unknown): Error {
  if (error instanceof AppError || (error instanceof Error && 'statusCode' in error)) return error;
  return appError('bad_request', { text: 'files.upload_broken' });
}
