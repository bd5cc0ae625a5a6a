import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '#web/components/list-page.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { Link, useNavigate } from 'react-router';
import { publicationStates } from '#contract/publishing-rules.ts';
import { toast } from '#web/api/toasts.ts';
import { useMay } from '#web/components/session.tsx';
import { paths, withQuery } from '#web/lib/paths.ts';
import type { RowAction } from '#web/ui/column.ts';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { publicationColumns } from './publication-columns.tsx';
import type { Publication } from './publishing-types.ts';

const rowId = (row: Publication) => row.id;
const rowName = (row: Publication) => row.title;

/** Catalogue products that were put into stores, and what became of each. */
export function PublishedPage() {
  const { t } = useTranslation('publishing');
  const mayEdit = useMay()('products', 'edit');
  const navigate = useNavigate();
  const retry = useApiMutation(api.publishing.retry, { onSuccess: () => toast.success(t('retried')) });
  const list = useListPage(api.publishing.list, {
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
      empty={{ drawing: 'shop', title: t('empty'), text: t('emptyText'), action: toCatalog }}
    />
  );
}
