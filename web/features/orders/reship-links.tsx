import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths, withQuery } from '#web/lib/paths.ts';
import type { OrderDetail } from './orders.api.ts';

const to = (id: string) => withQuery(paths.orders, { order: id });

/** The order that this one replaces, and those that replace it. */
export function ReshipLinks({ order: { reship_of, reships } }: { order: OrderDetail }) {
  const { t } = useTranslation('orders');
  return (
    <>
      {reship_of && (
        <Anchor component={Link} to={to(reship_of.id)} size="sm">
          {t('detail.reshipOf', { name: reship_of.name })}
        </Anchor>
      )}
      {reships.map(({ id, name }) => (
        <Anchor key={id} component={Link} to={to(id)} size="sm">
          {t('detail.reshipAs', { name })}
        </Anchor>
      ))}
    </>
  );
}
