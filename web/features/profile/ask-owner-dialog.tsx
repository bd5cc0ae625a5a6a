import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ModalFrame } from '#web/ui/modal-frame.tsx';
import classes from './profile.module.css';

/** Tells a member who may not edit the account whom to ask for its contact (spec §6). */
export function AskOwnerDialog({ account, onClose }: { account: string; onClose: () => void }) {
  const { t } = useTranslation('profile');
  return (
    <ModalFrame opened onClose={onClose} title={t('askOwner.title')}>
      <p className={classes.text}>{t('askOwner.text', { account })}</p>
      <Button onClick={onClose} data-autofocus>
        {t('askOwner.close')}
      </Button>
    </ModalFrame>
  );
}
