import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListTabs, useTab } from '#web/components/list-tabs.tsx';
import { useListUrl } from '#web/components/use-list-url.ts';
import { Page, Panel } from '#web/ui/page.tsx';
import { CutOffsPanel } from './cut-offs-panel.tsx';
import { HolidaysPanel } from './holidays-panel.tsx';
import { PoliciesPanel } from './policies-panel.tsx';
import { RatesPanel } from './rates-panel.tsx';

const panels = { rates: RatesPanel, holidays: HolidaysPanel, cut_offs: CutOffsPanel, policies: PoliciesPanel } as const;
/** What the page's main action adds, by tab. */
const additions = {
  rates: 'rate.add',
  holidays: 'holiday.add',
  cut_offs: 'cutOff.add',
  policies: 'policy.add',
} as const;
const tabs = ['rates', 'holidays', 'cut_offs', 'policies'] as const;

/** The tables that prices and promises stand on: rates, holidays, cut-offs and claim policies. */
export function StaffShippingPage() {
  const { t } = useTranslation('shipping');
  const url = useListUrl();
  const tab = useTab(url, tabs);
  const [adding, setAdding] = useState(false);
  const Body = panels[tab];
  return (
    <Page
      title={t('title')}
      state={t('state')}
      actions={<Button onClick={() => setAdding(true)}>{t(additions[tab])}</Button>}
    >
      <Panel padding="none">
        <ListTabs
          url={url}
          tabs={tabs}
          value={tab}
          label={t('tabsLabel')}
          tabLabel={(value) => t(`tabs.${value}`)}
          forget={['channel_id', 'destination']}
        />
        <Body adding={adding} onAdded={() => setAdding(false)} />
      </Panel>
    </Page>
  );
}
