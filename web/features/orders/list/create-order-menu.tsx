import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#web/components/session.tsx';
import type { ListUrl } from '#web/components/use-list-url.ts';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';

// most visits of the list are about orders that are there
const DraftDrawer = lazy(async () => ({ default: (await import('../manual/draft-drawer.tsx')).DraftDrawer }));
const DraftsDrawer = lazy(async () => ({ default: (await import('../manual/drafts-drawer.tsx')).DraftsDrawer }));

/** Begins an order by hand, and leads to those that were put aside. */
export function CreateOrderButtons({ url }: { url: ListUrl }) {
  const { t } = useTranslation('orders-manual');
  const may = useMay();
  const { data } = useApiQuery(api.orders.drafts, { query: { per_page: 100 } });
  const count = data?.meta.total ?? 0;
  return (
    <>
      {count > 0 && (
        <Button variant="default" onClick={() => url.show({ drafts: 'open' })}>
          {t('list.button', { count })}
        </Button>
      )}
      {may('orders', 'edit') && (
        <Button variant="default" onClick={() => url.show({ draft: 'new' })}>
          {t('new')}
        </Button>
      )}
    </>
  );
}

/** The order that is being written, or the list of those, over the orders. */
export function ManualOrders({ url }: { url: ListUrl }) {
  const draft = url.get('draft');
  const listed = url.get('drafts') !== undefined;
  if (draft === undefined && !listed) return null;
  return (
    <Suspense>
      {draft === undefined ? (
        <DraftsDrawer
          onOpen={(id) => url.show({ draft: id, drafts: undefined })}
          onClose={() => url.show({ drafts: undefined })}
        />
      ) : (
        <DraftDrawer
          key={draft}
          id={draft}
          onClose={() => url.show({ draft: undefined })}
          onPlaced={(order) => url.show({ draft: undefined, order })}
        />
      )}
    </Suspense>
  );
}
