import { useTranslation } from 'react-i18next';
import { useClientEmpty } from '#web/components/client-empty.ts';
import { TimeCell } from '#web/components/time-cell.tsx';
import { countryName } from '#web/lib/countries.ts';
import { DetailDrawer, DetailSkeleton } from '#web/ui/detail-drawer.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { api, type Contract } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import classes from './drafts.module.css';

type DraftRow = AnswerOf<Contract['orders']['drafts']>[number];

/** Orders that are being written, the latest first. */
export function DraftsDrawer({ onOpen, onClose }: { onOpen: (id: string) => void; onClose: () => void }) {
  const { t } = useTranslation('orders-manual');
  const ofClient = useClientEmpty();
  const query = useApiQuery(api.orders.drafts, { query: { per_page: 100 } });
  const drafts = query.data?.data;
  return (
    <DetailDrawer opened onClose={onClose} title={t('list.title')}>
      {query.error !== null && !drafts && <ErrorBox error={query.error} onRetry={() => void query.refetch()} />}
      {!drafts && query.isFetching && <DetailSkeleton />}
      {drafts?.length === 0 && (
        <EmptyState {...ofClient('drafts', { drawing: 'box', title: t('list.none'), text: t('list.noneText') })} />
      )}
      <ul className={classes.drafts}>
        {drafts?.map((draft) => (
          <li key={draft.id}>
            <DraftButton draft={draft} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </DetailDrawer>
  );
}

function DraftButton({ draft, onOpen }: { draft: DraftRow; onOpen: (id: string) => void }) {
  const { t, i18n } = useTranslation('orders-manual');
  const country = draft.country && countryName(draft.country, i18n.language);
  const detail = [draft.store?.name ?? t('store.none'), t('list.units', { count: draft.units }), country];
  return (
    <button type="button" className={classes.draft} onClick={() => onOpen(draft.id)}>
      <span className={classes.draftName}>
        {[draft.name || t('unnamed'), draft.customer].filter(Boolean).join(' · ')}
        <small>{detail.filter(Boolean).join(' · ')}</small>
      </span>
      <TimeCell time={draft.updated_at} />
    </button>
  );
}
