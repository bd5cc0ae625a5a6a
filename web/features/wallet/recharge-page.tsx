import { Alert, Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { useMay, useProfile } from '#web/components/session.tsx';
import { useListUrl } from '#web/components/use-list-url.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Toolbar } from '#web/ui/toolbar.tsx';
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
  const url = useListUrl();
  const currency = useApiQuery(api.wallet.get, {}).data?.currency ?? 'USD';
  const query = useApiQuery(
    api.wallet.recharges,
    { query: { page: url.page, per_page: url.per_page, q: url.q } },
    { keepPrevious: true },
  );
  const columns = useMemo(() => rechargeColumns(t, currency), [t, currency]);
  const open = url.get('recharge');
  const show = (id: string | undefined) => url.show({ recharge: id });
  const payment = useGoToPayment();
  const handleStarted = async (recharge: Recharge) => {
    if (recharge.method.kind !== 'card' || (await payment.go(recharge.id)) === false) show(recharge.id);
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
        <Toolbar>
          <SearchField label={t('search')} value={url.q} onSearch={(q) => url.set({ q })} width={340} />
        </Toolbar>
        <DataTable
          label={t('history')}
          query={query}
          columns={columns}
          rowId={rowId}
          rowName={(recharge) => recharge.number}
          onOpen={(recharge) => show(recharge.id)}
          openId={open}
          empty={
            url.q === ''
              ? { drawing: 'wallet', title: t('historyEmpty') }
              : { drawing: 'search', title: t('historyNone') }
          }
          onPage={url.setPage}
          onPerPage={url.setPerPage}
        />
      </Panel>
      <RechargeDrawer id={open} onClose={() => show(undefined)} />
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
