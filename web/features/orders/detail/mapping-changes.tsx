import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths, withQuery } from '#web/lib/paths.ts';
import classes from '../orders.module.css';

type Change = {
  line: string;
  product_id: string;
  kind: string;
  name: string | null;
  from: string | null;
  to: string | null;
};
const isChange = (value: unknown): value is Change =>
  typeof value === 'object' && value !== null && 'product_id' in value && typeof value.product_id === 'string';

/** What changed of the order's products since their mapping was confirmed, and the way to look at each. */
export function MappingChanges({ detail }: { detail: Record<string, unknown> }) {
  const { t } = useTranslation('orders');
  const changes = Array.isArray(detail.changes) ? detail.changes.filter(isChange) : [];
  const products = new Map(changes.map((change) => [change.product_id, change.line]));
  return (
    <>
      {changes.map((change) => (
        <span key={`${change.line}-${change.kind}-${change.name}`} className={classes.change}>
          {change.line} ·{' '}
          {change.kind === 'item_discontinued' ? t('detail.discontinued', { name: change.name ?? '' }) : textOf(change)}
        </span>
      ))}
      {[...products].map(([id, line]) => (
        <Anchor key={id} component={Link} to={withQuery(paths.mapping, { product: id })} inherit display="block">
          {t('detail.reviewMapping', { line })}
        </Anchor>
      ))}
    </>
  );
}

const textOf = ({ kind, name, from, to }: Change) =>
  kind === 'picture' ? `${from ?? '–'} → ${to ?? '–'}` : `${name ? `${name}: ` : ''}${from ?? '–'} → ${to ?? '–'}`;
