import { createStore } from '../lib/store.ts';

/**
 * Whether the dialogs that greet a user (spec §2, dialogs) have had their say: true once the sequence found nothing
 * to show or its last dialog was closed. The tour waits for it (P19).
 */
export const promptsDone = createStore(false);
