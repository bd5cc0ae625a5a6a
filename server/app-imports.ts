import { keepWritten, readFile } from './features/files/files.service.ts';
import type { ImportNeeds } from './features/orders/intake/import.service.ts';
import type { Blobs } from './lib/blob-folder.ts';

/** What imports of orders ask of files: reading the one that was uploaded, and keeping the rows to correct. A part of `buildApp`. */
export const importFilesOf = (blobs: Blobs): Pick<ImportNeeds, 'readFile' | 'putBlob' | 'keepWritten'> => ({
  readFile: (ctx, accountId, fileId) => readFile(ctx, blobs, accountId, fileId, 'order_import'),
  putBlob: (bytes) => blobs.put(bytes),
  keepWritten,
});
