import { CloseButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { chooseClient, clientChoice } from '../api/client-choice.ts';
import { useProfile } from '../components/session.tsx';
import { useMayLose } from '../components/unsaved.tsx';
import { useStore } from '../lib/store.ts';
import classes from './navbar.module.css';
import { isStaff } from './page-table.ts';

/** Whose pages staff look at, always in sight (P3). */
export function ChosenClient() {
  const { t } = useTranslation();
  const client = useStore(clientChoice);
  const mayLose = useMayLose();
  const staff = isStaff(useProfile());
  if (!staff || client === undefined) return null;
  const handleLeave = async () => {
    if (await mayLose()) chooseClient(undefined);
  };
  return (
    <div className={classes.client} title={`${t('client.chosen')}: ${client.label}`}>
      <span>{client.label}</span>
      <CloseButton size="xs" aria-label={t('client.leave')} onClick={() => void handleLeave()} />
    </div>
  );
}
