import { type ReactNode, useState } from 'react';
import type { RowAction } from '#web/ui/column.ts';
import { CountTabs } from '#web/ui/count-tabs.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import type { EmptyStateProps } from '#web/ui/empty-state.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Toolbar } from '#web/ui/toolbar.tsx';
import type { ExportChoice } from './export-dialog.tsx';
import { ListBar } from './list-bar.tsx';
import { useListEmpty } from './list-empty.tsx';
import type { ListKit } from './use-list.ts';
import type { ListUrl } from './use-list-url.ts';
import type { ListPageState } from './use-list-page.ts';
import type { DataTableProps } from '#web/ui/data-table-props.ts';

/** What is open over a list. */
export type OpenRecord<Row, Name extends string> = {
  /** The parts of the address that say what is open: `{ claim, account }`; absent when nothing is. */
  ids: Partial<Record<Name, string>>;
  /** The open row; as it was last seen when it has left the list. */
  row: Row | undefined;
  close: () => void;
  /** Opens the row below; undefined at the end of the page. */
  next: (() => void) | undefined;
};

type FromTable = 'bulk' | 'matchable' | 'rowId' | 'rowName' | 'selectable' | 'selection';

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
  /** Tabs whose numbers show; all of them unless said otherwise. */
  counted?: readonly Tab[];
  /** What the search field finds: "Order, SKU, tracking number". Without it there is no search. */
  search?: string;
  searchWidth?: number;
  /** Beside the search field of a list without a name. */
  tools?: ReactNode;
  /** At the end of the same row. */
  toolsEnd?: ReactNode;
  exportChoices?: readonly ExportChoice[];
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
  /** The same for a search that finds nothing, on a list without a name. */
  noMatch?: EmptyStateProps;
};

type ListPageProps<Row extends object, Tab extends string, Name extends string> = ListPanelProps<Row, Tab, Name> & {
  state?: ReactNode;
  actions?: ReactNode;
  /** Between the head and the list. */
  above?: ReactNode;
  /** Dialogs of the page. */
  children?: ReactNode;
};

/**
 * A page that is a list: tabs with counts, search, table or cards, and what is open over it. With a name at the server
 * (`useListPage`) it has filters, sort, saved views, columns and the export as well.
 */
export function ListPage<Row extends object, Tab extends string = never, Name extends string = never>({
  state,
  actions,
  above,
  children,
  renderDetail,
  ...panel
}: ListPageProps<Row, Tab, Name>) {
  const open = useOpenRecord(panel.list, panel.opens);
  return (
    <Page title={panel.title} {...(state !== undefined && { state })} {...(actions !== undefined && { actions })}>
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
  const [seen, setSeen] = useState<Row>();
  const names = Object.keys(opens ?? {}) as Name[]; // the keys of a record of names
  const idsOf = (row: Row) => Object.fromEntries(names.map((name) => [name, opens?.[name](row)]));
  const isOpen = (row: Row) => names.length > 0 && names.every((name) => opens?.[name](row) === url.get(name));
  const place = rows.findIndex(isOpen);
  const listed = rows[place];
  if (listed !== undefined && listed !== seen) setSeen(listed);
  const below = listed && rows[place + 1];
  const ids: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const id = url.get(name);
    if (id !== undefined) ids[name] = id;
  }
  return {
    ids,
    row: listed ?? (seen !== undefined && isOpen(seen) ? seen : undefined),
    open: (row) => url.show(idsOf(row)),
    close: () => url.show(Object.fromEntries(names.map((name) => [name, undefined]))),
    next: below && (() => url.show(idsOf(below))),
  };
}

type ListTableProps<Row extends object, Tab extends string, Name extends string> = Omit<
  ListPanelProps<Row, Tab, Name>,
  'renderDetail'
> & { open: OpenRecord<Row, Name> & { open: (row: Row) => void } };

function ListTable<Row extends object, Tab extends string, Name extends string>(props: ListTableProps<Row, Tab, Name>) {
  const {
    list,
    tools,
    toolsEnd,
    search,
    searchWidth,
    exportChoices,
    belowTabs,
    aboveRows,
    empty,
    noMatch = empty,
  } = props;
  const { url, kit } = list;
  if (kit !== undefined)
    return (
      <>
        <Tabs {...props} />
        {belowTabs}
        <ListBar list={kit} search={search ?? ''} {...(exportChoices && { exportChoices })} />
        {aboveRows}
        <NamedRows {...props} kit={kit} />
      </>
    );
  return (
    <>
      <Tabs {...props} />
      {(search !== undefined || tools !== undefined) && (
        <Toolbar {...(toolsEnd !== undefined && { end: toolsEnd })}>
          {search !== undefined && (
            <SearchField
              label={search}
              value={url.q}
              onSearch={(q) => url.set({ q })}
              {...(searchWidth !== undefined && { width: searchWidth })}
            />
          )}
          {tools}
        </Toolbar>
      )}
      {aboveRows}
      <Rows {...props} empty={url.q === '' ? empty : noMatch} />
    </>
  );
}

function Tabs<Row extends object, Tab extends string, Name extends string>({
  list: { tabs, tab, counts, url },
  title,
  tabLabel = (one) => one,
  tabsLabel = title,
  attention = [],
  counted = tabs,
}: ListTableProps<Row, Tab, Name>) {
  if (tab === undefined) return null;
  // a tab that the server does not name has no rows
  const countOf = (one: Tab) => (counts && counted.includes(one) ? (counts[one] ?? 0) : undefined);
  return (
    <CountTabs
      label={tabsLabel}
      tabs={tabs.map((value) => ({
        value,
        label: tabLabel(value),
        count: countOf(value),
        attention: attention.includes(value),
      }))}
      value={tab}
      onChange={(value) => url.set({ tab: value === tabs[0] ? undefined : value })}
    />
  );
}

/** The rows of a list with filters: without any it says what narrows it. */
function NamedRows<Row extends object, Tab extends string, Name extends string>({
  kit,
  ...props
}: ListTableProps<Row, Tab, Name> & { kit: ListKit<Row> }) {
  return <Rows {...props} empty={useListEmpty(kit, props.empty)} />;
}

function Rows<Row extends object, Tab extends string, Name extends string>(props: ListTableProps<Row, Tab, Name>) {
  const { list, title, rowId, rowName, opens, onOpen, open, empty } = props;
  const { url, query, columns, kit } = list;
  const { rowActions, bulk, matchable, selectable, selection } = props;
  const handleOpen = onOpen ?? (opens && open.open);
  return (
    <DataTable
      label={title}
      query={query}
      columns={columns}
      rowId={rowId}
      rowName={rowName}
      empty={empty}
      {...(handleOpen && { onOpen: handleOpen })}
      openId={open.row && rowId(open.row)}
      {...(kit && {
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
