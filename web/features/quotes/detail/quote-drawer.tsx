import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UnbrokenNumbers } from '#web/ui/unbroken-numbers.tsx';
import { Link } from 'react-router';
import { quoteCan } from '#contract/quote-rules.ts';
import { Picture } from '#web/components/picture.tsx';
import { OnlyClient } from '#web/components/only-client.tsx';
import { useActing, useMay } from '#web/components/session.tsx';
import { formatTime } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { CountTabs } from '#web/ui/count-tabs.tsx';
import { DetailDrawer, DetailSection } from '#web/ui/detail-drawer.tsx';
import { PrintButton } from '#web/ui/print-button.tsx';
import { useMobile } from '#web/ui/use-mobile.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { openDownload } from '#web/api/download.ts';
import { uploadFile } from '#web/api/upload.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { StageChip } from '#web/components/order-status.tsx';
import { paths, withQuery } from '#web/lib/paths.ts';
import { Copyable } from '#web/ui/copy-button.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { AcceptEffect } from '../accept-effect.tsx';
import { QuoteActions } from './quote-actions.tsx';
import { QuoteAlternatives } from './quote-alternatives.tsx';
import { QuoteRequest } from './quote-request.tsx';
import { QuoteStatus } from '../quote-status.tsx';
import { QuoteThread, WriteMessage } from './quote-messages.tsx';
import { QuoteVersions } from './quote-versions.tsx';
import classes from '../quotes.module.css';
import type { QuoteDetail } from '../quotes-types.ts';
import { SampleDialog } from './sample-dialog.tsx';

type QuoteDrawerProps = {
  id: string | undefined;
  onClose: () => void;
  onOpen: (id: string) => void;
  onPay: (orderIds: readonly string[]) => void;
};

/** Downloads the current version on paper. */
function PdfButton({ id }: { id: string }) {
  const { t } = useTranslation('quotes');
  const { run, busy } = useApiMutation(api.quotes.pdf, { onSuccess: ({ url }) => openDownload(url) });
  return (
    <Button variant="default" loading={busy} onClick={() => void run({ params: { id } })}>
      {t('pdf')}
    </Button>
  );
}

/** One quote: what it costs, what was said, what was asked. */
export function QuoteDrawer({ id, onClose, onOpen, onPay }: QuoteDrawerProps) {
  const { t } = useTranslation('quotes');
  const { data: quote, error, refetch } = useApiQuery(api.quotes.get, id === undefined ? null : { params: { id } });
  const mayEdit = useMay()('quotes', 'edit');
  const mobile = useMobile(); // a phone shares the PDF
  return (
    <DetailDrawer
      opened={id !== undefined}
      onClose={onClose}
      title={quote ? `${quote.number} · ${quote.title}` : t('title')}
      picture={quote && <Picture url={quote.picture_url} />}
      state={quote && <QuoteStatus status={quote.status} />}
      action={
        quote && (
          <>
            {quote.current_version > 0 && (
              <>
                <PdfButton id={quote.id} />
                {!mobile && <PrintButton label={t('print')} />}
              </>
            )}
            {mayEdit && (
              <QuoteActions
                key={`${quote.id} ${quote.version}`}
                quote={quote}
                onRequestedAgain={onOpen}
                onPay={onPay}
              />
            )}
          </>
        )
      }
    >
      {error && !quote ? <ErrorBox error={error} onRetry={() => void refetch()} /> : null}
      {quote && <Detail key={quote.id} quote={quote} />}
    </DetailDrawer>
  );
}

function useStateLine(quote: QuoteDetail): string | undefined {
  const { t } = useTranslation('quotes');
  const now = useNow();
  switch (quote.status) {
    case 'submitted':
    case 'in_progress':
    case 'countered':
      return Date.parse(quote.sla_due_at) < now.getTime()
        ? t('detail.late', { time: formatTime(quote.sla_due_at, 'y-m-d h:i') })
        : t('detail.awaiting', { time: formatTime(quote.sla_due_at, 'y-m-d h:i') });
    case 'need_info':
      return t('detail.needInfo');
    case 'unavailable':
      return `${t(`unavailable.${quote.unavailable_reason ?? 'not_found'}`)} ${t('detail.unavailable')}`;
    case 'expired':
      return t('detail.expired');
    default:
      return undefined;
  }
}

/** What accepting the quote as a whole would do to waiting orders, or did. */
function Effect({ quote: { id, status, current_version: version } }: { quote: QuoteDetail }) {
  const accepted = status === 'accepted';
  const params = { id };
  const ahead = useApiQuery(api.quotes.previewAccept, accepted ? null : { params, body: { version, map: true } }).data;
  const done = useApiQuery(api.quotes.acceptEffect, accepted ? { params } : null).data;
  const effect = accepted ? done : ahead;
  return effect && <AcceptEffect effect={effect} accepted={accepted} />;
}

type Part = 'price' | 'messages' | 'request';

function Detail({ quote }: { quote: QuoteDetail }) {
  const { t } = useTranslation('quotes');
  const line = useStateLine(quote);
  const priced = quote.versions.length > 0 || quote.alternatives.length > 0;
  const talks = quote.status === 'need_info' || quote.status === 'countered' || quote.unread > 0; // the own offer stands there
  const first: Part = talks ? 'messages' : priced ? 'price' : 'request';
  const [chosen, setChosen] = useState<Part>();
  const part = chosen ?? first;
  const parts: Part[] = priced ? ['price', 'messages', 'request'] : ['messages', 'request'];
  const said = quote.thread.filter(({ kind }) => ['message', 'question', 'reply', 'countered'].includes(kind)).length;
  return (
    <>
      {line !== undefined && (
        <p className={classes.next}>
          <UnbrokenNumbers text={line} />
        </p>
      )}
      {quoteCan.accept(quote.status) && <OnlyClient what="acceptPrices" />}
      {(quoteCan.accept(quote.status) || quote.status === 'accepted') && <Effect quote={quote} />}
      <div className={classes.parts}>
        <CountTabs
          label={t('sections.label')}
          value={part}
          onChange={(value) => setChosen(parts.find((known) => known === value))}
          tabs={parts.map((value) => ({
            value,
            label: t(`sections.${value}`),
            ...(value === 'messages' &&
              said + quote.unread > 0 && {
                count: quote.unread > 0 ? quote.unread : said,
                attention: quote.unread > 0,
              }),
          }))}
        />
      </div>
      {part === 'price' && <Price quote={quote} />}
      {part === 'messages' && <Messages quote={quote} onUse={() => setChosen('messages')} />}
      {part === 'request' && <QuoteRequest quote={quote} />}
    </>
  );
}

function Price({ quote }: { quote: QuoteDetail }) {
  const { t } = useTranslation('quotes');
  const take = useApiMutation(api.quotes.takeAlternative);
  const acting = useActing();
  const mayTake = useMay()('quotes', 'edit') && !acting && quoteCan.alternative(quote.status);
  return (
    <>
      <QuoteAlternatives
        quote={quote}
        hint={mayTake && quoteCan.cancel(quote.status) ? t('alternatives.early') : undefined}
        {...(mayTake && {
          action: {
            label: t('alternatives.choose'),
            onAction: ({ id }) => void take.run({ params: { id: quote.id }, body: { alternative_id: id } }),
          },
        })}
      />
      <QuoteVersions quote={quote} />
      <QuoteSamples quote={quote} />
    </>
  );
}

/** `onUse` keeps it open: what is read or answered must not close under the reader’s eyes. */
function Messages({ quote, onUse }: { quote: QuoteDetail; onUse: () => void }) {
  const { t } = useTranslation('quotes');
  const params = { id: quote.id };
  const say = useApiMutation(api.quotes.say);
  const read = useApiMutation(api.quotes.read, { refetch: ['quotes'] });
  const acting = useActing();
  const maySay = useMay()('quotes', 'edit') && !acting && quoteCan.say(quote.status);
  return (
    <div className={classes.stack}>
      <QuoteThread
        quote={quote}
        side="client"
        onRead={(seq) => {
          onUse();
          return read.run({ params, body: { seq } });
        }}
      />
      {quoteCan.say(quote.status) && <OnlyClient what="write" />}
      {maySay && (
        <WriteMessage
          key={quote.thread.length}
          label={quote.status === 'need_info' ? t('thread.answerLabel') : t('thread.writeLabel')}
          submitLabel={quote.status === 'need_info' ? t('thread.sendAnswer') : t('thread.send')}
          upload={(file) => uploadFile(file, 'quote_attachment')}
          busy={say.busy}
          onSend={(message) => {
            onUse();
            return say.run({ params, body: message });
          }}
        />
      )}
    </div>
  );
}

type Sample = QuoteDetail['samples'][number];

/** Samples that were ordered, where each is, and the way to order one. */
function QuoteSamples({ quote }: { quote: QuoteDetail }) {
  const { t } = useTranslation('quotes');
  const [open, setOpen] = useState(false);
  const may = useMay()('quotes', 'edit') && quoteCan.sample(quote.status);
  // the accepted version is the current one: an accepted quote is not answered again
  const version = quote.versions.find((known) => known.version === quote.current_version);
  if (!version || (!may && quote.samples.length === 0)) return null;
  return (
    <DetailSection title={t('sample.samples')}>
      {quote.samples.length > 0 && <SampleTable samples={quote.samples} />}
      {may && (
        <Button variant="default" mt={12} onClick={() => setOpen(true)}>
          {t('sample.open')}
        </Button>
      )}
      {open && <SampleDialog quote={quote} version={version} onClose={() => setOpen(false)} />}
    </DetailSection>
  );
}

/** The samples of a quote: order, pieces, cost, state, tracking. */
function SampleTable({ samples, linked = true }: { samples: readonly Sample[]; linked?: boolean }) {
  const { t } = useTranslation('quotes');
  return (
    <PlainTable label={t('sample.samples')}>
      <tbody>
        {samples.map((sample) => (
          <tr key={sample.order_id}>
            <td>
              {linked ? (
                <Anchor component={Link} to={withQuery(paths.orders, { order: sample.order_id })} inherit>
                  {sample.name}
                </Anchor>
              ) : (
                sample.name
              )}
            </td>
            <td>{t('sample.units', { count: sample.units })}</td>
            <td>
              <StageChip stage={sample.stage} />
            </td>
            <td>
              {sample.tracking.map(({ number }) => (
                <Copyable key={number} value={number} />
              ))}
            </td>
            <td data-align="end">
              <MoneyCell money={sample.cost} />
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
