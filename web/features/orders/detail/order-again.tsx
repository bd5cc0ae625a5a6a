import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMay } from '#web/components/session.tsx';
import { paths, withQuery } from '#web/lib/paths.ts';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';

/** Begins a new order with the address and lines of this one. */
export function OrderAgain({ id }: { id: string }) {
  const { t } = useTranslation('orders-manual');
  const may = useMay();
  const navigate = useNavigate();
  const { run, busy } = useApiMutation(api.orders.draftAgain, {
    onSuccess: (draft) => navigate(withQuery(paths.orders, { draft: draft.id })),
  });
  if (!may('orders', 'edit')) return null;
  return (
    <Button variant="default" size="compact-sm" loading={busy} onClick={() => void run({ params: { id } })}>
      {t('again')}
    </Button>
  );
}
