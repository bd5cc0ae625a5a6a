import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#web/components/session.tsx';
import { MappingFileDialog } from './mapping-file-dialog.tsx';

/** Opens the dialog that maps many variants by a table; for those who may. */
export function MappingFileButton() {
  const { t } = useTranslation('mapping-files');
  const mayEdit = useMay()('products', 'edit');
  const [open, setOpen] = useState(false);
  if (!mayEdit) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      {open && <MappingFileDialog onClose={() => setOpen(false)} />}
    </>
  );
}
