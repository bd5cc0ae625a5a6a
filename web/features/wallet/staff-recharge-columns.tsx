import type { TFunction } from 'i18next';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import type { Column } from '#web/ui/column.ts';
import { Identity } from '#web/ui/toolbar.tsx';
import { RechargeState } from './recharge-columns.tsx';
import type { StaffRecharge } from './wallet-types.ts';

/** Columns of the finance queue; currencies may differ, so each amount carries its own. */
export function staffRechargeColumns(t: TFunction<'wallet'>): Column<StaffRecharge>[] {
  return [
    {
      id: 'client',
      header: t('staff.columns.client'),
      main: true,
      cell: (recharge) => (
        <Identity title={recharge.client.name} detail={`${recharge.client.number} · ${recharge.number}`} />
      ),
    },
    {
      id: 'status',
      header: t('staff.columns.status'),
      card: 'fact',
      cell: (recharge) => <RechargeState recharge={recharge} t={t} />,
    },
    {
      id: 'payer',
      from: 1280,
      header: t('staff.columns.payer'),
      card: 'hidden',
      cell: (recharge) => recharge.payer_name ?? '–',
    },
    {
      id: 'transaction',
      header: t('staff.columns.transaction'),
      card: 'fact',
      cell: (recharge) => recharge.external_ref ?? '–',
    },
    {
      id: 'claimed',
      header: t('staff.columns.claimed'),
      align: 'end',
      card: 'fact',
      cell: (recharge) => <MoneyCell money={{ amount: recharge.amount, currency: recharge.currency }} />,
    },
    {
      id: 'received',
      from: 1280,
      header: t('staff.columns.received'),
      align: 'end',
      card: 'hidden',
      cell: (recharge) => (
        <MoneyCell
          money={
            recharge.received_amount === null ? null : { amount: recharge.received_amount, currency: recharge.currency }
          }
        />
      ),
    },
    {
      id: 'waiting',
      header: t('staff.columns.submitted'),
      card: 'fact',
      cell: (recharge) => <TimeCell time={recharge.created_at} />,
    },
  ];
}
