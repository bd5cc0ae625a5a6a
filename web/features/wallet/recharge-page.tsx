import { Alert, Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPanel } from '#web/components/list-page.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { useMay, useProfile } from '#web/components/session.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useGoToPayment } from './use-go-to-payment.ts';
import { rechargeColumns } from './recharge-columns.tsx';
import { RechargeDrawer } from './recharge-drawer.tsx';
import { RechargeForm } from './recharge-form.tsx';
import type { Recharge } from './wallet-types.ts';

const rowId = (recharge: Recharge) => recharge.id;

/** Bringing money in: amount and method, then the history; each recharge opens over it. */
export function RechargePage() {
  const { t } = useTranslation('wallet');
  const may = useMay();
  const currency = useApiQuery(api.wallet.get, {}).data?.currency ?? 'USD';
  const list = useListPage(api.wallet.recharges, {
    columns: useMemo(() => rechargeColumns(t, currency), [t, currency]),
  });
  const payment = useGoToPayment();
  const handleStarted = async (recharge: Recharge) => {
    if (recharge.method.kind !== 'card' || (await payment.go(recharge.id)) === false)
      list.url.show({ recharge: recharge.id });
  };
  return (
    <Page title={t('rechargeTitle')}>
      <Unverified />
      {may('wallet', 'pay') && (
        <Panel>
          <RechargeForm currency={currency} onStarted={handleStarted} />
        </Panel>
      )}
      <Panel title={t('history')} padding="none">
        <ListPanel
          title={t('history')}
          list={list}
          search={t('search')}
          searchWidth={340}
          rowId={rowId}
          rowName={(recharge) => recharge.number}
          opens={{ recharge: rowId }}
          renderDetail={({ ids, close }) => <RechargeDrawer id={ids.recharge} onClose={close} />}
          empty={{ drawing: 'wallet', title: t('historyEmpty') }}
          noMatch={{ drawing: 'search', title: t('historyNone') }}
        />
      </Panel>
    </Page>
  );
}

/** The first recharge waits for a confirmed address (P40); the link can be sent again. */
function Unverified() {
  const { t } = useTranslation('wallet');
  const { email_verified } = useProfile();
  const [sent, setSent] = useState(false);
  const resend = useApiMutation(api.session.sendVerification, {
    onSuccess: () => {
      setSent(true);
      toast.success(t('resent'));
    },
  });
  if (email_verified) return null;
  return (
    <Alert color="yellow" variant="light">
      {t('unverified')}{' '}
      <Button variant="subtle" size="compact-sm" disabled={sent} onClick={() => void resend.run()}>
        {t('resend')}
      </Button>
    </Alert>
  );
}
