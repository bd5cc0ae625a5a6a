import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useClientEmpty } from '#web/components/client-empty.ts';
import { ListPage } from '#web/components/list-page.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { Link, useNavigate } from 'react-router';
import type { AnswerOf } from '#contract/endpoint.ts';
import { publicationStates } from '#contract/publishing-rules.ts';
import { toast } from '#web/api/toasts.ts';
import { useMay } from '#web/components/session.tsx';
import { paths, withQuery } from '#web/lib/paths.ts';
import type { Column, RowAction } from '#web/ui/column.ts';
import { api, type Contract } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { Picture } from '#web/components/picture.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { StatusChip, type StatusTone } from '#web/ui/status-chip.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import classes from './publishing.module.css';

type Publication = AnswerOf<Contract['publishing']['list']>[number];

const tones: Record<Publication['state'], StatusTone> = {
  waiting: 'blue',
  published: 'green',
  failed: 'red',
  removed: 'grey',
};

const rowId = (row: Publication) => row.id;
const rowName = (row: Publication) => row.title;

/** Catalogue products that were put into stores, and what became of each. */
export function PublishedPage() {
  const { t } = useTranslation('publishing');
  const ofClient = useClientEmpty();
  const mayEdit = useMay()('products', 'edit');
  const navigate = useNavigate();
  const retry = useApiMutation(api.publishing.retry, { onSuccess: () => toast.success(t('retried')) });
  const list = useListPage(api.publishing.list, {
    name: 'publications',
    tabs: ['all', ...publicationStates],
    columns: useMemo(() => publicationColumns(t), [t]),
    ask: (_url, tab) => ({ tab: undefined, ...(tab !== 'all' && { state: tab }) }),
  });
  const actions = (row: Publication): RowAction[] => [
    ...(row.product_id !== null && row.state === 'published'
      ? [
          {
            label: t('toProduct'),
            onClick: () => void navigate(withQuery(paths.products, { product: row.product_id ?? '' })),
          },
        ]
      : []),
    ...(mayEdit && row.state === 'failed'
      ? [
          {
            label: t('retry'),
            onClick: () => void retry.run({ params: { id: row.id } }),
          },
        ]
      : []),
  ];
  const toCatalog = (
    <Button variant="default" component={Link} to={paths.catalog}>
      {t('toCatalog')}
    </Button>
  );
  return (
    <ListPage
      title={t('pageTitle')}
      state={t('pageState')}
      actions={toCatalog}
      list={list}
      tabsLabel={t('tabsLabel')}
      tabLabel={(tab) => t(tab === 'all' ? 'all' : `states.${tab}`)}
      rowId={rowId}
      rowName={rowName}
      rowActions={actions}
      empty={
        list.tab === 'all'
          ? ofClient('listings', { drawing: 'shop', title: t('empty'), text: t('emptyText'), action: toCatalog })
          : { drawing: 'done', title: t('emptyTab') }
      }
    />
  );
}

/** Columns of what was put into stores: what, where, for how much, and how it stands. */
function publicationColumns(t: TFunction<'publishing'>): Column<Publication>[] {
  return [
    {
      id: 'product',
      header: t('columns.product'),
      main: true,
      cell: (row) => (
        <Identity
          picture={<Picture url={row.picture_url} />}
          title={row.title}
          detail={`${row.store.name} · ${t('variants', { count: row.variants })}`}
        />
      ),
    },
    {
      id: 'state',
      header: t('columns.state'),
      card: 'fact',
      cell: (row) => (
        <>
          <StatusChip tone={tones[row.state]} label={t(`states.${row.state}`)} />
          {row.reason !== null && <span className={classes.reason}>{row.reason}</span>}
        </>
      ),
    },
    {
      id: 'price',
      header: t('columns.price'),
      align: 'end',
      card: 'fact',
      cell: ({ price_min, price_max }) => (
        <>
          <MoneyCell money={price_min} />
          {price_max.amount > price_min.amount && (
            <>
              {' – '}
              <MoneyCell money={price_max} />
            </>
          )}
        </>
      ),
    },
    { id: 'author', header: t('columns.author'), card: 'fact', cell: (row) => row.author ?? '–' },
    {
      id: 'created',
      header: t('columns.created'),
      card: 'fact',
      cell: (row) => <TimeCell time={row.published_at ?? row.created_at} />,
    },
  ];
}
