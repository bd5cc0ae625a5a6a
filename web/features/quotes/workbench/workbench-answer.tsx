import { Button, Textarea, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#web/api/toasts.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { focusFirstInvalid } from '#web/ui/first-invalid.ts';
import { DetailSection } from '#web/ui/detail-drawer.tsx';
import { ModalFrame } from '#web/ui/modal-frame.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { Picture } from '#web/components/picture.tsx';
import { formatMoney } from '#web/lib/format.ts';
import { Identity } from '#web/ui/toolbar.tsx';
import { FreightMatrix } from '../detail/freight-matrix.tsx';
import { QuoteLines } from '../detail/quote-lines.tsx';
import classes from '../quotes.module.css';
import { WorkbenchCandidates } from './workbench-candidates.tsx';
import { WorkbenchCosts } from './workbench-costs.tsx';
import {
  answerOf,
  type Draft,
  draftLike,
  draftWith,
  firstDraft,
  previewOf,
  type Problems,
  unserved,
} from './workbench-draft.ts';
import { type Unserved, UnservedList } from './unserved-list.tsx';
import { WorkbenchFreight } from './workbench-freight.tsx';
import { WorkbenchLines } from './workbench-lines.tsx';
import type { LikeQuote, QuoteVersion, StaffQuoteDetail } from '../quotes-types.ts';
import { wishesOf } from './wishes.ts';

type AnswerProps = {
  ids: { account_id: string; id: string };
  quote: StaffQuoteDetail;
  onTyped: () => void;
  onSent: () => void;
};

/** One for all, so that rows without a problem are not drawn again. */
const none: Problems = {};

/** The form of an answer: goods, what they cost us, freight, terms; seen as the client will before it is sent. */
export function WorkbenchAnswer({ ids, quote, onTyped, onSent }: AnswerProps) {
  const { t } = useTranslation('quotes-workbench');
  const { run, busy } = useApiMutation(api.quotes.answer, {
    onSuccess: () => {
      toast.success(t('sent', { number: quote.number }));
      onSent();
    },
  });
  const { data: channels = [] } = useApiQuery(api.shipping.channels, {});
  const { data: measured = [] } = useApiQuery(api.shipping.transit, {});
  const [draft, setDraft] = useState<Draft>(() => firstDraft(quote));
  const [problems, setProblems] = useState<Problems>(none);
  const [preview, setPreview] = useState<QuoteVersion>();
  const place = useRef<HTMLDivElement>(null);
  const confirm = useConfirm();
  const change = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setProblems(none);
    onTyped();
  };
  const made = () => {
    const answer = answerOf(draft, quote);
    if ('problems' in answer) {
      setProblems(answer.problems);
      focusFirstInvalid(place.current);
    }
    return 'body' in answer ? answer.body : undefined;
  };
  const lacking = unserved(draft, quote);
  const handleSend = async () => {
    const body = made();
    if (!body) return;
    const asked = lacking.some((one) => one.asked);
    if (asked && !(await confirm(questionOf(lacking)))) return;
    await run({ params: ids, body });
  };
  const questionOf = (countries: readonly Unserved[]) => ({
    title: t('unserved.title'),
    text: (
      <>
        <p>{t('unserved.lead')}</p>
        <UnservedList countries={countries} />
      </>
    ),
    confirmLabel: t('unserved.sendAnyway'),
  });
  const handlePreview = () => {
    const body = made();
    if (body) setPreview(previewOf(body, quote, draft, { channels, measured }));
  };
  const weight = Number(draft.lines.find((line) => !line.skip)?.weight);
  return (
    <div ref={place}>
      <WorkbenchCandidates
        ids={ids}
        quote={quote}
        lines={draft.lines}
        onPick={(pairs) =>
          change(pairs.reduce((next, { line, sku }) => draftWith(next, line, sku, quote.currency), draft))
        }
      />
      <SimilarQuotes ids={ids} onPick={(like) => change(draftLike(draft, like, quote))} />
      <DetailSection title={t('items')}>
        <WorkbenchLines
          accountId={ids.account_id}
          currency={quote.currency}
          lines={draft.lines}
          wishes={wishesOf(quote)}
          problems={problems}
          onChange={(lines) => change({ lines })}
        />
      </DetailSection>
      <WorkbenchCosts
        ids={ids}
        currency={quote.currency}
        lines={draft.lines}
        problems={problems}
        onChange={(lines) => change({ lines })}
      />
      <DetailSection title={t('freight')}>
        <WorkbenchFreight
          currency={quote.currency}
          weight={weight > 0 ? weight : undefined}
          lacking={lacking}
          rows={draft.freight}
          problems={problems}
          onChange={(freight) => change({ freight })}
        />
      </DetailSection>
      <Terms draft={draft} onChange={change} />
      <div className={classes.send}>
        <Button loading={busy} onClick={() => void handleSend()}>
          {quote.current_version > 0 ? t('sendNext') : t('send')}
        </Button>
        <Button variant="default" onClick={handlePreview}>
          {t('previewClient')}
        </Button>
        {problems !== none && (
          <p className={classes.problem} role="alert">
            {t('incomplete')}
          </p>
        )}
      </div>
      <ModalFrame
        opened={preview !== undefined}
        onClose={() => setPreview(undefined)}
        title={t('previewTitle')}
        width={720}
      >
        {preview && (
          <div className={classes.asClient}>
            <QuoteLines version={preview} currency={quote.currency} items={quote.items} />
            <FreightMatrix version={preview} currency={quote.currency} items={quote.items} />
            {preview.note !== '' && <p className={classes.words}>{preview.note}</p>}
          </div>
        )}
      </ModalFrame>
    </div>
  );
}

function Terms({ draft, onChange }: { draft: Draft; onChange: (part: Partial<Draft>) => void }) {
  const { t } = useTranslation('quotes-workbench');
  return (
    <div className={classes.stack}>
      <div className={classes.row}>
        <TextInput
          label={t('validDays')}
          w={150}
          inputMode="numeric"
          value={draft.valid_days}
          onChange={(event) => onChange({ valid_days: event.currentTarget.value })}
        />
        <TextInput
          label={t('lockDays')}
          w={150}
          inputMode="numeric"
          value={draft.price_lock_days}
          onChange={(event) => onChange({ price_lock_days: event.currentTarget.value })}
        />
      </div>
      <Textarea
        label={t('note')}
        autosize
        minRows={2}
        maxLength={2000}
        value={draft.note}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
      />
    </div>
  );
}

type LikeProps = { ids: { account_id: string; id: string }; onPick: (like: LikeQuote) => void };

/** Answered quotes for like goods, to begin the answer from. */
function SimilarQuotes({ ids, onPick }: LikeProps) {
  const { t, i18n } = useTranslation('quotes-workbench');
  const { data: like = [] } = useApiQuery(api.quotes.like, { params: ids });
  if (like.length === 0) return null;
  return (
    <DetailSection title={t('similar.title')}>
      <ul className={classes.likes}>
        {like.map((one) => {
          const [line] = one.version.lines;
          const price = line && formatMoney({ amount: line.unit_price, currency: one.currency }, i18n.language);
          return (
            <li key={one.id}>
              <Identity
                picture={<Picture url={one.picture_url} />}
                title={one.title}
                detail={[one.number, one.client.name, price].filter(Boolean).join(' · ')}
              />
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`${t('similar.use')}, ${one.number}`}
                onClick={() => onPick(one)}
              >
                {t('similar.use')}
              </Button>
            </li>
          );
        })}
      </ul>
    </DetailSection>
  );
}
