import { useMemo } from 'react';
import type { ListName } from '#contract/list-rules.ts';
import type { Column } from '#web/ui/column.ts';
import { api } from '../api/client.ts';
import { useApiQuery } from '../api/use-api-query.ts';
import { useChosenColumns, pickColumns } from './list-columns.ts';
import { cleared, filterNames, isSet, type ListFilter } from './list-filters.ts';
import { type ListUrl, useListUrl } from './use-list-url.ts';
import type { View } from './list-types.ts';

/** A list page's state: its address, filters, columns and views. */
export type ListKit<Row> = {
  list: ListName;
  url: ListUrl;
  filters: readonly ListFilter[];
  /** Columns that show, in their order. */
  columns: readonly Column<Row>[];
  allColumns: readonly Column<Row>[];
  chosen: readonly string[] | null;
  choose: (columns: string[] | null) => void;
  /** Tab, search, sort and filters as the server has them: what a view, an export or a bulk act is about. */
  asked: Record<string, string>;
  /** Search or filters narrow the list. */
  filtered: boolean;
  clear: () => void;
  views: readonly View[];
  view: View | undefined;
};

type ListSetup<Row> = {
  columns: readonly Column<Row>[];
  filters?: readonly ListFilter[];
  firstTab?: string;
};

/** Everything that a list page shares with the others; `columns` and `filters` are stable (a memo over the texts). */
export function useList<Row>({ list, ...setup }: ListSetup<Row> & { list: ListName }): ListKit<Row> {
  return { ...useListKit({ list, ...setup }), list };
}

/** The same for lists that may have no name at the server: then without views, and with the page's own columns. */
export function useListKit<Row>(page: ListSetup<Row> & { list: ListName | undefined }): Omit<ListKit<Row>, 'list'> {
  const { list, columns: allColumns, filters = none, firstTab } = page;
  const url = useListUrl(firstTab);
  const views =
    useApiQuery(api.views.list, list === undefined ? null : { query: { list } }, { staleTime: 60_000 }).data ?? none;
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
const none: readonly never[] = [];
