import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '#web/components/session.tsx';
import { paths, withQuery } from '#web/lib/paths.ts';

/** How many orders are paid with the unpaid invoice that they are on, and the way to these invoices. */
export function InvoicedOrders({ count }: { count: number }) {
  const { t } = useTranslation('orders-list');
  const text = t('payStrip.invoiced', { count });
  if (!useMay()('invoices', 'view')) return <span>{text}</span>;
  return (
    <Anchor component={Link} to={withQuery(paths.invoices, { tab: 'unpaid' })} inherit>
      {text}
    </Anchor>
  );
}
