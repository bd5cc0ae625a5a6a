import type { ListName } from '#contract/list-rules.ts';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { createStore, useStore } from '#web/lib/store.ts';
import type { Column } from '#web/ui/column.ts';
import { useProfile } from './session.tsx';

type Chosen = readonly string[] | null;
/** Changes since the profile came, by user and list; null is the list's own columns. */
const changes = createStore<Readonly<Record<string, Chosen>>>({});

/** The columns in the order that was chosen; the main one is always among them, and what was chosen shows in any window. */
export function pickColumns<Row>(columns: readonly Column<Row>[], chosen: Chosen): readonly Column<Row>[] {
  if (chosen === null) return columns.filter((column) => column.optional !== true);
  const picked = chosen.flatMap((id) => columns.find((column) => column.id === id) ?? []);
  const missing = columns.filter((column) => column.main === true && !picked.includes(column));
  return [...missing, ...picked].map((column) => {
    const shown = { ...column };
    delete shown.from;
    return shown;
  });
}

/** Which columns of a list this person sees, kept at the server, and how to change them. `viewed` are those of an open view. */
export function useChosenColumns(list: ListName | undefined, view: string | undefined, viewed: Chosen) {
  const { id, list_columns } = useProfile();
  const changed = useStore(changes);
  const save = useApiMutation(api.profile.saveColumns);
  const [own, inView] = [`${id} ${list}`, `${id} ${list} ${view}`];
  const kept = own in changed ? (changed[own] ?? null) : ((list && list_columns[list]) ?? null);
  const chosen = view === undefined ? kept : inView in changed ? (changed[inView] ?? null) : (viewed ?? kept);
  return {
    chosen,
    choose(columns: string[] | null) {
      changes.set((before) => ({ ...before, [own]: columns, ...(view !== undefined && { [inView]: columns }) }));
      if (list !== undefined) void save.run({ body: { list, columns } });
    },
  };
}
