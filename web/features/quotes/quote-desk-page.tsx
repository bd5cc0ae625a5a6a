import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useTabTitle } from '#web/components/tab.tsx';
import { useListUrl } from '#web/components/use-list-url.ts';
import { CountTabs } from '#web/ui/count-tabs.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Toolbar } from '#web/ui/toolbar.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { deskColumns } from './quote-columns.tsx';
import { Workbench } from './workbench.tsx';
import type { DeskTab, DeskQuote } from './quotes-types.ts';

const tabs: readonly DeskTab[] = ['open', 'quoted', 'closed', 'all'];
const rowId = (quote: DeskQuote) => quote.id;
const rowName = (quote: DeskQuote) => quote.number;

/** The agents' queue: what is due first on top, and the workbench for the answer. */
export function QuoteDeskPage() {
  const { t } = useTranslation('quotes');
  const url = useListUrl('open');
  const tab = tabs.find((known) => known === url.tab) ?? 'open';
  const query = useApiQuery(
    api.quotes.deskList,
    { query: { page: url.page, per_page: url.per_page, q: url.q, tab } },
    { keepPrevious: true },
  );
  const columns = useMemo(() => deskColumns(t), [t]);
  const counts = query.data?.meta.counts ?? {};
  const [id, account_id] = [url.get('quote'), url.get('account')];
  useTabTitle(id === undefined ? null : undefined); // the workbench knows the quote's number
  return (
    <Page title={t('desk.title')}>
      <Panel padding="none">
        <CountTabs
          label={t('tabsLabel')}
          value={tab}
          onChange={(value) => url.set({ tab: value === 'open' ? undefined : value })}
          tabs={tabs.map((value) => ({
            value,
            label: t(`desk.tabs.${value}`),
            count: counts[value],
            attention: value === 'open',
          }))}
        />
        <Toolbar>
          <SearchField label={t('search')} value={url.q} onSearch={(q) => url.set({ q })} />
        </Toolbar>
        <DataTable
          label={t('desk.title')}
          query={query}
          columns={columns}
          rowId={rowId}
          rowName={rowName}
          openId={id}
          onOpen={(quote) => url.show({ quote: quote.id, account: quote.client.id })}
          empty={url.q === '' ? { drawing: 'done', title: t('desk.empty') } : { drawing: 'search', title: t('empty') }}
          onPage={url.setPage}
          onPerPage={url.setPerPage}
        />
      </Panel>
      {id !== undefined && account_id !== undefined && (
        <Workbench
          key={id}
          ids={{ account_id, id }}
          onClose={() => url.show({ quote: undefined, account: undefined })}
        />
      )}
    </Page>
  );
}
