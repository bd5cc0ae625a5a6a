import type { MultipartFields } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { maxUploadBytes } from '#contract/constants.ts';
import { type AppError, appError } from '../lib/app-error.ts';

/** A file of a multipart call. */
export type Upload = { purpose: string; name: string; bytes: Buffer };

/** The refusal of a file that is larger than `limit` bytes. */
export const tooLarge = (limit: number): AppError =>
  appError('too_large', { text: 'upload_too_large', params: { megabytes: limit / 1024 / 1024 } }, 'file');

/** The form's `purpose`; empty where it has none. */
function purposeOf({ purpose: field }: MultipartFields): string {
  const one = Array.isArray(field) ? field[0] : field;
  return one && 'value' in one ? String(one.value) : '';
}

/**
 * The one file of a multipart call, at most as large as `limitOf` its purpose says. Throws for a call without a file, for
 * an empty one, for one that is too large, and for a body that ends early or is no form.
 */
export async function readUpload(
  request: FastifyRequest,
  limitOf: (purpose: string) => number = () => maxUploadBytes,
): Promise<Upload> {
  if (!request.isMultipart()) throw appError('wrong_type', { text: 'upload_not_form' });
  const part = await request.file().catch(refuse);
  if (!part) throw appError('file_invalid', { text: 'upload_without_file' }, 'file');
  const bytes = await part.toBuffer().catch((error: unknown) => {
    throw part.file.truncated ? tooLarge(limitOf(purposeOf(part.fields))) : refuse(error);
  });
  const upload = { purpose: purposeOf(part.fields), name: part.filename, bytes };
  const limit = limitOf(upload.purpose);
  if (bytes.length > limit) throw tooLarge(limit);
  if (bytes.length === 0) throw appError('file_invalid', { text: 'upload_empty' }, 'file');
  return upload;
}

/** What the parser of forms says is the caller's fault; limits of the form keep their own refusal. */
function refuse(error: unknown): never {
  if (error instanceof Error && 'statusCode' in error) throw error;
  throw appError('bad_request', { text: 'upload_broken' });
}
