import { useTranslation } from 'react-i18next';
import { financeTabs } from '#contract/finance-rules.ts';
import { ListTabs, ofOneList, useTab } from '#web/components/list-tabs.tsx';
import { useListUrl } from '#web/components/use-list-url.ts';
import { Page, Panel } from '#web/ui/page.tsx';
import { ClientRevenue } from './client-revenue.tsx';
import { ClientStatement } from './client-statement.tsx';
import { Liabilities } from './liabilities.tsx';
import { TrialBalance } from './trial-balance.tsx';

/** The provider's books over all clients: trial balance, what is owed to clients, and what each of them brought. */
export function StaffFinancePage() {
  const { t } = useTranslation('finance');
  const url = useListUrl();
  const tab = useTab(url, financeTabs);
  return (
    <Page title={t('title')} {...(tab !== 'statement' && { state: t('state') })}>
      <Panel padding="none">
        <ListTabs
          url={url}
          tabs={financeTabs}
          value={tab}
          label={t('title')}
          tabLabel={(value) => t(`tabs.${value}`)}
          forget={ofOneList}
        />
        {tab === 'trial_balance' && <TrialBalance />}
        {tab === 'liabilities' && <Liabilities />}
        {tab === 'clients' && <ClientRevenue />}
        {tab === 'statement' && <ClientStatement />}
      </Panel>
    </Page>
  );
}
