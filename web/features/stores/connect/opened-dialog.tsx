import { Anchor, Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '#web/api/client.ts';
import { useApiQueries, useApiQuery } from '#web/api/use-api-query.ts';
import { specText } from '#web/lib/spec-text.ts';
import { ModalFrame } from '#web/ui/modal-frame.tsx';
import { ImportProgress } from '../import-progress.tsx';
import type { Store } from '../stores-types.ts';
import type { Opened } from './open-consent.ts';
import classes from '../stores.module.css';

type OpenedDialogProps = {
  opened: Opened;
  title: string;
  /** Stores that are to be authorized after this one. */
  left: number;
  onClose: () => void;
};

/**
 * The store that was authorized in the tab that was opened, as soon as the server reports it. Not by the list of stores: the
 * page behind reads it too, and of two such calls the later one cancels the other.
 */
function useAuthorized({ domain, startedAt }: Opened): Store | undefined {
  const named = useApiQuery(api.stores.options, { query: { q: domain } }).data ?? [];
  const found = useApiQueries(
    api.stores.get,
    named.map(({ id }) => ({ params: { id } })),
  );
  return found
    .flatMap(({ data }) => data ?? [])
    .find(
      ({ shop_domain, status, connected_at }) =>
        shop_domain === domain && status === 'connected' && connected_at !== null && connected_at >= startedAt,
    );
}

/** What to do in the tab that was opened; once the store is connected there, that it is, and where to go on. */
export function OpenedDialog({ opened, title, left, onClose }: OpenedDialogProps) {
  const { t } = useTranslation('stores');
  const store = useAuthorized(opened);
  return (
    <ModalFrame opened onClose={onClose} title={title}>
      <div role="status">
        <p className={classes.text}>
          {store ? t('add.connected', { domain: opened.domain }) : specText('reauthorizeOpened')}
        </p>
        {store && left > 0 && <p className={classes.text}>{t('again.left', { count: left })}</p>}
      </div>
      {store && (
        <div className={classes.block}>
          <ImportProgress store={store} />
        </div>
      )}
      {!store && opened.blocked && (
        <p className={classes.text}>
          {t('add.blocked')}{' '}
          <Anchor href={opened.url} target="_blank" rel="noopener noreferrer">
            {t('add.openPlatform')}
          </Anchor>
        </p>
      )}
      <Group gap={8}>
        <Button onClick={onClose} data-autofocus>
          {t('add.gotIt')}
        </Button>
      </Group>
    </ModalFrame>
  );
}
