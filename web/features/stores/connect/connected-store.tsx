import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '#web/lib/paths.ts';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { ConsentFrame } from './consent-frame.tsx';
import { ImportProgress } from '../import-progress.tsx';
import classes from '../stores.module.css';
import { importPollMs, isImporting } from '../store-import.ts';
import type { Store } from '../stores-types.ts';

/** A store that was just connected, with its first import as it goes. */
export function ConnectedStore({ first }: { first: Store }) {
  const { t } = useTranslation('stores');
  const store =
    useApiQuery(
      api.stores.get,
      { params: { id: first.id } },
      { refetchInterval: ({ state }) => (state.data && !isImporting(state.data) ? false : importPollMs) },
    ).data ?? first;
  const lost = store.status === 'needs_reauth';
  const failed = store.import_job?.state === 'failed' ? store.import_job.failure : null;
  const running = isImporting(store);
  const text = running
    ? t('auth.connectedText')
    : t('auth.imported', { products: store.products, orders: store.orders });
  return (
    <ConsentFrame title={lost ? t('auth.incomplete', { name: store.name }) : t('auth.connected', { name: store.name })}>
      <p className={classes.text} role="status">
        {lost ? store.status_reason : (failed ?? text)}
      </p>
      {running && (
        <div className={classes.block}>
          <ImportProgress store={store} />
        </div>
      )}
      <Button component={Link} to={paths.stores}>
        {t('auth.toStores')}
      </Button>
    </ConsentFrame>
  );
}
