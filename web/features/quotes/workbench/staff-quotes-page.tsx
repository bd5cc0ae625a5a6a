import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { staffQuoteTabs } from '#contract/quote-rules.ts';
import { ListPage } from '#web/components/list-page.tsx';
import { StaffFile } from '#web/components/staff-file.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { useTabTitle } from '#web/components/tab.tsx';
import { nextTab } from '#web/lib/next-tab.ts';
import { api } from '#web/api/client.ts';
import { staffQuoteColumns } from '../quote-columns.tsx';
import { Workbench } from './workbench.tsx';
import type { StaffQuote } from '../quotes-types.ts';

/** Tabs that want an agent. */
const due = ['open', 'messages'] as const;
const rowId = (quote: StaffQuote) => quote.id;
const rowName = (quote: StaffQuote) => quote.number;

/** The agents' queue: what is due first on top, and the workbench for the answer. */
export function StaffQuotesPage() {
  const { t } = useTranslation('quotes-workbench');
  const { t: tq } = useTranslation('quotes');
  const list = useListPage(api.quotes.staffList, {
    name: 'staff_quotes',
    tabs: staffQuoteTabs,
    columns: useMemo(() => staffQuoteColumns(tq), [tq]),
  });
  const next = nextTab(due, list.tab, list.counts);
  useTabTitle(list.url.get('quote') === undefined ? null : undefined); // the workbench knows the quote's number
  return (
    <ListPage
      title={t('title')}
      list={list}
      tabsLabel={tq('tabsLabel')}
      tabLabel={(tab) => t(`tabs.${tab}`)}
      attention={due}
      search={t('search')}
      toolsEnd={<StaffFile endpoint={api.quotes.staffFile} kit={list.kit} />}
      rowId={rowId}
      rowName={rowName}
      opens={{ quote: rowId, account: (quote) => quote.client.id }}
      renderDetail={({ ids: { quote: id, account: account_id }, close }) =>
        id !== undefined && account_id !== undefined && <Workbench key={id} ids={{ account_id, id }} onClose={close} />
      }
      empty={{
        drawing: 'done',
        title: t(list.tab === 'messages' ? 'emptyMessages' : 'empty'),
        action: next && (
          <Button variant="default" onClick={() => list.url.set({ tab: next.tab })}>
            {t(`next.${next.tab}`, { count: next.count })}
          </Button>
        ),
      }}
    />
  );
}
