import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay } from '#web/components/session.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { formatDate, formatRelative } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { DetailSection } from '#web/ui/detail-drawer.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { StatusChip, type StatusTone } from '#web/ui/status-chip.tsx';
import { saveJson } from '#web/api/download.ts';
import { api, type Contract } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import classes from './privacy-panel.module.css';

type PrivacyRequest = AnswerOf<Contract['privacy']['list']>[number];

/** What buyers of a store asked of their data, and the evidence of what was done. */
export function PrivacyPanel({ store }: { store: { id: string } }) {
  const { t } = useTranslation('privacy');
  const query = useApiQuery(api.privacy.list, { query: { store_id: store.id, per_page: 20 } });
  const requests = query.data?.data ?? [];
  if (query.error) return <ErrorBox error={query.error} title={t('title')} onRetry={() => void query.refetch()} />;
  return (
    <DetailSection title={t('title')}>
      {requests.length === 0 && !query.isPending && <p className={classes.text}>{t('none')}</p>}
      <ul className={classes.list}>
        {requests.map((request) => (
          <Request key={request.id} request={request} />
        ))}
      </ul>
    </DetailSection>
  );
}

function Request({ request }: { request: PrivacyRequest }) {
  const { t } = useTranslation('privacy');
  const may = useMay();
  const now = useNow();
  const fetching = useApiMutation(api.privacy.document, {
    refetch: ['privacy'],
    onSuccess: (found) => saveJson(found.file_name, found.file),
  });
  const { topic, orders, received_at, id } = request;
  const open = topic === 'customers/data_request' && new Date(request.due_at) > now;
  return (
    <li className={classes.request}>
      <div className={classes.what}>
        <span>{t(`topic.${topic}`)}</span>
        <span className={classes.muted}>
          <TimeCell time={received_at} />
          {orders !== null && ` · ${t('orders', { count: orders })}`}
        </span>
      </div>
      <Outcome request={request} />
      {open && may('stores', 'edit') && (
        <div className={classes.action}>
          <Button
            size="xs"
            variant="default"
            loading={fetching.busy}
            onClick={() => void fetching.run({ params: { id } })}
          >
            {t('fetch')}
          </Button>
          <span className={classes.muted}>{t('fetchHelp')}</span>
        </div>
      )}
    </li>
  );
}

function Outcome({ request }: { request: PrivacyRequest }) {
  const { t, i18n } = useTranslation('privacy');
  const now = useNow();
  const { tone, label } = outcomeOf(request);
  return <StatusChip tone={tone} label={label} />;

  function outcomeOf({ topic, kept, erased, handed_over, due_at }: PrivacyRequest): {
    tone: StatusTone;
    label: string;
  } {
    if (kept) return { tone: 'grey', label: t('kept') };
    if (topic !== 'customers/data_request')
      return { tone: 'green', label: erased ? t('erased', { count: erased }) : t('nothing') };
    const last = handed_over.at(-1);
    if (last)
      return { tone: 'green', label: t('handed', { by: last.by, ago: formatRelative(last.at, now, i18n.language) }) };
    return new Date(due_at) > now
      ? { tone: 'amber', label: t('waiting', { due: formatDate(due_at) }) }
      : { tone: 'red', label: t('late') };
  }
}
