import { Button, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { quoteCan } from '#contract/quote-rules.ts';
import { toast } from '#web/api/toasts.ts';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { Picture } from '#web/components/picture.tsx';
import { useTabTitle } from '#web/components/tab.tsx';
import { Unsaved } from '#web/components/unsaved.tsx';
import { countryName } from '#web/lib/countries.ts';
import { useCareful } from '#web/ui/careful.ts';
import { DetailDrawer, DetailSection, Facts } from '#web/ui/detail-drawer.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { DueClock } from './due-clock.tsx';
import { FreightMatrix } from './freight-matrix.tsx';
import { QuoteLines } from './quote-lines.tsx';
import { QuoteStatus } from './quote-status.tsx';
import classes from './quotes.module.css';
import { type DeskQuoteDetail, useAnswer, useDeskQuote } from './quotes.api.ts';
import { answerOf, type Draft, firstDraft, type Problems } from './workbench-draft.ts';
import { WorkbenchFreight } from './workbench-freight.tsx';
import { WorkbenchLines } from './workbench-lines.tsx';

type WorkbenchProps = { ids: { account_id: string; id: string }; onClose: () => void };

/** One client's request, and the answer to it. */
export function Workbench({ ids, onClose }: WorkbenchProps) {
  const { t } = useTranslation('quotes');
  const { data: quote, error, refetch } = useDeskQuote(ids);
  const [typed, setTyped] = useState<number>();
  const dirty = quote !== undefined && typed === quote.version; // a newer version begins with a fresh form
  const leave = useCareful(dirty, onClose);
  useTabTitle(quote?.number);
  return (
    <DetailDrawer
      opened
      onClose={leave}
      title={quote ? `${quote.number} · ${quote.title}` : t('desk.title')}
      picture={quote && <Picture url={quote.picture_url} size={48} />}
      state={
        quote && (
          <>
            <QuoteStatus status={quote.status} desk />
            <DueClock quote={quote} />
          </>
        )
      }
    >
      {error && !quote ? <ErrorBox error={error} onRetry={() => void refetch()} /> : null}
      {quote && (
        <>
          <Unsaved when={dirty} />
          <Wishes quote={quote} />
          {quoteCan.answer(quote.status) ? (
            <AnswerForm key={quote.version} quote={quote} onTyped={() => setTyped(quote.version)} onSent={onClose} />
          ) : (
            <Answered quote={quote} />
          )}
        </>
      )}
    </DetailDrawer>
  );
}

function Wishes({ quote }: { quote: DeskQuoteDetail }) {
  const { t, i18n } = useTranslation('quotes');
  return (
    <DetailSection title={t('desk.wants')}>
      <Facts
        facts={[
          { label: t('columns.client'), value: `${quote.client.name} · ${quote.client.number}` },
          { label: t('detail.store'), value: quote.store?.name ?? '–' },
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
          { label: t('columns.waiting'), value: quote.orders_waiting },
          { label: t('detail.note'), value: quote.note === '' ? '–' : quote.note },
        ]}
      />
    </DetailSection>
  );
}

function Answered({ quote }: { quote: DeskQuoteDetail }) {
  const { t } = useTranslation('quotes');
  const current = quote.versions.find((version) => version.version === quote.current_version);
  if (!current) return null;
  return (
    <>
      <DetailSection title={t('desk.items')}>
        <QuoteLines version={current} currency={quote.currency} />
      </DetailSection>
      <DetailSection title={t('desk.freight')}>
        <FreightMatrix version={current} currency={quote.currency} />
      </DetailSection>
    </>
  );
}

type AnswerFormProps = { quote: DeskQuoteDetail; onTyped: () => void; onSent: () => void };

function AnswerForm({ quote, onTyped, onSent }: AnswerFormProps) {
  const { t } = useTranslation('quotes');
  const send = useAnswer();
  const [draft, setDraft] = useState<Draft>(() => firstDraft(quote));
  const [problems, setProblems] = useState<Problems>({});
  const [attempt, setAttempt] = useState(() => crypto.randomUUID());
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setProblems({});
    onTyped();
    setAttempt(crypto.randomUUID()); // other content needs another key (decision 26)
  };
  const account_id = quote.client.id;
  const handleSend = async () => {
    const made = answerOf(draft, quote);
    if ('problems' in made) {
      setProblems(made.problems);
      return;
    }
    setBusy(true);
    const answer = await send({ account_id, id: quote.id }, made.body, attempt);
    setBusy(false);
    if (answer === false) return;
    toast.success(t('desk.sent', { number: quote.number }));
    onSent();
  };
  const weight = Number(draft.lines.find((line) => !line.skip)?.weight);
  return (
    <>
      <DetailSection title={t('desk.items')}>
        <WorkbenchLines
          accountId={account_id}
          currency={quote.currency}
          lines={draft.lines}
          problems={problems}
          onChange={(lines) => change({ lines })}
        />
      </DetailSection>
      <DetailSection title={t('desk.freight')}>
        <WorkbenchFreight
          currency={quote.currency}
          weight={weight > 0 ? weight : undefined}
          wanted={quote.destinations}
          rows={draft.freight}
          problems={problems}
          onChange={(freight) => change({ freight })}
        />
      </DetailSection>
      <div className={classes.stack}>
        <div className={classes.row}>
          <TextInput
            label={t('desk.validDays')}
            w={150}
            inputMode="numeric"
            value={draft.valid_days}
            onChange={(event) => change({ valid_days: event.currentTarget.value })}
          />
          <TextInput
            label={t('desk.lockDays')}
            w={150}
            inputMode="numeric"
            value={draft.price_lock_days}
            onChange={(event) => change({ price_lock_days: event.currentTarget.value })}
          />
        </div>
        <Textarea
          label={t('desk.note')}
          autosize
          minRows={2}
          maxLength={2000}
          value={draft.note}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
        <div>
          <Button loading={busy} onClick={() => void handleSend()}>
            {quote.current_version > 0 ? t('desk.sendNext') : t('desk.send')}
          </Button>
        </div>
      </div>
    </>
  );
}
