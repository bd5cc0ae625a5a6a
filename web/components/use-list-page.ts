import type { ColumnList } from '#contract/list-rules.ts';
import type { Column } from '#web/ui/column.ts';
import type { ApiEndpoint } from '../api/client.ts';
import { useApiQuery } from '../api/use-api-query.ts';
import type { ListFilter } from './list-filters.ts';
import { type ListKit, useList } from './use-list.ts';
import { type ListUrl, useKnownTab } from './use-list-url.ts';
import type { TableMeta, TableQuery } from '#web/ui/data-table-props.ts';

type ListAnswer<Row> = {
  data: readonly Row[];
  meta: TableMeta & { counts?: Readonly<Record<string, number | undefined>> | undefined };
};

export type ListSetup<Row, Tab extends string, Name extends ColumnList | undefined> = {
  /** Stable (a memo over the texts). */
  columns: readonly Column<Row>[];
  /** In their sequence; the address is silent about the first. */
  tabs?: readonly Tab[];
  /** Brings the choice of columns; a list that the server names has saved views, bulk actions and the export too. */
  name?: Name;
  /** Stable (a memo over the texts). */
  filters?: readonly ListFilter[];
  /** What the call asks besides page, tab, search, sort and filters, or instead of them. */
  ask?: (url: ListUrl, tab: Tab | undefined) => Record<string, unknown>;
  /** Its rows change without an event of the server: they are read again when the page is opened or gets the focus back. */
  unreported?: boolean;
};

/** A list as its address describes it, with the rows that the server has for it. */
export type ListPageState<
  Row,
  Tab extends string = string,
  Name extends ColumnList | undefined = ColumnList | undefined,
> = {
  url: ListUrl;
  tabs: readonly Tab[];
  /** The tab that shows; undefined for lists without tabs. */
  tab: Tab | undefined;
  query: TableQuery<Row>;
  rows: readonly Row[];
  /** How many rows each tab has, as far as the server says. */
  counts: Readonly<Record<string, number | undefined>> | undefined;
  /** Views, columns, filters and what an export asks for. */
  kit: ListKit<Row, Name>;
};

type RowOf<A extends ListAnswer<object>> = A['data'][number];
/** What a hook gives for an endpoint: with `meta` as the endpoint declares it. */
type StateOf<A extends ListAnswer<object>, Tab extends string, Name extends ColumnList | undefined> = ListPageState<
  RowOf<A>,
  Tab,
  Name
> & { meta: A['meta'] | undefined };

/**
 * The state of a list page: page, tab, search, sort, filters and what is open stand in the address, the rows come of
 * `endpoint`, whose previous answer shows until the next is there.
 */
export function useListPage<
  I,
  A extends ListAnswer<object>,
  Tab extends string = never,
  Name extends ColumnList | undefined = undefined,
>(
  endpoint: ApiEndpoint<I, A>,
  { columns, tabs = [], name, filters = noFilters, ask, unreported = false }: ListSetup<RowOf<A>, Tab, Name>,
): StateOf<A, Tab, Name> {
  const first = tabs[0];
  const kit = useList({ list: name as Name, columns, filters, firstTab: first }); // absent only where Name is undefined
  const { url, asked } = kit;
  useKnownTab(url, tabs);
  const tab = tabs.find((one) => one === url.tab) ?? first;
  const query = {
    page: url.page,
    per_page: url.per_page,
    q: url.q,
    ...asked,
    ...(tab !== undefined && { tab }),
    ...ask?.(url, tab),
  };
  const input: object = { query };
  // the address may hold words of another day; the server says which ones it knows
  const answer = useApiQuery(endpoint, input as NonNullable<I>, { keepPrevious: true, ...(unreported && whenSeen) });
  return {
    url,
    tabs,
    tab,
    query: answer,
    rows: answer.data?.data ?? [],
    meta: answer.data?.meta,
    counts: answer.data?.meta.counts,
    kit,
  };
}
const noFilters: readonly never[] = [];
const whenSeen = { refetchOnMount: 'always', refetchOnWindowFocus: 'always' } as const;
