import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '#web/components/list-page.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { useTabTitle } from '#web/components/tab.tsx';
import { api } from '#web/api/client.ts';
import { deskColumns } from '../quote-columns.tsx';
import { Workbench } from './workbench.tsx';
import type { DeskQuote } from '../quotes-types.ts';

type DeskTab = 'open' | 'quoted' | 'closed' | 'all';

const tabs: readonly DeskTab[] = ['open', 'quoted', 'closed', 'all'];
const rowId = (quote: DeskQuote) => quote.id;
const rowName = (quote: DeskQuote) => quote.number;

/** The agents' queue: what is due first on top, and the workbench for the answer. */
export function QuoteDeskPage() {
  const { t } = useTranslation('quotes');
  const list = useListPage(api.quotes.deskList, { tabs, columns: useMemo(() => deskColumns(t), [t]) });
  useTabTitle(list.url.get('quote') === undefined ? null : undefined); // the workbench knows the quote's number
  return (
    <ListPage
      title={t('desk.title')}
      list={list}
      tabsLabel={t('tabsLabel')}
      tabLabel={(tab) => t(`desk.tabs.${tab}`)}
      attention={['open']}
      search={t('search')}
      rowId={rowId}
      rowName={rowName}
      opens={{ quote: rowId, account: (quote) => quote.client.id }}
      renderDetail={({ ids: { quote: id, account: account_id }, close }) =>
        id !== undefined && account_id !== undefined && <Workbench key={id} ids={{ account_id, id }} onClose={close} />
      }
      empty={{ drawing: 'done', title: t('desk.empty') }}
      noMatch={{ drawing: 'search', title: t('empty') }}
    />
  );
}
