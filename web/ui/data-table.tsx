import { useRef } from 'react';
import './app-styles.ts';
import { BulkBar } from './bulk-bar.tsx';
import classes from './data-table.module.css';
import { CardList } from './data-table-cards.tsx';
import { TableFooter } from './data-table-footer.tsx';
import { TableGrid } from './data-table-grid.tsx';
import { EmptyState } from './empty-state.tsx';
import { ErrorBox } from './error-box.tsx';
import { ThinBar } from './progress.tsx';
import { type PageSelection, pageSelection } from './page-selection.ts';
import { useRowKeys } from './row-keys.ts';
import { useMobile } from './use-mobile.ts';
import type { DataTableProps } from './data-table-props.ts';

/** A list: sticky head, selection with a bulk bar, footer with pages, cards on a phone (look.md: page anatomy). */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { query, selection, bulk } = props;
  const mobile = useMobile();
  const ticks = pageSelection(props);
  const root = useRef<HTMLDivElement>(null);
  useRowKeys(root, useTickKeys(props, ticks));
  const ready = query.data !== undefined;

  if (!ready && query.error !== null && query.error !== undefined && !query.isFetching) {
    return (
      <div className={classes.failed}>
        <ErrorBox error={query.error} onRetry={() => void query.refetch()} />
      </div>
    );
  }
  const Body = mobile ? CardList : TableGrid;
  return (
    <div ref={root} className={classes.table} aria-busy={query.isFetching}>
      <ThinBar active={query.isFetching && ready} />
      {query.data?.data.length === 0 ? <EmptyState {...props.empty} /> : <Body {...props} ticks={ticks} />}
      {query.data !== undefined && query.data.meta.total > 0 && (
        <TableFooter meta={query.data.meta} onPage={props.onPage} onPerPage={props.onPerPage} />
      )}
      {selection !== undefined && bulk !== undefined && selection.ids.length > 0 && (
        <BulkBar count={selection.ids.length} onClear={selection.clear} {...matching(props, ticks)}>
          {bulk(selection.rows)}
        </BulkBar>
      )}
    </div>
  );
}

/** The offer to take all that match, once the page is ticked; and its number when it was taken. */
function matching<Row extends object>({ query, selection, matchable }: DataTableProps<Row>, ticks: PageSelection<Row>) {
  const meta = query.data?.meta;
  if (matchable !== true || meta === undefined || selection === undefined || meta.total <= selection.ids.length)
    return {};
  const total = new Intl.NumberFormat(document.documentElement.lang || 'en').format(meta.total);
  if (selection.everything) return { everything: total };
  return ticks.all && meta.total_is_exact ? { more: { total, onTake: selection.takeEverything } } : {};
}

/** What the keys do to the ticks. */
function useTickKeys<Row extends object>({ selection }: DataTableProps<Row>, ticks: PageSelection<Row>) {
  const anchor = useRef(0);
  if (selection === undefined) return { tick: undefined, clear: undefined };
  return {
    tick: (index: number, range: boolean) => {
      ticks.toggleRange(range ? anchor.current : index, index);
      anchor.current = index;
    },
    clear: () => {
      if (selection.ids.length === 0) return false;
      selection.clear();
      return true;
    },
  };
}
