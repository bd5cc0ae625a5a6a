import { Button } from '@mantine/core';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listNames } from '#contract/list-rules.ts';
import type { Column, RowAction } from '#web/ui/column.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import type { EmptyStateProps } from '#web/ui/empty-state.tsx';
import { Page, type PageAction, Panel } from '#web/ui/page.tsx';
import type { ExportChoice } from './export-dialog.tsx';
import { ListBar } from './list-bar.tsx';
import { ListTabs } from './list-tabs.tsx';
import type { ListUrl } from './use-list-url.ts';
import type { ListPageState } from './use-list-page.ts';
import type { DataTableProps } from '#web/ui/data-table-props.ts';
import type { ListKit } from './use-list.ts';
import classes from './list.module.css';

/** What is open over a list. */
export type OpenRecord<Row, Name extends string> = {
  /** The parts of the address that say what is open: `{ claim, account }`; absent when nothing is. */
  ids: Partial<Record<Name, string>>;
  /** The open row; as it was last seen when it has left the list. */
  row: Row | undefined;
  close: () => void;
  /** Opens the row above; undefined at the start of the page. */
  previous: (() => void) | undefined;
  /** Opens the row below, undefined at the end; of a row that has left the list, the one that took its place, else the first. */
  next: (() => void) | undefined;
};

type FromTable = 'bulk' | 'matchable' | 'openText' | 'rowId' | 'rowName' | 'selectable' | 'selection';

type ListPanelProps<Row extends object, Tab extends string, Name extends string> = Pick<
  DataTableProps<Row>,
  FromTable
> & {
  list: ListPageState<Row, Tab>;
  title: string;
  /** The menu of a row. */
  rowActions?: (row: Row) => RowAction[];
  tabLabel?: (tab: Tab) => string;
  /** What the tabs are about, for readers of the screen; the title where it says enough. */
  tabsLabel?: string;
  /** Tabs whose number is amber: they want the reader. */
  attention?: readonly Tab[];
  /** What the search field finds: "Order, SKU, tracking number". Without it there is no search. */
  search?: string;
  /** Beside the search field: what narrows the list and is no filter. */
  tools?: ReactNode;
  /** At the end of the same row, before views and columns. */
  toolsEnd?: ReactNode;
  exportChoices?: readonly ExportChoice[];
  /** What the open tab shows in the place of filters and rows: a list of its own. */
  instead?: ReactNode;
  /** Between tabs and filters. */
  belowTabs?: ReactNode;
  /** Between filters and rows. */
  aboveRows?: ReactNode;
  /** What the address says of an open row, by the names of its parts: `{ claim: (claim) => claim.id }`. */
  opens?: Readonly<Record<Name, (row: Row) => string>>;
  /** Instead of `opens`, where a row leads elsewhere. */
  onOpen?: (row: Row) => void;
  /** The drawer or dialog of what is open. */
  renderDetail?: (open: OpenRecord<Row, Name>) => ReactNode;
  /** What a list says that has no rows at all. */
  empty: EmptyStateProps;
  /** Shows the rows otherwise than as a table, say as a grid of pictures. */
  Body?: ComponentType<DataTableProps<Row>>;
};

type ListPageProps<Row extends object, Tab extends string, Name extends string> = ListPanelProps<Row, Tab, Name> & {
  state?: ReactNode;
  secondary?: readonly PageAction[];
  actions?: ReactNode;
  /** Between the head and the list. */
  above?: ReactNode;
  /** Dialogs of the page. */
  children?: ReactNode;
};

/**
 * A page that is a list: tabs with counts, search, filters, sort, table or cards, and what is open over it. With a name
 * (`useListPage`) its columns can be chosen; lists that the server names have saved views and the export as well.
 */
export function ListPage<Row extends object, Tab extends string = never, Name extends string = never>({
  state,
  secondary = [],
  actions,
  above,
  children,
  renderDetail,
  ...panel
}: ListPageProps<Row, Tab, Name>) {
  const open = useOpenRecord(panel.list, panel.opens);
  const offered = hasNothing(panel.list) && panel.empty.action === actions; // in the place of rows, so not above them too
  return (
    <Page
      title={panel.title}
      secondary={secondary}
      {...(state !== undefined && { state })}
      {...(actions !== undefined && !offered && { actions })}
    >
      {above}
      <Panel padding="none">
        <ListTable {...panel} open={open} />
      </Panel>
      {renderDetail?.(open)}
      {children}
    </Page>
  );
}

/** Tabs, filter row and table, for pages that show a list among other things. */
export function ListPanel<Row extends object, Tab extends string = never, Name extends string = never>({
  renderDetail,
  ...panel
}: ListPanelProps<Row, Tab, Name>) {
  const open = useOpenRecord(panel.list, panel.opens);
  return (
    <>
      <ListTable {...panel} open={open} />
      {renderDetail?.(open)}
    </>
  );
}

/** Follows what is open over a list in the address. */
function useOpenRecord<Row extends object, Name extends string>(
  { url, rows }: { url: ListUrl; rows: readonly Row[] },
  opens: Readonly<Record<Name, (row: Row) => string>> | undefined,
): OpenRecord<Row, Name> & { open: (row: Row) => void } {
  const [seen, setSeen] = useState<{ row: Row; place: number }>();
  const names = Object.keys(opens ?? {}) as Name[]; // the keys of a record of names
  const idsOf = (row: Row) => Object.fromEntries(names.map((name) => [name, opens?.[name](row)]));
  const isOpen = (row: Row) => names.length > 0 && names.every((name) => opens?.[name](row) === url.get(name));
  const place = rows.findIndex(isOpen);
  const listed = rows[place];
  if (listed !== undefined && (listed !== seen?.row || place !== seen.place)) setSeen({ row: listed, place });
  const left = listed === undefined && seen !== undefined && isOpen(seen.row) ? seen : undefined;
  const at = left?.place ?? place;
  const show = (row: Row | undefined) => row && (() => url.show(idsOf(row)));
  const ids: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const id = url.get(name);
    if (id !== undefined) ids[name] = id;
  }
  return {
    ids,
    row: listed ?? left?.row,
    open: (row) => url.show(idsOf(row)),
    close: () => url.show(Object.fromEntries(names.map((name) => [name, undefined]))),
    previous: show(rows[at - 1]),
    next: at < 0 ? undefined : show(left ? (rows[at] ?? rows[0]) : rows[at + 1]),
  };
}

type ListTableProps<Row extends object, Tab extends string, Name extends string> = Omit<
  ListPanelProps<Row, Tab, Name>,
  'renderDetail'
> & { open: OpenRecord<Row, Name> & { open: (row: Row) => void } };

/** Whether a list has no rows at all, in none of its tabs and whatever it is searched for. */
const hasNothing = <Row, Tab extends string>({ query, counts = {}, kit }: ListPageState<Row, Tab>): boolean =>
  query.data?.meta.total === 0 &&
  query.isPlaceholderData !== true && // what a search didn't find says nothing of the list
  !kit.filtered &&
  Object.values(counts).every((count) => (count ?? 0) === 0);

/** Whether nobody knows yet if there is anything to search: the room for it is kept, and nothing shows that would vanish. */
const isUnsure = <Row, Tab extends string>({ query, kit }: ListPageState<Row, Tab>): boolean =>
  query.data === undefined && query.isFetching && !kit.filtered;

function ListTable<Row extends object, Tab extends string, Name extends string>(props: ListTableProps<Row, Tab, Name>) {
  const { list, title, tabLabel, tabsLabel = title, attention, instead, belowTabs, aboveRows } = props;
  const { search, tools, toolsEnd, exportChoices } = props;
  const { url, tabs, tab, counts, kit } = list;
  const own = tools !== undefined || toolsEnd !== undefined;
  const narrows = search !== undefined || kit.filters.length > 0; // else a tab without rows has nothing but their columns
  const bare = !own && (hasNothing(list) || (!narrows && list.query.data?.meta.total === 0));
  return (
    <>
      {tab !== undefined && (
        <ListTabs
          url={url}
          tabs={tabs}
          value={tab}
          label={tabsLabel}
          tabLabel={tabLabel ?? ((one) => one)}
          counts={counts}
          {...(attention && { attention })}
        />
      )}
      {instead ?? (
        <>
          {belowTabs}
          {!bare && (
            <div className={classes.bar} data-unsure={!own && isUnsure(list)}>
              <ListBar
                list={kit}
                search={search}
                tools={tools}
                toolsEnd={toolsEnd}
                {...(exportChoices && { exportChoices })}
              />
            </div>
          )}
          {aboveRows}
          <Rows {...props} />
        </>
      )}
    </>
  );
}

function Rows<Row extends object, Tab extends string, Name extends string>(props: ListTableProps<Row, Tab, Name>) {
  const { list, title, rowId, rowName, opens, onOpen, openText, open } = props;
  const { url, query, kit } = list;
  const { rowActions, bulk, matchable, selectable, selection, Body = DataTable } = props;
  const sorted = listNames.some((name) => name === kit.list);
  const handleOpen = onOpen ?? (opens && open.open);
  return (
    <Body
      label={title}
      query={query}
      columns={kit.columns}
      hidden={kit.chosen === null ? blankOf(kit.columns, list.rows) : []}
      rowId={rowId}
      rowName={rowName}
      empty={useListEmpty(kit, props.empty)}
      {...(handleOpen && { onOpen: handleOpen })}
      {...(openText && { openText })}
      openId={open.row && rowId(open.row)}
      {...(sorted && {
        onSort: (sort: string | undefined) => url.set({ sort }),
        ...(url.sort !== undefined && { sort: url.sort }),
      })}
      {...(rowActions && { actions: rowActions })}
      {...(bulk && { bulk })}
      {...(matchable !== undefined && { matchable })}
      {...(selectable && { selectable })}
      {...(selection && { selection })}
      onPage={url.setPage}
      onPerPage={url.setPerPage}
    />
  );
}

/** Columns that say nothing in any of the rows. */
const blankOf = <Row,>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] =>
  rows.length === 0 ? [] : columns.flatMap(({ id, blank }) => (blank && rows.every(blank) ? [id] : []));

/** What a list without rows says: what narrows it and how to take that back, or what the page says of a tab or an account without any. */
function useListEmpty<Row>(list: ListKit<Row>, unfiltered: EmptyStateProps): EmptyStateProps {
  const { t } = useTranslation('lists');
  if (!list.filtered) return unfiltered;
  return {
    drawing: 'search',
    title: t('empty.title'),
    text: t('empty.text'),
    action: (
      <Button variant="default" onClick={list.clear}>
        {t('empty.clear')}
      </Button>
    ),
  };
}
