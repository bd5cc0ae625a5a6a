import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import { chooseClient, clientChoice } from '../api/client-choice.ts';
import { useApiMutation } from '../api/use-api-mutation.ts';
import { useProfile, useSession } from '../components/session.tsx';
import { formatTime } from '../lib/format.ts';
import classes from './acting-banner.module.css';

/** Says that a member of staff acts for a client, and ends it (P28). */
export function ActingBanner() {
  const { t } = useTranslation();
  const { acting_as: acting } = useProfile();
  const { reload } = useSession();
  const isActing = acting !== null;
  useEffect(() => {
    // begun in another tab: from now on every page is that client's
    if (isActing && clientChoice.get() !== undefined) chooseClient(undefined);
  }, [isActing]);
  const stop = useApiMutation(api.session.stopActing, { onSuccess: reload });
  if (acting === null) return null;
  return (
    <div className={classes.banner} role="status">
      <IconEye size={18} stroke={1.6} aria-hidden />
      <span className={classes.words}>
        {t('acting.text', { account: acting.account_name, until: formatTime(acting.until, 'h:i') })}
      </span>
      <Button size="xs" variant="default" loading={stop.busy} onClick={() => void stop.run()}>
        {t('acting.stop')}
      </Button>
    </div>
  );
}
