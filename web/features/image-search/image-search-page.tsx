import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useClientEmpty } from '#web/components/client-empty.ts';
import { ListTabs, ofOneList, useTab } from '#web/components/list-tabs.tsx';
import { useListUrl } from '#web/components/use-list-url.ts';
import { Page, Panel } from '#web/ui/page.tsx';
import { api } from '#web/api/client.ts';
import { uploadFile } from '#web/api/upload.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation, useAction } from '#web/api/use-api-mutation.ts';
import { ListPanel } from '#web/components/list-page.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { formatTime } from '#web/lib/format.ts';
import type { Column, RowAction } from '#web/ui/column.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import { PictureSource } from './picture-source.tsx';
import { SearchResults } from './search-results.tsx';
import { DuplicateList } from './duplicate-list.tsx';
import type { Search } from './image-search-types.ts';
import classes from './image-search.module.css';

const views = ['search', 'mine', 'duplicates'] as const;

/** Search by a picture: what looks alike in the catalogue and among my products, my searches, and duplicates in my stores. */
export function ImageSearchPage() {
  const { t } = useTranslation('image-search');
  const url = useListUrl();
  const view = useTab(url, views);
  const open = (id: string | undefined) => url.show({ search: id, tab: undefined, page: undefined });
  return (
    <Page title={t('title')} state={t(`lead.${view}`)}>
      <Panel padding="none">
        <ListTabs
          url={url}
          tabs={views}
          value={view}
          label={t('views')}
          tabLabel={(value) => t(`view.${value}`)}
          forget={ofOneList}
        />
        {view === 'search' && <SearchView id={url.get('search')} onOpen={open} />}
        {view === 'mine' && <MySearches onOpen={open} />}
        {view === 'duplicates' && <DuplicateList />}
      </Panel>
    </Page>
  );
}

/** The place for a picture until there is one, then what was found by it. */
function SearchView({ id, onOpen }: { id: string | undefined; onOpen: (id: string | undefined) => void }) {
  const begun = { refetch: ['imageSearch'] as const, onSuccess: (search: { id: string }) => onOpen(search.id) };
  const byUrl = useApiMutation(api.imageSearch.search, begun);
  const byFile = useAction(async (file: File) => {
    const { id: file_id } = await uploadFile(file, 'image_search');
    return api.imageSearch.search({ body: { file_id } });
  }, begun);
  const search = useApiQuery(api.imageSearch.get, id === undefined ? null : { params: { id } });
  const source = {
    busy: byUrl.busy || byFile.busy,
    onFile: (file: File) => void byFile.run(file),
    onUrl: async (url: string) => (await byUrl.run({ body: { url } })) !== false,
  };
  if (id === undefined || search.error !== null) return <PictureSource {...source} />;
  if (!search.data) return null;
  return <SearchResults key={id} search={search.data} {...source} onNew={() => onOpen(undefined)} />;
}

const rowId = (search: Search) => search.id;
const rowName = (search: Search) => formatTime(search.created_at, 'y-m-d h:i');
const isWhole = ({ width, height }: Search['crop']) => width > 0.99 && height > 0.99;

function columnsOf(t: TFunction<'image-search'>): Column<Search>[] {
  return [
    {
      id: 'search',
      header: t('mine.search'),
      main: true,
      cell: (search) => (
        <Identity
          picture={<img className={classes.thumbnail} src={search.thumbnail} alt="" />}
          title={isWhole(search.crop) ? t('mine.whole') : t('mine.part')}
          detail={search.host ?? t('mine.uploaded')}
        />
      ),
    },
    { id: 'when', header: t('mine.when'), card: 'fact', cell: (search) => <TimeCell time={search.created_at} /> },
  ];
}

/** What I searched for in the last 90 days: open it again, or delete it. */
function MySearches({ onOpen }: { onOpen: (id: string | undefined) => void }) {
  const { t } = useTranslation('image-search');
  const ofClient = useClientEmpty();
  const clear = useApiMutation(api.imageSearch.clear, { refetch: ['imageSearch'] });
  const remove = useApiMutation(api.imageSearch.remove, { refetch: ['imageSearch'] });
  const confirm = useConfirm();
  const list = useListPage(api.imageSearch.list, { columns: useMemo(() => columnsOf(t), [t]) });
  const handleClear = async () => {
    const question = {
      title: t('mine.clear'),
      text: t('mine.clearText'),
      confirmLabel: t('mine.clear'),
      destructive: true,
    };
    if (await confirm(question)) await clear.run();
  };
  const rowActions = (search: Search): RowAction[] => [
    { label: t('mine.open'), onClick: () => onOpen(search.id) },
    { label: t('mine.delete'), destructive: true, onClick: () => void remove.run({ params: { id: search.id } }) },
  ];
  const begin = <Button onClick={() => onOpen(undefined)}>{t('mine.begin')}</Button>;
  return (
    <ListPanel
      title={t('view.mine')}
      list={list}
      tools={
        (list.meta?.total ?? 0) > 0 && (
          <Button variant="default" onClick={() => void handleClear()}>
            {t('mine.clear')}
          </Button>
        )
      }
      rowId={rowId}
      rowName={rowName}
      onOpen={(search) => onOpen(search.id)}
      rowActions={rowActions}
      empty={ofClient('searches', {
        drawing: 'search',
        title: t('mine.empty'),
        text: t('mine.emptyText'),
        action: begin,
      })}
    />
  );
}
