import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ModalFrame } from '#web/ui/modal-frame.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { AddStoreDialog } from './add-store-dialog.tsx';
import classes from '../stores.module.css';

type ReauthorizeDialogProps = {
  domains: readonly string[];
  /** Why, and until when. */
  text: string;
  /** A store was authorized, perhaps: asks for the list again. */
  onRefresh: () => void;
  onClose: () => void;
};

/** Stores that must be authorized again, each with the way to do it (spec §2, dialog 2). */
export function ReauthorizeDialog({ domains, text, onRefresh, onClose }: ReauthorizeDialogProps) {
  const { t } = useTranslation('stores');
  const [asked, setAsked] = useState<string>();
  if (asked !== undefined) {
    const handleDone = () => {
      setAsked(undefined);
      onRefresh();
    };
    return <AddStoreDialog domain={asked} left={domains.length - 1} onClose={handleDone} />;
  }
  return (
    <ModalFrame opened onClose={onClose} title={t('again.title')} width={560}>
      <p className={classes.text}>{text}</p>
      <div className={classes.again}>
        <PlainTable label={t('again.title')}>
          <thead>
            <tr>
              <th scope="col">{t('columns.store')}</th>
              <th aria-label={t('again.actions')} />
            </tr>
          </thead>
          <tbody>
            {domains.map((domain, n) => (
              <tr key={domain}>
                <td className={classes.domain}>{domain}</td>
                <td data-align="end">
                  <Button
                    size="xs"
                    onClick={() => setAsked(domain)}
                    aria-label={t('again.of', { domain })}
                    data-autofocus={n === 0 || undefined}
                  >
                    {t('reauthorize')}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      </div>
      <Button variant="default" onClick={onClose}>
        {t('again.close')}
      </Button>
    </ModalFrame>
  );
}
