import type { Store } from './stores-types.ts';

/** Milliseconds between two looks at a store whose first import runs: the page after consent hears no events. */
export const importPollMs = 1_500;

/** Whether an import of the store is under way. */
export function isImporting(store: Store): boolean {
  return store.import_job?.state === 'queued' || store.import_job?.state === 'running';
}
