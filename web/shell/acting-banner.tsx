import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import { call } from '../api/call.ts';
import { chooseClient, clientChoice } from '../api/client-choice.ts';
import { useProfile, useSession } from '../components/session.tsx';
import { formatTime } from '../lib/format.ts';
import classes from './acting-banner.module.css';

/** Says that a member of staff acts for a client, and ends it (P28). */
export function ActingBanner() {
  const { t } = useTranslation();
  const { acting_as: acting } = useProfile();
  const { reload } = useSession();
  const [busy, setBusy] = useState(false);
  const isActing = acting !== null;
  useEffect(() => {
    // begun in another tab: from now on every page is that client's
    if (isActing && clientChoice.get() !== undefined) chooseClient(undefined);
  }, [isActing]);
  if (acting === null) return null;
  const handleStop = async () => {
    setBusy(true);
    if ((await call(api.session.stopActing())) !== false) await reload();
    setBusy(false);
  };
  return (
    <div className={classes.banner} role="status">
      <IconEye size={18} stroke={1.6} aria-hidden />
      <span className={classes.words}>
        {t('acting.text', { account: acting.account_name, until: formatTime(acting.until, 'h:i') })}
      </span>
      <Button size="xs" variant="default" loading={busy} onClick={() => void handleStop()}>
        {t('acting.stop')}
      </Button>
    </div>
  );
}
