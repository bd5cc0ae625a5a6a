import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { quoteCan } from '#contract/quote-rules.ts';
import { Picture } from '#web/components/picture.tsx';
import { useTabTitle } from '#web/components/tab.tsx';
import { Unsaved } from '#web/components/unsaved.tsx';
import { useCareful } from '#web/ui/careful.ts';
import { CountTabs } from '#web/ui/count-tabs.tsx';
import { DetailDrawer, DetailSection } from '#web/ui/detail-drawer.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { uploadForClient } from '#web/api/upload.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { DueClock } from '../due-clock.tsx';
import { FreightMatrix } from '../detail/freight-matrix.tsx';
import { QuoteAlternatives } from '../detail/quote-alternatives.tsx';
import { QuoteLines } from '../detail/quote-lines.tsx';
import { QuoteRequest } from '../detail/quote-request.tsx';
import { QuoteStatus } from '../quote-status.tsx';
import { CounterOffer, QuoteThread, WriteMessage } from '../detail/quote-messages.tsx';
import classes from '../quotes.module.css';
import { WorkbenchActions } from './workbench-actions.tsx';
import { WorkbenchAnswer } from './workbench-answer.tsx';
import type { StaffQuoteDetail } from '../quotes-types.ts';
import { askName } from './wishes.ts';

type Ids = { account_id: string; id: string };
type Part = 'answer' | 'messages';
const parts: readonly Part[] = ['answer', 'messages'];

/** One client's request: the answer to it, and the messages. */
export function Workbench({ ids, onClose }: { ids: Ids; onClose: () => void }) {
  const { t } = useTranslation(['quotes-workbench', 'quotes']);
  // sent, it goes at once: the new version that the answer made is not for this form
  const [sent, setSent] = useState(false);
  const { data: quote, error, refetch } = useApiQuery(api.quotes.staffGet, sent ? null : { params: ids });
  const [typed, setTyped] = useState<number>();
  const [part, setPart] = useState<Part>('answer');
  const dirty = quote !== undefined && typed === quote.version; // a newer version begins with a fresh form
  const leave = useCareful(dirty, onClose);
  useTabTitle(quote?.number);
  if (sent) return null;
  const handleSent = () => {
    setSent(true);
    onClose();
  };
  return (
    <DetailDrawer
      opened
      onClose={leave}
      title={quote ? `${quote.number} · ${quote.title}` : t('title')}
      picture={quote && <Picture url={quote.picture_url} size={48} />}
      state={
        quote && (
          <>
            <QuoteStatus status={quote.status} staff />
            <DueClock quote={quote} />
          </>
        )
      }
      action={quote && <WorkbenchActions ids={ids} quote={quote} />}
    >
      {error && !quote ? <ErrorBox error={error} onRetry={() => void refetch()} /> : null}
      {quote && (
        <>
          <Unsaved when={dirty} />
          <div className={classes.parts}>
            <CountTabs
              label={t('quotes:sections.label')}
              value={part}
              onChange={(value) => setPart(parts.find((known) => known === value) ?? 'answer')}
              tabs={parts.map((value) => ({
                value,
                label: t(`sections.${value}`),
                ...(value === 'messages' && quote.unread > 0 && { count: quote.unread, attention: true }),
              }))}
            />
          </div>
          {part === 'answer' && quote.status === 'countered' && (
            <DetailSection title={t('quotes:staffStatus.countered')}>
              <CounterOffer quote={quote} accountId={ids.account_id} />
            </DetailSection>
          )}
          <div hidden={part !== 'answer'}>
            <Answer ids={ids} quote={quote} onTyped={() => setTyped(quote.version)} onSent={handleSent} />
          </div>
          {part === 'messages' && <Messages ids={ids} quote={quote} />}
        </>
      )}
    </DetailDrawer>
  );
}

type AnswerProps = { ids: Ids; quote: StaffQuoteDetail; onTyped: () => void; onSent: () => void };

function Answer({ ids, quote, onTyped, onSent }: AnswerProps) {
  const { t } = useTranslation(['quotes-workbench', 'quotes']);
  const remove = useApiMutation(api.quotes.removeAlternative);
  const current = quote.versions.find((version) => version.version === quote.current_version);
  return (
    <>
      <QuoteRequest
        quote={quote}
        withoutPictures={quoteCan.answer(quote.status)}
        more={[
          { label: t('quotes:columns.client'), value: `${quote.client.name} · ${quote.client.number}` },
          { label: t('quotes:columns.waiting'), value: quote.orders_waiting },
        ]}
      />
      <QuoteAlternatives
        quote={quote}
        action={{
          label: t('withdrawAlternative'),
          onAction: ({ id }) => void remove.run({ params: { ...ids, alternative_id: id } }),
        }}
      />
      {quoteCan.answer(quote.status) ? (
        <WorkbenchAnswer key={quote.version} ids={ids} quote={quote} onTyped={onTyped} onSent={onSent} />
      ) : (
        current && (
          <>
            <DetailSection title={t('items')}>
              <QuoteLines version={current} currency={quote.currency} items={quote.items} />
            </DetailSection>
            <DetailSection title={t('freight')}>
              <FreightMatrix version={current} currency={quote.currency} items={quote.items} />
            </DetailSection>
          </>
        )
      )}
    </>
  );
}

function Messages({ ids, quote }: { ids: Ids; quote: StaffQuoteDetail }) {
  const { t } = useTranslation(['quotes-workbench', 'quotes']);
  const say = useApiMutation(api.quotes.staffSay);
  const read = useApiMutation(api.quotes.staffRead, { refetch: ['quotes'] });
  const ask = askName(quote);
  return (
    <div className={classes.stack}>
      <QuoteThread
        quote={quote}
        side="staff"
        accountId={ids.account_id}
        onRead={(seq) => read.run({ params: ids, body: { seq } })}
      />
      {quoteCan.say(quote.status) && (
        <WriteMessage
          key={quote.thread.length}
          label={t('writeLabel')}
          submitLabel={t('quotes:thread.send')}
          upload={(file) => uploadForClient(file, ids.account_id, 'quote_attachment')}
          busy={say.busy}
          askLabel={ask && t(ask)}
          withCanned
          onSend={(message, question) => say.run({ params: ids, body: { ...message, question } })}
        />
      )}
    </div>
  );
}
