import { perTab } from '../lib/storage.ts';
import { createStore } from '../lib/store.ts';

/** The merchant whose pages a member of staff looks at (P3). */
export type ClientChoice = { id: string; label: string };

const key = 'client';

function stored(): ClientChoice | undefined {
  const value = perTab.get(key);
  const known = typeof value === 'object' && value !== null && 'id' in value && 'label' in value;
  return known ? { id: String(value.id), label: String(value.label) } : undefined;
}

/** The chosen client of this browser tab; merchants have none. */
export const clientChoice = createStore<ClientChoice | undefined>(stored());

/** Chooses a client, or none. */
export function chooseClient(client: ClientChoice | undefined): void {
  if (client === undefined) perTab.drop(key);
  else perTab.set(key, client);
  clientChoice.set(client);
}
