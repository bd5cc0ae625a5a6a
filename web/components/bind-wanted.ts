import { createStore } from '../lib/store.ts';

/** Whether somebody asked to leave a contact: the app then opens the dialog that asks how to be reached (spec §2, dialog 3). */
export const bindWanted = createStore(false);
