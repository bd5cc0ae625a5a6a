import { useMemo } from 'react';
import { type ColumnList, listNames } from '#contract/list-rules.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { createStore, useStore } from '#web/lib/store.ts';
import type { Column } from '#web/ui/column.ts';
import { api } from '../api/client.ts';
import { useApiQuery } from '../api/use-api-query.ts';
import { cleared, filterNames, isSet, type ListFilter } from './list-filters.ts';
import { type ListUrl, useListUrl } from './use-list-url.ts';
import type { View } from './list-types.ts';
import { useProfile } from './session.tsx';

/** A list page's state: its address, filters, columns and views. */
export type ListKit<Row, Name extends ColumnList | undefined = ColumnList | undefined> = {
  /** With a name the columns are chosen and kept; lists that the server names have views, bulk actions and exports too. */
  list: Name;
  url: ListUrl;
  filters: readonly ListFilter[];
  /** Columns that show, in their order. */
  columns: readonly Column<Row>[];
  allColumns: readonly Column<Row>[];
  chosen: readonly string[] | null;
  choose: (columns: string[] | null) => void;
  /** Tab, search, sort and filters as the server has them: what a view, an export or a bulk action is about. */
  asked: Record<string, string>;
  /** Search or filters narrow the list. */
  filtered: boolean;
  clear: () => void;
  views: readonly View[];
  view: View | undefined;
};

type ListSetup<Row, Name> = {
  list: Name;
  columns: readonly Column<Row>[];
  filters: readonly ListFilter[];
  firstTab: string | undefined;
};

type Chosen = readonly string[] | null;
/** Changes since the profile came, by user and list; null is the list's own columns. */
const columnChanges = createStore<Readonly<Record<string, Chosen>>>({});

/** Everything that lists share; `columns` and `filters` are stable (a memo over the texts). */
export function useList<Row, Name extends ColumnList | undefined>(page: ListSetup<Row, Name>): ListKit<Row, Name> {
  const { list, columns: allColumns, filters, firstTab } = page;
  const url = useListUrl(firstTab);
  const viewed = listNames.find((name) => name === list);
  const views =
    useApiQuery(api.views.list, viewed === undefined ? null : { query: { list: viewed } }, { staleTime: 60_000 })
      .data ?? noViews;
  const view = views.find((one) => one.id === url.get('view'));
  const { chosen, choose } = useChosenColumns(list, view?.id, view?.state.columns ?? null);
  const columns = useMemo(() => pickColumns(allColumns, chosen), [allColumns, chosen]);
  const asked = Object.fromEntries(
    ['tab', 'q', 'sort', ...filterNames(filters)].flatMap((name) => {
      const value = url.get(name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
  return {
    list,
    url,
    filters,
    columns,
    allColumns,
    chosen,
    choose,
    asked,
    filtered: url.q !== '' || filters.some((filter) => isSet(filter, url)),
    clear: () => url.set({ q: undefined, ...cleared(filters) }),
    views,
    view,
  };
}

const noViews: readonly never[] = [];

/** The columns in the order that was chosen; the main and fixed ones are always among them, and what was chosen shows in any window. */
function pickColumns<Row>(columns: readonly Column<Row>[], chosen: Chosen): readonly Column<Row>[] {
  if (chosen === null) return columns.filter((column) => column.optional !== true);
  const picked = chosen.flatMap((id) => columns.find((column) => column.id === id) ?? []);
  const lacking = (column: Column<Row>) => !picked.includes(column);
  const main = columns.filter((column) => column.main === true && lacking(column));
  const fixed = columns.filter((column) => column.fixed === true && lacking(column));
  const first = [...main, ...picked].slice(0, 1);
  const rest = [...main, ...picked].slice(1);
  return [...first, ...fixed, ...rest].map((column) => {
    const shown = { ...column };
    delete shown.from;
    return shown;
  });
}

/** Which columns of a list this person sees, kept at the server, and how to change them. `viewed` are those of an open view. */
function useChosenColumns(list: ColumnList | undefined, view: string | undefined, viewed: Chosen) {
  const { id, list_columns } = useProfile();
  const changed = useStore(columnChanges);
  const save = useApiMutation(api.profile.saveColumns);
  const [own, inView] = [`${id} ${list}`, `${id} ${list} ${view}`];
  const kept = own in changed ? (changed[own] ?? null) : ((list && list_columns[list]) ?? null);
  const chosen = view === undefined ? kept : inView in changed ? (changed[inView] ?? null) : (viewed ?? kept);
  return {
    chosen,
    choose(columns: string[] | null) {
      columnChanges.set((before) => ({ ...before, [own]: columns, ...(view !== undefined && { [inView]: columns }) }));
      if (list !== undefined) void save.run({ body: { list, columns } });
    },
  };
}
