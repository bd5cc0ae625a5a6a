import { Anchor, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '#web/api/client.ts';
import { useMay } from '#web/components/session.tsx';
import { formatMoney } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import classes from '../orders.module.css';

type Awaited = { id: string; sku: string; channel: string; from: number; to: number; currency: string };

/** The prices that an order waits for, as its block tells them. */
function awaitedOf({ changes }: Record<string, unknown>): Awaited[] {
  return Array.isArray(changes) ? (changes as Awaited[]) : []; // as the server wrote them with the block
}

/** What a piece cost and is to cost, and the yes that lets the order go on. */
export function AwaitedPrices({ detail }: { detail: Record<string, unknown> }) {
  const { t, i18n } = useTranslation('orders');
  const accept = useApiMutation(api.prices.accept, { refetch: ['orders'] });
  const mayDecide = useMay()('quotes', 'edit');
  const awaited = awaitedOf(detail);
  const money = (amount: number, currency: string) => formatMoney({ amount, currency }, i18n.language);
  return (
    <>
      <ul className={classes.plainChanges}>
        {awaited.map(({ id, sku, channel, from, to, currency }) => (
          <li key={id}>
            {t('detail.awaited', { sku, channel, from: money(from, currency), to: money(to, currency) })}
          </li>
        ))}
      </ul>
      {mayDecide && awaited.length > 0 && (
        <Button
          variant="default"
          size="compact-sm"
          mr={8}
          loading={accept.busy}
          onClick={() => void accept.run({ body: { ids: awaited.map((price) => price.id) } })}
        >
          {t('detail.acceptPrice')}
        </Button>
      )}
      <Anchor component={Link} to={withQuery(paths.quotes, { tab: 'price_changes' })} inherit>
        {t('detail.toPriceChanges')}
      </Anchor>
    </>
  );
}
