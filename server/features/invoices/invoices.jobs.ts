import { z } from 'zod';
import { id } from '#contract/shared.ts';
import type { Tasks } from '#server/db/queue.ts';
import { documentsTask, makeDocuments } from './documents/documents.service.ts';
import { printTask, runPrint } from './documents/print.service.ts';

const account = z.object({ account_id: id });
const job = z.object({ account_id: id, id });

export const invoicesTasks: Tasks = {
  [documentsTask]: (entry, raw) => makeDocuments(entry, account.parse(raw).account_id),
  [printTask]: (entry, raw) => runPrint(entry, job.parse(raw)),
};
