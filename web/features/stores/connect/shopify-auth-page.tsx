import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { readToken } from '#web/api/token.ts';
import { paths } from '#web/lib/paths.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { ProgressLine } from '#web/ui/progress.tsx';
import { ConnectedStore } from './connected-store.tsx';
import { ConsentFrame, LogInFirst, WayOut } from './consent-frame.tsx';
import { begunLogin, finishAuthorization, finishShopLogin } from './shop-entry.ts';
import classes from '../stores.module.css';
import type { Store } from '../stores-types.ts';

type Outcome = { store: Store } | { error: unknown } | undefined;

/** Where the shop sends the merchant back to: from a log-in that began in this tab, or else from an authorization. */
export function ShopifyAuthPage() {
  const { search } = useLocation();
  const state = new URLSearchParams(search).get('state') ?? '';
  return begunLogin(state) === undefined ? <Authorized /> : <LoggedInThere search={search} />;
}

/** The shop said who is logged in there: the code that proves it goes on in the fragment (P14). */
function LoggedInThere({ search }: { search: string }) {
  const { t } = useTranslation('stores');
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    finishShopLogin(search).then(
      (code) => void navigate({ pathname: paths.getToken, hash: `#code=${code}` }, { replace: true }),
      (refusal: unknown) => setError(refusal),
    );
  }, [search, navigate]);
  if (error === undefined) {
    return (
      <ConsentFrame title={t('token.working')}>
        <ProgressLine label={t('auth.workingText')} share={undefined} />
      </ConsentFrame>
    );
  }
  return (
    <ConsentFrame title={t('token.failed')}>
      <div className={classes.block}>
        <ErrorBox error={error} title={t('token.failedText')} />
      </div>
      <WayOut />
    </ConsentFrame>
  );
}

/** Hands all parameters on unchanged and shows what became of it. */
function Authorized() {
  const location = useLocation();
  const { t } = useTranslation('stores');
  const [outcome, setOutcome] = useState<Outcome>();
  const loggedIn = readToken() !== undefined;
  useEffect(() => {
    if (!loggedIn) return undefined;
    let gone = false;
    finishAuthorization(location.search).then(
      (store) => !gone && setOutcome({ store }),
      (error: unknown) => !gone && setOutcome({ error }),
    );
    return () => {
      gone = true;
    };
  }, [location.search, loggedIn]);
  if (!loggedIn) {
    const shop = new URLSearchParams(location.search).get('shop');
    const title = shop === null ? t('logIn.finish') : t('logIn.finishShop', { shop });
    return <LogInFirst title={title} text={t('logIn.finishText')} />;
  }
  if (outcome === undefined) {
    return (
      <ConsentFrame title={t('auth.working')}>
        <ProgressLine label={t('auth.workingText')} share={undefined} />
      </ConsentFrame>
    );
  }
  return 'store' in outcome ? <ConnectedStore first={outcome.store} /> : <Failed error={outcome.error} />;
}

function Failed({ error }: { error: unknown }) {
  const { t } = useTranslation('stores');
  return (
    <ConsentFrame title={t('auth.failed')}>
      <div className={classes.block}>
        <ErrorBox error={error} title={t('auth.failedText')} />
      </div>
      <Button component={Link} to={paths.stores}>
        {t('auth.toStores')}
      </Button>
    </ConsentFrame>
  );
}
