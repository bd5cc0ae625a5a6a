import { useTranslation } from 'react-i18next';
import { TimeCell } from '#web/components/time-cell.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { api, type Contract } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import classes from './products.module.css';

type ProductEvent = AnswerOf<Contract['products']['timeline']>[number];

const kinds = ['mapped', 'not_ours', 'unmapped', 'restored', 'drifted', 'as_confirmed'] as const;
const kindOf = (event: ProductEvent) => kinds.find((kind) => kind === event.kind) ?? 'other';
const countOf = ({ data }: ProductEvent) => (typeof data.variants === 'number' ? data.variants : 1);

/** What happened to a product, newest first. */
export function ProductTimeline({ productId }: { productId: string }) {
  const { t } = useTranslation('products');
  const { data, error, refetch } = useApiQuery(api.products.timeline, { params: { id: productId } });
  if (error && !data) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data?.length === 0) return <p className={classes.lead}>{t('timeline.none')}</p>;
  return (
    <ol className={classes.plainList}>
      {data?.map((event) => (
        <li key={event.id}>
          {t(`timeline.kinds.${kindOf(event)}`, { count: countOf(event) })}
          <Changes event={event} />
          <span className={classes.muted}>
            <TimeCell time={event.at} /> · {event.actor ?? t('timeline.system')}
          </span>
        </li>
      ))}
    </ol>
  );
}

type Change = { kind: string; name: string | null; from: string | null; to: string | null };
const isChange = (value: unknown): value is Change => typeof value === 'object' && value !== null && 'kind' in value;

function Changes({ event }: { event: ProductEvent }) {
  const { t } = useTranslation('products');
  const changes = Array.isArray(event.data.changes) ? event.data.changes.filter(isChange) : [];
  return changes.map((change) => (
    <span key={`${change.kind}-${change.name}`} className={classes.muted}>
      {t('timeline.change', { name: change.name ?? change.kind, from: change.from ?? '–', to: change.to ?? '–' })}
    </span>
  ));
}
