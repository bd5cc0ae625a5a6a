import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#web/components/session.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import type { OfferedDetail } from './catalog-types.ts';

/** "Add to store" of a catalogue product, for those who may. */
export function PublishButton({ product }: { product: OfferedDetail }) {
  const { t } = useTranslation('publishing');
  const mayEdit = useMay()('products', 'edit');
  const [open, setOpen] = useState(false);
  if (!mayEdit || product.status === 'discontinued') return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('open')}</Button>
      {open && <PublishDialog product={product} onClose={() => setOpen(false)} />}
    </>
  );
}
