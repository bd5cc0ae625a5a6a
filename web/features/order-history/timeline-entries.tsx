import { Anchor, Skeleton } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatTime } from '#web/lib/format.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import classes from './order-history.module.css';
import { TimelineBill } from './timeline-bill.tsx';
import { addressOf } from './timeline-links.ts';
import { useTimelineTexts } from './timeline-texts.ts';
import type { TimelineEntry } from './order-history-types.ts';

/** Everything that happened to an order and what each decision was made from, then its bill computed again. */
export function TimelineEntries({ orderId, accountId }: { orderId: string; accountId?: string | undefined }) {
  const { t } = useTranslation('order-history');
  const id = orderId;
  const own = useApiQuery(api.orderHistory.get, accountId === undefined ? { params: { id } } : null);
  const staffs = useApiQuery(
    api.orderHistory.deskGet,
    accountId === undefined ? null : { params: { account_id: accountId, id } },
  );
  const query = accountId === undefined ? own : staffs;
  if (query.error !== null && !query.data) return <ErrorBox error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={240} mt={12} />;
  return (
    <>
      <ol className={classes.timeline} aria-label={t('title')}>
        {query.data.entries.map((entry, place) => (
          // entries have no name of their own; their order is the time's
          <Entry
            key={`${entry.at} ${entry.kind} ${place}`}
            entry={entry}
            orderId={orderId}
            staff={accountId !== undefined}
          />
        ))}
      </ol>
      {query.data.cost && <TimelineBill cost={query.data.cost} />}
    </>
  );
}

type EntryProps = { entry: TimelineEntry; orderId: string; staff: boolean };

function Entry({ entry, orderId, staff }: EntryProps) {
  const { t } = useTranslation('order-history');
  const words = useTimelineTexts();
  const [open, setOpen] = useState(false);
  const id = useId();
  const sentence = words.sentence(entry);
  return (
    <li className={classes.entry} data-source={entry.source}>
      <time className={classes.muted} dateTime={entry.at}>
        {formatTime(entry.at)}
      </time>
      <div className={classes.told}>
        <span className={classes.source}>{t(`sources.${entry.source}`)}</span>
        <span className={classes.sentence}>
          {sentence}
          {entry.by !== null && <span className={classes.by}> · {entry.by}</span>}
        </span>
        <span className={classes.ways}>
          <Origin entry={entry} orderId={orderId} staff={staff} />
          {entry.inputs.length > 0 && (
            <Anchor
              component="button"
              type="button"
              inherit
              aria-expanded={open}
              aria-controls={id}
              aria-label={t('detailsOf', { sentence })}
              onClick={() => setOpen(!open)}
            >
              {t(open ? 'hideDetails' : 'showDetails')}
            </Anchor>
          )}
        </span>
        <dl id={id} className={classes.inputs} hidden={!open}>
          {open &&
            entry.inputs.map(({ name, value }, place) => (
              <div key={`${name} ${place}`} className={classes.input}>
                <dt>{words.inputName(name)}</dt>
                <dd>{words.inputValue(entry, name, value)}</dd>
              </div>
            ))}
        </dl>
      </div>
    </li>
  );
}

/** The way to what an entry comes from: the carrier's page, or one of the client's, which staff have none of. */
function Origin({ entry: { link }, orderId, staff }: EntryProps) {
  const { t } = useTranslation('order-history');
  const to = link && addressOf(link, orderId);
  if (!link || to === null) return null;
  const label = t('origin', { label: link.label });
  if (staff && link.to !== 'tracking') return <span>{link.label}</span>;
  return link.to === 'tracking' ? (
    <Anchor href={to} target="_blank" rel="noreferrer" inherit>
      {label}
    </Anchor>
  ) : (
    <Anchor component={Link} to={to} inherit>
      {label}
    </Anchor>
  );
}
