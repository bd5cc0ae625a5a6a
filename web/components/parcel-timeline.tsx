import { Anchor, Skeleton, UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UnbrokenNumbers } from '#web/ui/unbroken-numbers.tsx';
import { Link } from 'react-router';
import { formatDate } from '../lib/format.ts';
import { useNow } from '../lib/now.ts';
import { paths, withQuery } from '../lib/paths.ts';
import { Copyable } from '../ui/copy-button.tsx';
import { DetailSection } from '../ui/detail-drawer.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { api, type Contract } from '../api/client.ts';
import { useApiQuery } from '../api/use-api-query.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { ParcelChip, ExceptionChip } from './parcel-chips.tsx';
import classes from './parcel-timeline.module.css';
import { TimeCell } from './time-cell.tsx';

type OrderParcels = AnswerOf<Contract['parcels']['ofOrder']>;

type ParcelException = OrderParcels['alerts'][number];

type FollowedParcel = OrderParcels['parcels'][number];

const shownAtFirst = 4;

type Props = {
  orderId: string;
  /** Whose order it is, where staff look. */
  clientId?: string;
  /** Whether the reader may claim: reasons then lead to a claim that is filled in. */
  claims?: boolean;
  /** What the page knows of a parcel besides. */
  more?: (parcelId: string) => ReactNode;
};

/** Parcels of an order: where each is, what is expected next, why it is watched, and all that carriers said. */
export function OrderParcels({ orderId, clientId, claims = false, more }: Props) {
  const { t } = useTranslation('parcels');
  const id = orderId;
  const own = useApiQuery(api.parcels.ofOrder, clientId === undefined ? { params: { id } } : null);
  const staffs = useApiQuery(
    api.parcels.staffOfOrder,
    clientId === undefined ? null : { params: { account_id: clientId, id } },
  );
  const { data, error, refetch } = clientId === undefined ? own : staffs;
  if (error !== null && !data) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={120} mt={16} />;
  const { parcels, promised, alerts } = data;
  if (parcels.length === 0 && promised === null) return null;
  const arrived = parcels.filter(({ status }) => status === 'delivered').length;
  const title = parcels.length > 1 ? t('titleMany', { arrived, count: parcels.length }) : t('title');
  return (
    <DetailSection title={title}>
      {promised && (
        <p className={classes.promise}>
          <UnbrokenNumbers text={t('promised', { from: formatDate(promised.from), by: formatDate(promised.by) })} />
        </p>
      )}
      {parcels.length === 0 && <p className={classes.muted}>{t('none')}</p>}
      <div className={classes.section}>
        <Exceptions orderId={orderId} alerts={alerts} claims={claims} partial={parcels.length > 0} />
      </div>
      <ul className={classes.parcels}>
        {parcels.map((parcel) => (
          <li key={parcel.id} className={classes.parcel}>
            <ParcelHead parcel={parcel} />
            <Exceptions orderId={orderId} parcelId={parcel.id} alerts={parcel.alerts} claims={claims} />
            {more?.(parcel.id)}
            <CarrierEvents events={parcel.events} />
          </li>
        ))}
      </ul>
    </DetailSection>
  );
}

/** Its number, where it is, who has it, and what comes next. */
function ParcelHead({ parcel }: { parcel: FollowedParcel }) {
  const { t } = useTranslation('parcels');
  const { tracking_number, tracking_url, last_mile, expected } = parcel;
  const by = expected?.by ? formatDate(expected.by) : null;
  const now = useNow();
  const isLate = expected?.by != null && new Date(expected.by) < now && by !== formatDate(now);
  return (
    <div className={classes.head}>
      <div className={classes.name}>
        <Copyable value={tracking_number}>
          {tracking_url ? (
            <Anchor href={tracking_url} target="_blank" rel="noreferrer" inherit>
              {tracking_number}
            </Anchor>
          ) : (
            tracking_number
          )}
        </Copyable>
        <ParcelChip status={parcel.status} substatus={parcel.substatus} />
      </div>
      <p className={classes.muted}>
        {[parcel.carrier, parcel.channel, t('units', { count: parcel.units })].join(' · ')}
        {last_mile && ` · ${t('lastMile', { carrier: last_mile.carrier, number: last_mile.tracking_number })}`}
      </p>
      {expected && (
        <p className={classes.next}>
          <UnbrokenNumbers
            text={
              by
                ? t(isLate ? `expectedLate.${expected.what}` : `expectedBy.${expected.what}`, { day: by })
                : t(`expected.${expected.what}`)
            }
          />
        </p>
      )}
    </div>
  );
}

type ExceptionsProps = {
  orderId: string;
  parcelId?: string;
  alerts: readonly ParcelException[];
  claims: boolean;
  partial?: boolean;
};

function Exceptions({ orderId, parcelId, alerts, claims, partial = false }: ExceptionsProps) {
  const { t } = useTranslation('parcels');
  if (alerts.length === 0) return null;
  return (
    <ul className={classes.alerts}>
      {alerts.map(({ rule, since, claim_reason, settled_at }) => (
        <li key={rule} className={classes.alert}>
          <ExceptionChip rule={rule} partial={partial} />
          <span className={classes.muted}>
            <UnbrokenNumbers
              text={[
                t('since', { day: formatDate(since) }),
                settled_at !== null && t('allRestocked', { day: formatDate(settled_at) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            />
          </span>
          {claims && (
            <Anchor
              component={Link}
              to={withQuery(paths.orders, { order: orderId, case: 'new', parcel: parcelId, reason: claim_reason })}
              inherit
            >
              {t('claim')}
            </Anchor>
          )}
        </li>
      ))}
    </ul>
  );
}

/** All that carriers said, newest first. */
function CarrierEvents({ events }: { events: FollowedParcel['events'] }) {
  const { t } = useTranslation('parcels');
  const [all, setAll] = useState(false);
  if (events.length === 0) return <p className={classes.muted}>{t('noEvents')}</p>;
  const shown = all ? events : events.slice(0, shownAtFirst);
  return (
    <>
      <ol className={classes.events} aria-label={t('events')}>
        {shown.map((event) => (
          <li key={event.id} className={classes.event} data-replaced={event.replaced}>
            <span className={classes.when}>
              <TimeCell time={event.at} />
            </span>
            <span className={classes.said}>
              {event.said || (event.status ? t(`statuses.${event.status}`) : '–')}
              <span className={classes.muted}>
                {[event.place, event.replaced && t('replaced', { number: event.number })].filter(Boolean).join(' · ')}
              </span>
            </span>
          </li>
        ))}
      </ol>
      {events.length > shownAtFirst && (
        <UnstyledButton className={classes.all} onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? t('showFewer') : t('showAll', { count: events.length })}
        </UnstyledButton>
      )}
    </>
  );
}
