import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/api/client.ts';
import { useClientEmpty } from '#web/components/client-empty.ts';
import { ListPanel } from '#web/components/list-page.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { withdrawalColumns } from './withdrawal-columns.tsx';
import { WithdrawalDrawer } from './withdrawal-drawer.tsx';
import type { Withdrawal } from './withdrawal-types.ts';

const rowId = (withdrawal: Withdrawal) => withdrawal.id;

type Props = {
  currency: string;
  /** Requests the first one; undefined for who may not. */
  onWithdraw: (() => void) | undefined;
};

/** The client's withdrawals; each opens over the list, where it is confirmed or cancelled. */
export function WithdrawalList({ currency, onWithdraw }: Props) {
  const { t } = useTranslation('withdrawals');
  const ofClient = useClientEmpty();
  const list = useListPage(api.withdrawals.list, {
    name: 'withdrawals',
    columns: useMemo(() => withdrawalColumns(t, currency), [t, currency]),
  });
  return (
    <ListPanel
      title={t('title')}
      list={list}
      search={t('search')}
      rowId={rowId}
      rowName={(row) => row.number}
      opens={{ withdrawal: rowId }}
      renderDetail={({ ids, close }) => <WithdrawalDrawer id={ids.withdrawal} onClose={close} />}
      empty={ofClient('withdrawals', {
        drawing: 'wallet',
        title: t('empty'),
        text: t('emptyText'),
        ...(onWithdraw && { action: <Button onClick={onWithdraw}>{t('withdraw')}</Button> }),
      })}
    />
  );
}
