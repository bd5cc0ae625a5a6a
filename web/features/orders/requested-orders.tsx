import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '#web/components/session.tsx';
import { formatMoney } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import type { Payable } from './use-payable.ts';

/** How many orders wait for a colleague's approval of their payment, what they cost, and the way to the requests. */
export function RequestedOrders({ payable: { requested, currency } }: { payable: Payable }) {
  const { t, i18n } = useTranslation('orders-list');
  const may = useMay();
  if (requested.orders === 0) return null;
  const amount = formatMoney({ amount: requested.total, currency }, i18n.language);
  const text = t('payStrip.requested', { count: requested.orders, amount });
  if (!may('wallet', 'view') || !may('orders', 'pay')) return <span>{text}</span>;
  return (
    <Anchor component={Link} to={withQuery(paths.wallet, { tab: 'approvals' })} inherit>
      {text}
    </Anchor>
  );
}
