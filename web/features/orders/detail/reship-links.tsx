import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths, withQuery } from '#web/lib/paths.ts';
import type { OrderDetail } from '../orders-types.ts';

const to = (id: string) => withQuery(paths.orders, { order: id });

/** The quote that it is a sample of, the order that this one replaces, and those that replace it. */
export function ReshipLinks({ order: { reship_of, reships, sample_of } }: { order: OrderDetail }) {
  const { t } = useTranslation('orders');
  return (
    <>
      {sample_of && (
        <Anchor component={Link} to={withQuery(paths.quotes, { quote: sample_of.id })} size="sm">
          {t('detail.sampleOf', { number: sample_of.number })}
        </Anchor>
      )}
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
