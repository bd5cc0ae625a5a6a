import { Anchor, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths, withQuery } from '#web/lib/paths.ts';
import { useMay } from '#web/components/session.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { OrderDetail } from '../orders-types.ts';

const yes = {
  HIGH_RISK: 'detail.acceptRisk',
  PRICE_GUARD: 'detail.acceptCost',
  DUPLICATE_SUSPECT: 'detail.keepBoth',
} as const;
const asksForYes = (code: string): code is keyof typeof yes => code in yes;

/** The yes that a block waits for; nothing for blocks that want more than a word, or readers who may not pay. */
export function ConfirmBlock({ order, code }: { order: OrderDetail; code: string }) {
  const { t } = useTranslation('orders');
  const may = useMay();
  const confirm = useApiMutation(api.orders.confirm, { refetch: ['orders'] });
  if (!asksForYes(code) || !may('orders', 'pay')) return null;
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        mr={8}
        loading={confirm.busy}
        onClick={() => void confirm.run({ params: { id: order.id }, body: { code, version: order.version } })}
      >
        {t(yes[code])}
      </Button>
      {code === 'PRICE_GUARD' && <OtherFixes storeId={order.store.id} />}
    </>
  );
}

/** What else takes a cost past its store's guard: a higher guard, or a lower price. */
function OtherFixes({ storeId }: { storeId: string }) {
  const { t } = useTranslation('orders');
  const may = useMay();
  return (
    <>
      {may('stores', 'edit') && (
        <Anchor component={Link} to={withQuery(paths.stores, { store: storeId, view: 'settings' })} inherit mr={8}>
          {t('detail.raisePriceLimit')}
        </Anchor>
      )}
      {may('quotes', 'edit') && (
        <Anchor component={Link} to={paths.products} inherit>
          {t('detail.requestQuote')}
        </Anchor>
      )}
    </>
  );
}
