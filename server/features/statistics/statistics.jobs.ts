import { z } from 'zod';
import { id } from '#contract/shared.ts';
import type { Tasks } from '#server/db/queue.ts';
import { checkDue, checkStatistics, checkTask, foldStatistics, readMonths } from './statistics-keep.service.ts';
import { sendMails } from './statistics-mails.service.ts';

const accountPayload = z.object({ account_id: id });

export const statisticsTasks: Tasks = {
  statistics_fold: (entry) => foldStatistics(entry),
  statistics_months: (entry) => readMonths(entry),
  statistics_mails: (entry) => sendMails(entry),
  statistics_check_due: (entry) => checkDue(entry),
  [checkTask]: (entry, payload) => checkStatistics(entry, accountPayload.parse(payload).account_id),
};

export const statisticsCrontab = [
  '*/5 * * * * statistics_fold',
  '*/15 * * * * statistics_months',
  '*/15 * * * * statistics_check_due',
  '25 * * * * statistics_mails',
].join('\n');
