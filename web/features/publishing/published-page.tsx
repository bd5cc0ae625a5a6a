import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { publicationStates } from '#contract/publishing-rules.ts';
import { toast } from '#web/api/toasts.ts';
import { useMay } from '#web/components/session.tsx';
import { useListUrl } from '#web/components/use-list-url.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import type { RowAction } from '#web/ui/column.ts';
import { CountTabs } from '#web/ui/count-tabs.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
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
  const url = useListUrl();
  const state = publicationStates.find((one) => one === url.tab);
  const query = useApiQuery(
    api.publishing.list,
    { query: { page: url.page, per_page: url.per_page, ...(state && { state }) } },
    { keepPrevious: true },
  );
  const columns = useMemo(() => publicationColumns(t), [t]);
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
    <Page title={t('pageTitle')} state={t('pageState')} actions={toCatalog}>
      <Panel padding="none">
        <CountTabs
          label={t('tabsLabel')}
          value={state ?? 'all'}
          onChange={(value) => url.set({ tab: value === 'all' ? undefined : value })}
          tabs={(['all', ...publicationStates] as const).map((value) => ({
            value,
            label: t(value === 'all' ? 'all' : `states.${value}`),
            count: undefined,
          }))}
        />
        <DataTable
          label={t('pageTitle')}
          query={query}
          columns={columns}
          rowId={rowId}
          rowName={rowName}
          actions={actions}
          empty={{ drawing: 'shop', title: t('empty'), text: t('emptyText'), action: toCatalog }}
          onPage={url.setPage}
          onPerPage={url.setPerPage}
        />
      </Panel>
    </Page>
  );
}
