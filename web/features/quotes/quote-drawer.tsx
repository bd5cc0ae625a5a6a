import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { quoteCan } from '#contract/quote-rules.ts';
import { toast } from '#web/api/toasts.ts';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { Picture } from '#web/components/picture.tsx';
import { useMay } from '#web/components/session.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { countryName } from '#web/lib/countries.ts';
import { formatDate, formatTime } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { DetailDrawer, DetailSection, Facts } from '#web/ui/detail-drawer.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { DeclineDialog } from './decline-dialog.tsx';
import { FreightMatrix } from './freight-matrix.tsx';
import { QuoteLines } from './quote-lines.tsx';
import { QuoteStatus } from './quote-status.tsx';
import classes from './quotes.module.css';
import { ShareButton } from './share-button.tsx';
import { type QuoteDetail, useQuote, useQuoteActs } from './quotes.api.ts';

/** One quote: what it costs, what happens on accepting, what was asked. */
export function QuoteDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { t } = useTranslation('quotes');
  const { data: quote, error, refetch } = useQuote(id);
  const mayEdit = useMay()('quotes', 'edit');
  return (
    <DetailDrawer
      opened={id !== undefined}
      onClose={onClose}
      title={quote ? `${quote.number} · ${quote.title}` : t('title')}
      picture={quote && <Picture url={quote.picture_url} />}
      state={quote && <QuoteStatus status={quote.status} />}
      action={quote && mayEdit && <NextAction key={`${quote.id} ${quote.version}`} quote={quote} />}
    >
      {error && !quote ? <ErrorBox error={error} onRetry={() => void refetch()} /> : null}
      {quote && <Detail quote={quote} />}
    </DetailDrawer>
  );
}

function NextAction({ quote }: { quote: QuoteDetail }) {
  const { t } = useTranslation('quotes');
  const acts = useQuoteActs();
  const confirm = useConfirm();
  const [attempt] = useState(() => crypto.randomUUID());
  const [busy, setBusy] = useState(false);
  const [declining, setDeclining] = useState(false);
  const { number } = quote;
  const handleAccept = async () => {
    setBusy(true);
    const answer = await acts.accept(quote.id, quote.current_version, attempt);
    setBusy(false);
    if (answer === false) return;
    toast.success(answer.orders_moved > 0 ? t('accepted', { count: answer.orders_moved }) : t('acceptedNone'));
  };
  const handleCancel = async () => {
    const question = {
      title: t('cancelTitle', { number }),
      text: t('cancelText'),
      confirmLabel: t('cancel'),
      destructive: true,
    };
    if (await confirm(question)) await acts.cancel(quote.id);
  };
  if (quoteCan.cancel(quote.status)) {
    return (
      <Button variant="default" onClick={() => void handleCancel()}>
        {t('cancel')}
      </Button>
    );
  }
  if (quote.status === 'accepted') {
    return (
      <Button component={Link} to={withQuery(paths.orders, { tab: 'to_pay' })} variant="default">
        {t('toOrders')}
      </Button>
    );
  }
  if (!quoteCan.accept(quote.status)) return null;
  return (
    <Group gap={8} wrap="nowrap">
      <Button variant="default" onClick={() => setDeclining(true)}>
        {t('decline')}
      </Button>
      <Button loading={busy} onClick={() => void handleAccept()}>
        {t('accept')}
      </Button>
      {declining && <DeclineDialog quote={quote} onClose={() => setDeclining(false)} />}
    </Group>
  );
}

function useStateLine(quote: QuoteDetail): string | undefined {
  const { t } = useTranslation('quotes');
  switch (quote.status) {
    case 'quoted':
      return quote.orders_waiting > 0 ? t('detail.next', { count: quote.orders_waiting }) : t('detail.nextNone');
    case 'submitted':
    case 'in_progress':
    case 'countered':
      return t('detail.awaiting', { time: formatTime(quote.sla_due_at, 'y-m-d h:i') });
    case 'need_info':
      return t('detail.needInfo');
    case 'expired':
      return t('detail.expired');
    default:
      return undefined;
  }
}

function Detail({ quote }: { quote: QuoteDetail }) {
  const { t, i18n } = useTranslation('quotes');
  const mayEdit = useMay()('quotes', 'edit');
  const line = useStateLine(quote);
  const current = quote.versions.find((version) => version.version === quote.current_version);
  const earlier = quote.versions.filter((version) => version.version !== quote.current_version);
  return (
    <>
      {line !== undefined && <p className={classes.next}>{line}</p>}
      {current && (
        <>
          <DetailSection title={t('detail.lines')}>
            <QuoteLines version={current} currency={quote.currency} />
            {current.note !== '' && <Facts facts={[{ label: t('detail.noteFromAgent'), value: current.note }]} />}
          </DetailSection>
          <DetailSection title={t('detail.freight')}>
            <FreightMatrix version={current} currency={quote.currency} />
            <Facts
              facts={[
                { label: t('detail.validUntil'), value: formatDate(current.valid_until) },
                { label: t('detail.lock'), value: t('detail.lockDays', { count: current.price_lock_days }) },
              ]}
            />
          </DetailSection>
        </>
      )}
      {mayEdit && (quote.status === 'quoted' || quote.status === 'accepted') && (
        <Group>
          <ShareButton quoteId={quote.id} />
        </Group>
      )}
      <DetailSection title={t('detail.asked')}>
        <Facts
          facts={[
            {
              label: t('detail.destinations'),
              value: quote.destinations.map((code) => countryName(code, i18n.language)).join(', '),
            },
            { label: t('detail.volume'), value: quote.orders_per_day ?? '–' },
            {
              label: t('detail.target'),
              value: (
                <MoneyCell
                  money={quote.target_price === null ? null : { amount: quote.target_price, currency: quote.currency }}
                />
              ),
            },
            { label: t('detail.note'), value: quote.note === '' ? '–' : quote.note },
            { label: t('detail.store'), value: quote.store?.name ?? '–' },
            { label: t('detail.agent'), value: quote.agent ?? '–' },
          ]}
        />
      </DetailSection>
      {earlier.length > 0 && (
        <DetailSection title={t('detail.history')}>
          {earlier.map((version) => (
            <div key={version.version}>
              <span className={classes.muted}>
                {t('detail.version', { version: version.version })} · <TimeCell time={version.created_at} />
              </span>
              <QuoteLines version={version} currency={quote.currency} />
            </div>
          ))}
        </DetailSection>
      )}
    </>
  );
}
