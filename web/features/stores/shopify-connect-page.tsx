import { Button, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { messages } from '#contract/messages.ts';
import { readToken } from '#web/api/token.ts';
import { loginPath } from '#web/lib/login-redirect.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { ProgressLine } from '#web/ui/progress.tsx';
import { ConsentFrame } from './consent-frame.tsx';
import classes from './stores.module.css';
import { consentUrl } from './stores.api.ts';

const longestImport = 60;

/**
 * Where Shopify opens the app: after the log-in straight to the shop's consent page. The shop's name in the address only
 * says where to ask; what is granted is proved by the way back (shopify.md §0).
 */
function ConsentStart({ title }: { title: string }) {
  const { t } = useTranslation('stores');
  const location = useLocation();
  const shop = new URLSearchParams(location.search).get('shop') ?? '';
  const [asked, setAsked] = useState(shop);
  const [error, setError] = useState<unknown>();
  const loggedIn = readToken() !== undefined;
  useEffect(() => {
    if (!loggedIn || asked === '') return undefined;
    let gone = false;
    consentUrl(asked, longestImport).then(
      (url) => !gone && window.location.assign(url),
      (refusal: unknown) => !gone && setError(refusal),
    );
    return () => {
      gone = true;
    };
  }, [asked, loggedIn]);
  if (!loggedIn) return <Navigate to={loginPath(location)} replace />;
  if (asked !== '' && error === undefined) {
    return (
      <ConsentFrame title={title}>
        <ProgressLine label={t('connect.opening', { shop: asked })} share={undefined} />
      </ConsentFrame>
    );
  }
  const handleDomain = (domain: string) => {
    setError(undefined);
    setAsked(domain);
  };
  return (
    <ConsentFrame title={title}>
      {error !== undefined && (
        <div className={classes.block}>
          <ErrorBox error={error} title={t('connect.failed')} />
        </div>
      )}
      <DomainForm first={asked} onDomain={handleDomain} />
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
        if (domain.trim() === '') setProblem(messages.domainEmpty);
        else if (domain.toLowerCase().includes('http')) setProblem(messages.domainHttp);
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
        onChange={(event) => setDomain(event.currentTarget.value)}
      />
      <Button type="submit">{t('add.submit')}</Button>
    </form>
  );
}

export function ShopifyConnectPage() {
  const { t } = useTranslation('stores');
  return <ConsentStart title={t('connect.title')} />;
}

export function ShopifyReconnectPage() {
  const { t } = useTranslation('stores');
  return <ConsentStart title={t('connect.again')} />;
}
