import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { StepOrders } from './steps.ts';

/** The name of a step in a table, which leads to its orders. */
export function StepLink({ day, name, orders }: { day: string; name: string; orders: StepOrders }) {
  const { t } = useTranslation('statistics');
  return (
    <Anchor component={Link} inherit to={orders.address(day)} aria-label={t('openOrders', { name })}>
      {name}
    </Anchor>
  );
}

/** A name in a table that leads to its orders, where they can be listed. */
export function OrdersLink({ name, to }: { name: string; to: string | undefined }) {
  if (to === undefined) return name;
  return (
    <Anchor component={Link} inherit to={to}>
      {name}
    </Anchor>
  );
}
