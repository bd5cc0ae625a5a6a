import { z } from 'zod';
import type { Tasks } from '#server/db/queue.ts';
import { refreshEveryone, refreshSuggestions } from './suggestions-refresh.service.ts';

const payloadSchema = z.object({ account_id: z.uuid() });

/** Once a night: what was mapped in one store is known in the others. */
export const suggestionsCrontab = '47 3 * * * suggestions_refresh_all';

/** `suggestions_refresh` of one account, `suggestions_refresh_all` of everybody who waits. */
export const suggestionsTasks: Tasks = {
  suggestions_refresh: async (entry, payload) => {
    await refreshSuggestions(entry, payloadSchema.parse(payload).account_id);
  },
  suggestions_refresh_all: refreshEveryone,
};
