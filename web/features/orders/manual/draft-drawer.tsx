import { useTranslation } from 'react-i18next';
import { useMay } from '#web/components/session.tsx';
import { useStoreOptions } from '#web/components/use-store-options.ts';
import { DetailDrawer, DetailSkeleton } from '#web/ui/detail-drawer.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { DraftFields } from './draft-form.tsx';

type DraftDrawerProps = {
  /** A draft's id, or `new`. */
  id: string;
  onClose: () => void;
  onPlaced: (orderId: string) => void;
};

/** An order written manually: a new one, or a draft that is gone on with (domain.md §4.8). */
export function DraftDrawer({ id, onClose, onPlaced }: DraftDrawerProps) {
  const { t } = useTranslation('orders-manual');
  const may = useMay();
  const known = useApiQuery(
    api.orders.draft,
    id === 'new' ? null : { params: { id } },
    { still: true, gcTime: 0 }, // somebody is typing in it
  );
  const stores = useStoreOptions();
  const ready = stores.data && (id === 'new' || known.data);
  const error = known.error ?? stores.error;
  if (!ready)
    return (
      <DetailDrawer opened onClose={onClose} title={t('title')}>
        {error ? (
          <ErrorBox error={error} onRetry={() => void Promise.all([known.refetch(), stores.refetch()])} />
        ) : (
          <DetailSkeleton />
        )}
      </DetailDrawer>
    );
  return (
    <DraftFields
      draft={known.data}
      stores={stores.data}
      readOnly={!may('orders', 'edit')}
      onClose={onClose}
      onPlaced={onPlaced}
    />
  );
}
