import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useListUrl } from '#web/components/use-list-url.ts';
import { paths } from '#web/lib/paths.ts';
import { CountTabs } from '#web/ui/count-tabs.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Toolbar } from '#web/ui/toolbar.tsx';
import { quoteColumns } from './quote-columns.tsx';
import { QuoteDrawer } from './quote-drawer.tsx';
import { type Quote, type QuoteTab, useQuotes } from './quotes.api.ts';

const tabs: readonly QuoteTab[] = ['all', 'awaiting_us', 'need_answer', 'quoted', 'accepted', 'closed'];
const rowId = (quote: Quote) => quote.id;
const rowName = (quote: Quote) => quote.number;

/** Requests for prices and their answers. */
export function QuotesPage() {
  const { t } = useTranslation('quotes');
  const url = useListUrl();
  const tab = tabs.find((known) => known === url.tab) ?? 'all';
  const query = useQuotes({ page: url.page, per_page: url.per_page, q: url.q, tab });
  const columns = useMemo(() => quoteColumns(t), [t]);
  const counts = query.data?.meta.counts ?? {};
  const ready = counts.quoted ?? 0;
  const toProducts = (
    <Button component={Link} to={paths.products}>
      {t('toProducts')}
    </Button>
  );
  const first = tab === 'all' && url.q === '';
  return (
    <Page title={t('title')} {...(ready > 0 && { state: t('stateReady', { count: ready }) })}>
      <Panel padding="none">
        <CountTabs
          label={t('tabsLabel')}
          value={tab}
          onChange={(value) => url.set({ tab: value === 'all' ? undefined : value })}
          tabs={tabs.map((value) => ({
            value,
            label: t(`tabs.${value}`),
            count: counts[value],
            attention: value === 'need_answer' || value === 'quoted',
          }))}
        />
        <Toolbar>
          <SearchField label={t('search')} value={url.q} onSearch={(q) => url.set({ q })} />
        </Toolbar>
        <DataTable
          label={t('title')}
          query={query}
          columns={columns}
          rowId={rowId}
          rowName={rowName}
          openId={url.get('quote')}
          onOpen={(quote) => url.show({ quote: quote.id })}
          empty={
            first
              ? { drawing: 'box', title: t('emptyFirst'), text: t('emptyFirstText'), action: toProducts }
              : { drawing: 'search', title: t('empty') }
          }
          onPage={url.setPage}
          onPerPage={url.setPerPage}
        />
      </Panel>
      <QuoteDrawer id={url.get('quote')} onClose={() => url.show({ quote: undefined })} />
    </Page>
  );
}
