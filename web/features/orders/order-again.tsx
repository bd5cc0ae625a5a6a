import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMay } from '#web/components/session.tsx';
import { paths, withQuery } from '#web/lib/paths.ts';
import { useDraftActs } from './drafts.api.ts';

/** Begins a new order with the address and lines of this one. */
export function OrderAgain({ id }: { id: string }) {
  const { t } = useTranslation('order-drafts');
  const may = useMay();
  const navigate = useNavigate();
  const { again } = useDraftActs();
  const [busy, setBusy] = useState(false);
  if (!may('orders', 'edit')) return null;
  const handleClick = async () => {
    setBusy(true);
    const draft = await again(id);
    setBusy(false);
    if (draft !== false) await navigate(withQuery(paths.orders, { draft: draft.id }));
  };
  return (
    <Button variant="default" size="compact-sm" loading={busy} onClick={() => void handleClick()}>
      {t('again')}
    </Button>
  );
}
