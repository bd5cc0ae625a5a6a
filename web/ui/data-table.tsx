import './app-styles.ts';
import { type ComponentProps, type RefObject, useRef } from 'react';
import { BulkBar } from './bulk-bar.tsx';
import { matchingWords } from './matching.ts';
import { useUiTexts } from './texts.tsx';
import classes from './data-table.module.css';
import { CardList } from './data-table-cards.tsx';
import { TableFooter } from './data-table-footer.tsx';
import { TableGrid } from './data-table-grid.tsx';
import { EmptyState } from './empty-state.tsx';
import { ErrorBox } from './error-box.tsx';
import { ThinBar } from './progress.tsx';
import { pageSelection, type PageSelection } from './page-selection.ts';
import { useMobile } from './use-mobile.ts';
import type { DataTableProps } from './data-table-props.ts';
import { usePageKeys } from './page-keys.ts';

const rowsOf = (root: HTMLElement | null) => [...(root?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
const rowAt = (root: HTMLElement | null) => {
  const { activeElement } = document;
  return rowsOf(root).findIndex((row) => row.contains(activeElement));
};
/** What takes the keys for its row: the button that opens it, else its tick, else whatever can be focused. */
const stopOf = (row: HTMLElement) =>
  row.querySelector<HTMLElement>('[data-row-opener]') ?? row.querySelector<HTMLElement>('input, button, a[href]');

/**
 * The keys of a list: j and k walk through the rows by moving the focus itself, so that Enter opens and readers of the
 * screen follow; x ticks the row, Shift x all from the last ticked one, Escape gives the ticks back.
 */
function useRowKeys(
  root: RefObject<HTMLElement | null>,
  action: { tick: ((index: number, range: boolean) => void) | undefined; clear: (() => boolean) | undefined },
): void {
  const step = (by: 1 | -1) => {
    const rows = rowsOf(root.current);
    const at = rowAt(root.current);
    const next = rows[at < 0 ? (by === 1 ? 0 : rows.length - 1) : at + by];
    if (next === undefined) return rows.length > 0;
    stopOf(next)?.focus();
    next.scrollIntoView({ block: 'nearest' });
    return true;
  };
  const tick = (range: boolean) => {
    const at = rowAt(root.current);
    if (at < 0 || action.tick === undefined) return false;
    action.tick(at, range);
    return true;
  };
  usePageKeys({
    j: () => step(1),
    k: () => step(-1),
    x: () => tick(false),
    X: () => tick(true),
    Escape: () => action.clear?.() ?? false,
  });
}

/** A list: sticky head, selection with a bulk bar, footer with pages, cards on a phone (look.md: page anatomy). */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { query, selection, bulk } = props;
  const mobile = useMobile();
  const ticks = pageSelection(props);
  const root = useRef<HTMLDivElement>(null);
  useRowKeys(root, useTickKeys(props, ticks));
  const ready = query.data !== undefined;
  const matching = useMatching(props, ticks, mobile);

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
      {selection !== undefined && bulk !== undefined && (selection.ids.length > 0 || countOf(props) > 0) && (
        <BulkBar onClear={selection.clear} {...matching}>
          {bulk(selection.rows)}
        </BulkBar>
      )}
    </div>
  );
}

/** How many rows are selected. */
function countOf<Row extends object>({ query, selection }: DataTableProps<Row>): number {
  if (selection === undefined) return 0;
  const total = query.data?.meta.total ?? 0;
  return selection.everything ? total - selection.except.length : selection.ids.length;
}

/**
 * What the bar of ticked rows says, with the offer to take all that match once the page is ticked. Cards have no head with a tick
 * for the page: there the bar offers that first.
 */
function useMatching<Row extends object>(
  { query, selection, matchable }: DataTableProps<Row>,
  ticks: PageSelection<Row>,
  cards: boolean,
): Partial<Pick<ComponentProps<typeof BulkBar>, 'words' | 'more'>> {
  const texts = useUiTexts();
  const meta = query.data?.meta;
  if (meta === undefined || selection === undefined) return {};
  const page = cards && !ticks.all && !ticks.none && !selection.everything;
  const shown = { meta, ticked: selection, pageTicked: matchable === true && ticks.all };
  const { words, offer } = matchingWords(shown, texts, document.documentElement.lang || 'en');
  if (page) return { words, more: { label: texts.selectAll, onTake: ticks.toggleAll } };
  return { words, more: offer === undefined ? undefined : { label: offer, onTake: selection.takeEverything } };
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
      if (selection.ids.length === 0 && !selection.everything) return false;
      selection.clear();
      return true;
    },
  };
}
