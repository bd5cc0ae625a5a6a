import type { TFunction } from 'i18next';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import type { Column } from '#web/ui/column.ts';
import { Identity } from '#web/ui/toolbar.tsx';
import type { Client } from './clients-types.ts';

/** Columns of the client list. */
export function clientColumns(t: TFunction<'clients'>): Column<Client>[] {
  return [
    {
      id: 'client',
      header: t('columns.client'),
      main: true,
      cell: (client) => <Identity title={client.name} detail={client.number} />,
    },
    { id: 'agent', header: t('columns.agent'), card: 'hidden', cell: (client) => client.agent ?? '–' },
    { id: 'stores', header: t('columns.stores'), align: 'end', card: 'fact', cell: (client) => client.stores },
    { id: 'orders', header: t('columns.orders'), align: 'end', card: 'fact', cell: (client) => client.orders_30d },
    {
      id: 'balance',
      header: t('columns.balance'),
      align: 'end',
      card: 'fact',
      cell: (client) => <MoneyCell money={client.balance} />,
    },
    {
      id: 'since',
      header: t('columns.since'),
      card: 'hidden',
      cell: (client) => <TimeCell time={client.created_at} />,
    },
  ];
}
