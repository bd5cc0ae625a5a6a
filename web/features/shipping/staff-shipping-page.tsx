import { useTranslation } from 'react-i18next';
import { useListUrl } from '#web/components/use-list-url.ts';
import { CountTabs } from '#web/ui/count-tabs.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { CutOffsPanel } from './cut-offs-panel.tsx';
import { HolidaysPanel } from './holidays-panel.tsx';
import { PoliciesPanel } from './policies-panel.tsx';
import { RatesPanel } from './rates-panel.tsx';

const panels = { rates: RatesPanel, holidays: HolidaysPanel, cut_offs: CutOffsPanel, policies: PoliciesPanel } as const;
const tabs = ['rates', 'holidays', 'cut_offs', 'policies'] as const;

/** The tables that prices and promises stand on: rates, holidays, cut-offs and claim policies. */
export function StaffShippingPage() {
  const { t } = useTranslation('shipping');
  const url = useListUrl('rates');
  const tab = tabs.find((value) => value === url.tab) ?? 'rates';
  const Body = panels[tab];
  return (
    <Page title={t('title')} state={t('state')}>
      <Panel padding="none">
        <CountTabs
          label={t('tabsLabel')}
          value={tab}
          onChange={(value) =>
            url.set({ tab: value === 'rates' ? undefined : value, channel: undefined, destination: undefined })
          }
          tabs={tabs.map((value) => ({ value, label: t(`tabs.${value}`) }))}
        />
        <Body />
      </Panel>
    </Page>
  );
}
