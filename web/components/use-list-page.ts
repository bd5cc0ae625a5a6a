import type { ListName } from '#contract/list-rules.ts';
import type { Column } from '#web/ui/column.ts';
import type { ApiEndpoint } from '../api/client.ts';
import { useApiQuery } from '../api/use-api-query.ts';
import type { ListFilter } from './list-filters.ts';
import { type ListKit, useListKit } from './use-list.ts';
import type { ListUrl } from './use-list-url.ts';
import type { TableMeta, TableQuery } from '#web/ui/data-table-props.ts';

type ListAnswer<Row> = {
  data: readonly Row[];
  meta: TableMeta & { counts?: Readonly<Record<string, number | undefined>> | undefined };
};

export type ListSetup<Row, Tab extends string> = {
  /** Stable (a memo over the texts). */
  columns: readonly Column<Row>[];
  /** In their sequence; the address is silent about the first. */
  tabs?: readonly Tab[];
  /** The list's name at the server: brings saved views, chosen columns, filters and the export. */
  name?: ListName;
  filters?: readonly ListFilter[];
  /** What the call asks besides page, tab, search, sort and filters. */
  ask?: (url: ListUrl, tab: Tab | undefined) => Record<string, unknown>;
};

/** A list as its address describes it, with the rows that the server has for it. */
export type ListPageState<Row, Tab extends string = string> = {
  url: ListUrl;
  tabs: readonly Tab[];
  /** The tab that shows; undefined for lists without tabs. */
  tab: Tab | undefined;
  query: TableQuery<Row>;
  rows: readonly Row[];
  /** How many rows each tab has, as far as the server says. */
  counts: Readonly<Record<string, number | undefined>> | undefined;
  columns: readonly Column<Row>[];
  /** Views, columns, filters and what an export asks for; only of named lists. */
  kit: ListKit<Row> | undefined;
};

type Named<Row> = { kit: ListKit<Row> };
type RowOf<A extends ListAnswer<object>> = A['data'][number];
/** What a hook gives for an endpoint: with `meta` as the endpoint declares it. */
type StateOf<A extends ListAnswer<object>, Tab extends string> = ListPageState<RowOf<A>, Tab> & {
  meta: A['meta'] | undefined;
};

/**
 * The state of a list page: page, tab, search, sort, filters and what is open stand in the address, the rows come of
 * `endpoint`, whose previous answer shows until the next is there.
 */
export function useListPage<I, A extends ListAnswer<object>, Tab extends string = never>(
  endpoint: ApiEndpoint<I, A>,
  setup: ListSetup<RowOf<A>, Tab> & { name: ListName },
): StateOf<A, Tab> & Named<RowOf<A>>;
export function useListPage<I, A extends ListAnswer<object>, Tab extends string = never>(
  endpoint: ApiEndpoint<I, A>,
  setup: ListSetup<RowOf<A>, Tab>,
): StateOf<A, Tab>;
export function useListPage<I, A extends ListAnswer<object>, Tab extends string = never>(
  endpoint: ApiEndpoint<I, A>,
  { columns, tabs = [], name, filters, ask }: ListSetup<RowOf<A>, Tab>,
): StateOf<A, Tab> {
  const first = tabs[0];
  const list = useListKit({ list: name, columns, ...(filters && { filters }), ...(first && { firstTab: first }) });
  const { url, asked } = list;
  const tab = tabs.find((one) => one === url.tab) ?? first;
  const query = {
    page: url.page,
    per_page: url.per_page,
    q: url.q,
    ...(name !== undefined && asked),
    ...(tab !== undefined && { tab }),
    ...ask?.(url, tab),
  };
  const input: object = { query };
  // the address may hold words of another day; the server says which ones it knows
  const answer = useApiQuery(endpoint, input as NonNullable<I>, { keepPrevious: true });
  return {
    url,
    tabs,
    tab,
    query: answer,
    rows: answer.data?.data ?? [],
    meta: answer.data?.meta,
    counts: answer.data?.meta.counts,
    columns: list.columns,
    kit: name === undefined ? undefined : { ...list, list: name },
  };
}
