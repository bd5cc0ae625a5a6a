import type { clients } from './en/clients.ts';
import type { dashboard } from './en/dashboard.ts';
import type { session } from './en/session.ts';
import type { shell } from './en/shell.ts';

/** The texts of each feature, as types only; a new feature adds its line here and its file under `en/` and `zh/`. */
export type Resources = {
  clients: typeof clients;
  dashboard: typeof dashboard;
  session: typeof session;
  shell: typeof shell;
};

/** A feature that has texts. */
export type TextFeature = keyof Resources;
