import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { api } from '#web/api/client.ts';
import { paths } from '#web/lib/paths.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { ProgressLine } from '#web/ui/progress.tsx';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { ConnectedStore } from './connected-store.tsx';
import { ConsentFrame, WayOut } from './consent-frame.tsx';
import classes from '../stores.module.css';

const askAgainMs = 1_500;

/** Where a WooCommerce shop sends its merchant back to; its server sends the key by itself, before or soon after. */
export function WooReturnPage() {
  const { t } = useTranslation('stores');
  const params = new URLSearchParams(useLocation().search);
  const user_id = params.get('user_id') ?? '';
  const refused = params.get('success') === '0';
  const outcome = useApiQuery(api.stores.wooOutcome, user_id !== '' && !refused ? { body: { user_id } } : null, {
    retry: false,
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? askAgainMs : false),
  });
  const answer = outcome.data;
  if (answer?.state === 'connected') return <ConnectedStore first={answer.store} />;
  if (refused) return <NotConnected text={t('woo.refused')} />;
  if (user_id === '') return <NotConnected text={t('woo.noAnswer')} />;
  if (answer?.state === 'failed') return <NotConnected text={answer.message} />;
  if (outcome.isError) {
    return (
      <ConsentFrame title={t('auth.failed')}>
        <div className={classes.block}>
          <ErrorBox error={outcome.error} title={t('auth.failedText')} />
        </div>
        <WayOut />
      </ConsentFrame>
    );
  }
  return (
    <ConsentFrame title={t('auth.working')}>
      <ProgressLine label={t('woo.waiting')} share={undefined} />
    </ConsentFrame>
  );
}

function NotConnected({ text }: { text: string }) {
  const { t } = useTranslation('stores');
  return (
    <ConsentFrame title={t('auth.failed')}>
      <p className={classes.text} role="status">
        {text}
      </p>
      <Button component={Link} to={paths.stores}>
        {t('auth.toStores')}
      </Button>
    </ConsentFrame>
  );
}
