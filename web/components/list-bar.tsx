import { ActionIcon, Button, Checkbox, CloseButton, Popover } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconColumns3, IconDownload } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyBoundary, lazyOverlay } from './lazy-part.tsx';
import { exportLists, listFeatures, listNames, searchEntries } from '#contract/list-rules.ts';
import { lacksRoom } from '#web/ui/column.ts';
import { usePageKeys } from '#web/ui/page-keys.ts';
import { SearchField } from '#web/ui/search-field.tsx';
import { Toolbar } from '#web/ui/toolbar.tsx';
import { useMobile } from '#web/ui/use-mobile.ts';
import { useWindowWidth } from '#web/ui/use-window-width.ts';
import type { ExportChoice } from './export-dialog.tsx';
import { ListFilterMenu } from './list-filter-menu.tsx';
import { type ListFilter, chosenOf, cleared, datePresets, isSet, presetDays } from './list-filters.ts';
import { ListViewsMenu } from './list-views-menu.tsx';
import { ToolButton } from './list-tool.tsx';
import classes from './list.module.css';
import { useMay } from './session.tsx';
import type { ListUrl } from './use-list-url.ts';
import { useToday } from './use-today.ts';
import type { ListKit } from './use-list.ts';

const ExportDialog = lazyOverlay(async () => (await import('./export-dialog.tsx')).ExportDialog);

type ListBarProps<Row> = {
  list: ListKit<Row>;
  /** What the search field finds: "Order, SKU, tracking number". Without it there is no search. */
  search: string | undefined;
  /** What else narrows the list, beside search and filters. */
  tools?: ReactNode;
  /** At the end of the row, before views and columns. */
  toolsEnd?: ReactNode;
  /** Files for a purpose that the page offers. */
  exportChoices?: readonly ExportChoice[];
};

/** The filter row of every list: search, filters with their chips; views, columns and export as far as it has a name. */
export function ListBar<Row>({ list, search, tools, toolsEnd, exportChoices = [] }: ListBarProps<Row>) {
  const { t } = useTranslation('lists');
  const [exporting, setExporting] = useState(false);
  const exported = exportLists.find((name) => name === list.list);
  const may = useMay();
  const mobile = useMobile();
  const mayExport = exported !== undefined && may(listFeatures[exported], 'export');
  usePageKeys({ e: () => (mayExport ? setExporting(true) : false) });
  const viewed = listNames.find((name) => name === list.list);
  const bare = list.list === undefined && search === undefined && list.filters.length === 0;
  if (bare && tools === undefined && toolsEnd === undefined) return null;
  return (
    <>
      <Toolbar
        end={
          <>
            {toolsEnd}
            {viewed !== undefined && <ListViewsMenu list={list} name={viewed} />}
            {list.list !== undefined && !mobile && <ListColumnsMenu list={list} />}
            {mayExport && (
              <ToolButton label={t('export.button')} icon={IconDownload} onClick={() => setExporting(true)} />
            )}
          </>
        }
      >
        {search !== undefined && (
          <SearchField label={search} value={list.url.q} onSearch={(q) => list.url.set({ q })} />
        )}
        {tools}
        <ListFilterMenu list={list} />
      </Toolbar>
      <ListChips list={list} />
      {exporting && exported !== undefined && (
        <LazyBoundary>
          <ExportDialog
            list={exported}
            choices={exportChoices}
            query={list.asked}
            columns={list.columns.map((column) => column.id)}
            onClose={() => setExporting(false)}
          />
        </LazyBoundary>
      )}
    </>
  );
}

type Words = { url: ListUrl; today: string; t: TFunction<'lists'> };

/** What a filter is set to, in words. */
function wordsOf(filter: ListFilter, { url, today, t }: Words): string {
  if (filter.kind === 'choice') {
    const value = url.get(filter.name) ?? '';
    return filter.options.find((option) => option.value === value)?.label ?? value;
  }
  if (filter.kind === 'choices') {
    const [first = '', ...others] = chosenOf(filter, url);
    const name = filter.options.find((option) => option.value === first)?.label ?? first;
    return others.length === 0 ? name : t('andMore', { name, count: others.length });
  }
  if (filter.kind === 'text' || filter.kind === 'day') return url.get(filter.name) ?? '';
  if (filter.kind === 'number') return `${url.get(filter.name) ?? ''}${filter.unit}`;
  const [from, to] = [url.get(filter.from), url.get(filter.to)];
  if (filter.kind === 'range') return spanOf(from, to, t);
  const preset = datePresets.find((one) => {
    const days = presetDays(one, today);
    return days.from === from && days.to === to;
  });
  if (preset) return t(`dates.${preset}`);
  return spanOf(from, to, t);
}

function spanOf(from: string | undefined, to: string | undefined, t: TFunction<'lists'>): string {
  if (from !== undefined && to !== undefined) return from === to ? from : t('span', { from, to });
  return from === undefined ? t('until', { day: to ?? '' }) : t('from', { day: from });
}

type Chip = { key: string; words: string; onRemove: () => void };

/** One chip for each filter that narrows the list, and the way to take all of them back. */
function ListChips<Row>({ list }: { list: ListKit<Row> }) {
  const { t } = useTranslation('lists');
  const { url, filters } = list;
  const today = useToday();
  const entries = listNames.some((name) => name === list.list) ? searchEntries(url.q).length : 1;
  const chips: Chip[] = filters
    .filter((filter) => isSet(filter, url))
    .map((filter) => ({
      key: filter.name,
      words: t('chip', { label: filter.label, value: wordsOf(filter, { url, today, t }) }),
      onRemove: () => url.set(cleared([filter])),
    }));
  if (entries > 1)
    chips.unshift({ key: 'q', words: t('entries', { count: entries }), onRemove: () => url.set({ q: '' }) });
  if (chips.length === 0) return null;
  return (
    <div className={classes.chips} role="group" aria-label={t('filters')}>
      {chips.map((chip) => (
        <span key={chip.key} className={classes.chip}>
          <span className={classes.chipWords} title={chip.words}>
            {chip.words}
          </span>
          <CloseButton size="sm" aria-label={t('removeFilter', { name: chip.words })} onClick={chip.onRemove} />
        </span>
      ))}
      <Button variant="subtle" size="xs" onClick={list.clear}>
        {t('clearAll')}
      </Button>
    </div>
  );
}

/** Which columns show and in which order; at once here, and kept for this person at the server. Says which ones the window leaves out. */
function ListColumnsMenu<Row>({ list }: { list: ListKit<Row> }) {
  const { t } = useTranslation('lists');
  const width = useWindowWidth();
  const shown = list.columns.map((column) => column.id);
  const others = list.allColumns.filter((column) => !shown.includes(column.id));
  const move = (id: string, by: number) => {
    const next = shown.filter((one) => one !== id);
    next.splice(shown.indexOf(id) + by, 0, id);
    list.choose(next);
  };
  return (
    <Popover position="bottom-end" trapFocus returnFocus width={300}>
      <Popover.Target>
        <ToolButton label={t('columns.button')} icon={IconColumns3} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('columns.title')}>
        <div className={classes.popover}>
          <ul className={classes.columns} aria-label={t('columns.title')}>
            {[...list.columns, ...others].map((column) => {
              const at = shown.indexOf(column.id);
              const arrow = (by: 1 | -1, label: string, off: boolean) => (
                <ActionIcon size="sm" aria-label={label} disabled={off} onClick={() => move(column.id, by)}>
                  {by === 1 ? <IconChevronDown size={14} aria-hidden /> : <IconChevronUp size={14} aria-hidden />}
                </ActionIcon>
              );
              return (
                <li key={column.id} className={classes.column}>
                  <Checkbox
                    size="xs"
                    label={column.header}
                    description={at >= 0 && lacksRoom(column, width) ? t('columns.noRoom') : undefined}
                    checked={at >= 0}
                    disabled={column.main === true || column.fixed === true}
                    onChange={() =>
                      list.choose(at >= 0 ? shown.filter((id) => id !== column.id) : [...shown, column.id])
                    }
                  />
                  {at >= 0 && (
                    <span>
                      {arrow(-1, t('columns.up', { name: column.header }), at === 0)}
                      {arrow(1, t('columns.down', { name: column.header }), at === shown.length - 1)}
                    </span>
                  )}
                </li>
              );
            })}
          </ul>
          <Button variant="subtle" size="xs" disabled={list.chosen === null} onClick={() => list.choose(null)}>
            {t('columns.reset')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
