import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeCell } from '#web/components/time-cell.tsx';
import { formatTime } from '#web/lib/format.ts';
import type { ListUrl } from '#web/components/use-list-url.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import type { Column, RowAction } from '#web/ui/column.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { Identity, Toolbar } from '#web/ui/toolbar.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import classes from './image-search.module.css';
import type { Search } from './image-search-types.ts';

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
export function MySearches({ url, onOpen }: { url: ListUrl; onOpen: (id: string | undefined) => void }) {
  const { t } = useTranslation('image-search');
  const clear = useApiMutation(api.imageSearch.clear, { refetch: ['imageSearch'] });
  const remove = useApiMutation(api.imageSearch.remove, { refetch: ['imageSearch'] });
  const confirm = useConfirm();
  const query = useApiQuery(
    api.imageSearch.list,
    { query: { page: url.page, per_page: url.per_page } },
    { keepPrevious: true },
  );
  const columns = useMemo(() => columnsOf(t), [t]);
  const handleClear = async () => {
    const question = {
      title: t('mine.clear'),
      text: t('mine.clearText'),
      confirmLabel: t('mine.clear'),
      destructive: true,
    };
    if (await confirm(question)) await clear.run();
  };
  const actions = (search: Search): RowAction[] => [
    { label: t('mine.open'), onClick: () => onOpen(search.id) },
    { label: t('mine.delete'), destructive: true, onClick: () => void remove.run({ params: { id: search.id } }) },
  ];
  const begin = <Button onClick={() => onOpen(undefined)}>{t('mine.begin')}</Button>;
  return (
    <>
      <Toolbar>
        <Button variant="default" disabled={!query.data?.meta.total} onClick={() => void handleClear()}>
          {t('mine.clear')}
        </Button>
      </Toolbar>
      <DataTable
        label={t('view.mine')}
        query={query}
        columns={columns}
        rowId={rowId}
        rowName={rowName}
        onOpen={(search) => onOpen(search.id)}
        actions={actions}
        empty={{ drawing: 'search', title: t('mine.empty'), text: t('mine.emptyText'), action: begin }}
        onPage={url.setPage}
        onPerPage={url.setPerPage}
      />
    </>
  );
}
