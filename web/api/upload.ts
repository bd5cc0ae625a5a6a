import { endpoints } from 'virtual:endpoints';
import type { AnswerOf } from '#contract/endpoint.ts';
import { readAnswer } from './answer.ts';
import type { Contract } from './client.ts';
import { refused, send } from './transport.ts';

/** What the server says of a stored file. */
export type UploadedFile = AnswerOf<Contract['files']['upload']>;

/** What the server says of a stored picture of the catalogue. */
export type CatalogPicture = AnswerOf<Contract['catalog']['staffPicture']>;

/** What the server says of a bank statement that it read. */
export type BankFile = AnswerOf<Contract['bankStatements']['upload']>;

/**
 * Sends one file (P29); other calls then carry its id.
 * `purpose` says what it is for, and with it who may read it. Throws `ApiError`.
 */
export async function uploadFile(file: File, purpose: string, signal?: AbortSignal): Promise<UploadedFile> {
  const form = new FormData();
  form.append('purpose', purpose); // before the file: the server reads the parts as they come
  form.append('file', file, file.name);
  return (await sendForm(endpoints.files?.upload?.[1] ?? '/api/files', form, signal)) as UploadedFile; // parsed by the server with the contract's schema
}

/** Sends a picture for the catalogue: everybody may read it by its address from then on. Throws `ApiError`. */
export async function uploadCatalogPicture(file: File): Promise<CatalogPicture> {
  const form = new FormData();
  form.append('file', file, file.name);
  const url = endpoints.catalog?.staffPicture?.[1] ?? '/api/staff/catalog_pictures';
  return (await sendForm(url, form)) as CatalogPicture; // parsed by the server with the contract's schema
}

/** Sends a file that staff bring for a client: by default a picture of goods that the warehouse checked. Throws `ApiError`. */
export async function uploadForClient(file: File, accountId: string, purpose = 'stock_qc'): Promise<UploadedFile> {
  const form = new FormData();
  form.append('purpose', purpose); // before the file: the server reads the parts as they come
  form.append('file', file, file.name);
  return (await sendForm(`/api/staff/files/${accountId}`, form)) as UploadedFile; // parsed by the server with the contract's schema
}

/** Sends a statement of the bank account that a payment method pays into; its columns come back. Throws `ApiError`. */
export async function uploadBankStatement({ file, method }: { file: File; method: string }): Promise<BankFile> {
  const form = new FormData();
  form.append('file', file, file.name);
  return (await sendForm(`/api/staff/bank_files?method=${encodeURIComponent(method)}`, form)) as BankFile; // parsed by the server with the contract's schema
}

async function sendForm(url: string, form: FormData, signal?: AbortSignal): Promise<unknown> {
  const { response, token } = await send({ method: 'POST', url, body: form, signal });
  try {
    const { data } = await readAnswer(response);
    return data;
  } catch (error) {
    throw refused(error, token, signal);
  }
}
