import { Button, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { specText } from '#web/lib/spec-text.ts';
import { readToken } from '#web/api/token.ts';
import { paths } from '#web/lib/paths.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { ProgressLine } from '#web/ui/progress.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { ConsentFrame, LogInFirst, WayOut } from './consent-frame.tsx';
import { keepInstall, keepLogin, openFromShop } from './shop-entry.ts';
import classes from '../stores.module.css';

const longestImport = 60;

/** Where Shopify opens the app, and where a merchant names a shop to connect. */
function ConsentStart({ kind, title }: { kind: 'connect' | 'reconnect'; title: string }) {
  const { search } = useLocation();
  const signed = new URLSearchParams(search).has('hmac');
  return signed ? <Opened title={title} search={search} /> : <Typed kind={kind} title={title} />;
}

/**
 * The app was opened from a shop: home for who has the store, the shop's log-in for strangers to a connected one, and for the
 * rest the page that asks which account the store belongs to.
 */
function Opened({ title, search }: { title: string; search: string }) {
  const { t } = useTranslation('stores');
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    openFromShop(search).then(
      (answer) => {
        if (answer.next === 'home') void navigate(paths.stores, { replace: true });
        else if (answer.next === 'link') {
          keepInstall(answer.pending_install);
          void navigate(paths.linkToStore, { replace: true });
        } else {
          if (answer.next === 'log_in') keepLogin(answer.authorize_url, answer.browser_key);
          window.location.replace(answer.authorize_url);
        }
      },
      (refusal: unknown) => setError(refusal),
    );
  }, [search, navigate]);
  if (error === undefined) {
    return (
      <ConsentFrame title={title}>
        <ProgressLine label={t('connect.checking')} share={undefined} />
      </ConsentFrame>
    );
  }
  return (
    <ConsentFrame title={t('connect.failedTitle')}>
      <div className={classes.block}>
        <ErrorBox error={error} title={t('connect.failedText')} />
      </div>
      <WayOut />
    </ConsentFrame>
  );
}

/** An address without a signature proves nothing: the shop in it only fills the field, and the merchant clicks. */
function Typed({ kind, title }: { kind: 'connect' | 'reconnect'; title: string }) {
  const { t } = useTranslation('stores');
  const location = useLocation();
  const [error, setError] = useState<unknown>();
  const authorize = useApiMutation(api.stores.authorizeUrl, {
    onSuccess: ({ authorize_url }) => window.location.assign(authorize_url),
    onRefusal: (refusal) => {
      setError(refusal);
      return true;
    },
  });
  const [opening, setOpening] = useState<string>();
  const shop = new URLSearchParams(location.search).get('shop') ?? '';
  if (readToken() === undefined) {
    const asked = shop === '' ? t(`logIn.${kind}`) : t(`logIn.${kind}Shop`, { shop });
    return <LogInFirst title={asked} text={t('logIn.text')} />;
  }
  const handleDomain = async (domain: string) => {
    setError(undefined);
    setOpening(domain);
    const query = { domain, import_days: longestImport, unshipped_only: 'false' } as const;
    if ((await authorize.run({ query })) === false) setOpening(undefined);
  };
  return (
    <ConsentFrame title={title}>
      {error !== undefined && (
        <div className={classes.block}>
          <ErrorBox error={error} title={t('connect.failed')} />
        </div>
      )}
      {opening === undefined ? (
        <DomainForm first={shop} onDomain={(domain) => void handleDomain(domain)} />
      ) : (
        <ProgressLine label={t('connect.opening', { shop: opening })} share={undefined} />
      )}
    </ConsentFrame>
  );
}

function DomainForm({ first, onDomain }: { first: string; onDomain: (domain: string) => void }) {
  const { t } = useTranslation('stores');
  const [domain, setDomain] = useState(first);
  const [problem, setProblem] = useState<string>();
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (domain.trim() === '') setProblem(specText('domainEmpty'));
        else if (domain.toLowerCase().includes('http')) setProblem(specText('domainHttp'));
        else onDomain(domain.trim());
      }}
    >
      <TextInput
        className={classes.block ?? ''}
        label={t('add.domain')}
        description={t('add.domainHelp')}
        placeholder="your-shop.myshopify.com"
        autoCapitalize="none"
        spellCheck={false}
        value={domain}
        error={problem}
        onChange={(event) => {
          setDomain(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      <Button type="submit">{t('add.submit')}</Button>
    </form>
  );
}

/** `/shopify/connect`: where Shopify opens the app. */
export function ShopifyConnectPage() {
  const { t } = useTranslation('stores');
  return <ConsentStart kind="connect" title={t('connect.title')} />;
}

/** `/shopify/reconnect`: the same for a store that is known already. */
export function ShopifyReconnectPage() {
  const { t } = useTranslation('stores');
  return <ConsentStart kind="reconnect" title={t('connect.again')} />;
}
