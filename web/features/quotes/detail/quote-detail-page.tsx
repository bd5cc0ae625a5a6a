import { Button, Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { UnbrokenNumbers } from '#web/ui/unbroken-numbers.tsx';
import { Link, useSearchParams } from 'react-router';
import { ApiError } from '#web/api/api-error.ts';
import { api } from '#web/api/client.ts';
import { Picture } from '#web/components/picture.tsx';
import { formatDate } from '#web/lib/format.ts';
import { loginPath } from '#web/lib/login-redirect.ts';
import { paths } from '#web/lib/paths.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { FreightMatrix } from './freight-matrix.tsx';
import classes from './quote-detail-page.module.css';
import { QuoteLines } from './quote-lines.tsx';

/** `/quoteDetail?token=`: a quote for whoever has its link; read-only, nothing of the account, not for search engines. */
export function QuoteDetailPage() {
  const { t } = useTranslation('quotes');
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const query = useApiQuery(api.quotes.shared, token === '' ? null : { params: { token } });
  const gone = token === '' || (query.error instanceof ApiError && [400, 404].includes(query.error.status));
  return (
    <main className={classes.screen}>
      <meta name="robots" content="noindex, nofollow" />
      {query.data !== undefined && <SharedQuote quote={query.data} />}
      {gone && (
        <EmptyState
          drawing="lost"
          title={t('shared.unavailable')}
          text={t('shared.unavailableText')}
          action={
            <Button component={Link} to={paths.root}>
              {t('shared.home')}
            </Button>
          }
        />
      )}
      {!gone && query.error !== null && <ErrorBox error={query.error} onRetry={() => void query.refetch()} />}
      {query.isFetching && query.data === undefined && <Loader size={28} role="status" aria-label={t('title')} />}
    </main>
  );
}

type Shared = Awaited<ReturnType<typeof api.quotes.shared>>;

function SharedQuote({ quote }: { quote: Shared }) {
  const { t } = useTranslation(['quotes', 'shell']);
  const { version, currency } = quote;
  const site = useApiQuery(api.branding.site, {});
  const brand = site.data?.brand_name ?? t('shell:app.name');
  return (
    <article className={classes.sheet}>
      <header className={classes.head}>
        <Picture url={quote.picture_url} />
        <div>
          <h1 className={classes.title}>{quote.title}</h1>
          <p className={classes.intro}>
            {quote.number} ·{' '}
            <UnbrokenNumbers text={t('shared.intro', { brand, date: formatDate(version.valid_until) })} />
          </p>
        </div>
        <Button className={classes.print ?? ''} variant="default" onClick={() => window.print()}>
          {t('print')}
        </Button>
        <Button
          className={classes.login ?? ''}
          component={Link}
          to={loginPath({ pathname: paths.quotes, search: `?q=${quote.number}`, hash: '' })}
        >
          {t('shared.login')}
        </Button>
      </header>
      <h2 className={classes.section}>{t('detail.lines')}</h2>
      <QuoteLines version={version} currency={currency} />
      {version.note !== '' && <p className={classes.note}>{version.note}</p>}
      <h2 className={classes.section}>{t('detail.freight')}</h2>
      <FreightMatrix version={version} currency={currency} />
    </article>
  );
}
