import { Anchor, NumberInput, SegmentedControl, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type DisputeKind,
  disputeKinds,
  longestDispute,
  mostDisputedGrams,
  shortestDispute,
} from '#contract/line-dispute-rules.ts';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useMay } from '#web/components/session.tsx';
import { Unsaved } from '#web/components/unsaved.tsx';
import { formatMoney, formatTime } from '#web/lib/format.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { DisputeState } from './dispute-state.tsx';
import classes from './line-disputes.module.css';

type Line = {
  invoice_id: string;
  invoice_order_id: string;
  order: string;
  line: number;
  amount: number;
  currency: string;
};

/** The dispute of a shipping line where there is one, else the way to open it. */
export function LineDispute({ line }: { line: Line }) {
  const { t, i18n } = useTranslation('line-disputes');
  const may = useMay()('invoices', 'edit');
  const [opening, setOpening] = useState(false);
  const { data } = useApiQuery(api.lineDisputes.list, { query: { invoice_id: line.invoice_id, per_page: 200 } });
  const withdraw = useApiMutation(api.lineDisputes.withdraw, { refetch: ['lineDisputes'] });
  const own = data?.data.find((one) => one.invoice_order_id === line.invoice_order_id && one.line === line.line);
  if (data === undefined) return <span className={classes.own}>{'\u00a0'}</span>; // keeps its line
  return (
    <span className={classes.own}>
      {own && (
        <>
          <span>{t('yours', { number: own.number })}</span>
          <DisputeState status={own.status} t={t} />
          {own.status === 'open' && own.due_at !== null && (
            <span>{t('answerBy', { time: formatTime(own.due_at, 'y-m-d h:i') })}</span>
          )}
          {own.credited !== null && (
            <span>{formatMoney({ amount: own.credited, currency: own.currency }, i18n.language)}</span>
          )}
          {own.answer !== null && <span>{own.answer}</span>}
          {own.status === 'open' && may && (
            <Anchor
              component="button"
              type="button"
              inherit
              disabled={withdraw.busy}
              onClick={() => void withdraw.run({ params: { id: own.id }, body: { version: own.version } })}
            >
              {t('withdraw')}
            </Anchor>
          )}
        </>
      )}
      {own?.status !== 'open' && may && (
        <Anchor component="button" type="button" inherit onClick={() => setOpening(true)}>
          {t('open')}
        </Anchor>
      )}
      {opening && <OpenDialog line={line} onClose={() => setOpening(false)} />}
    </span>
  );
}

function OpenDialog({ line, onClose }: { line: Line; onClose: () => void }) {
  const { t, i18n } = useTranslation('line-disputes');
  const form = useForm<{ kind: DisputeKind; claimed_weight_g: number | string; text: string }>({
    initialValues: { kind: 'weight', claimed_weight_g: '', text: '' },
    validate: {
      claimed_weight_g: (grams, { kind }) => (kind === 'weight' && !(Number(grams) > 0) ? t('weightBad') : null),
      text: (text) => (text.trim().length < shortestDispute ? t('textBad') : null),
    },
  });
  const open = useApiMutation(api.lineDisputes.open, {
    form,
    refetch: ['lineDisputes'],
    onSuccess: ({ number }) => toast.success(t('submitted', { number })),
  });
  const { kind } = form.values;
  const handleSubmit = () => {
    if (form.validate().hasErrors) return false;
    const { claimed_weight_g: grams, text } = form.values;
    const { invoice_order_id, line: number } = line;
    const claimed_weight_g = kind === 'weight' ? Number(grams) : null;
    return open.run({ body: { invoice_order_id, line: number, kind, text, claimed_weight_g } });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('openTitle', { order: line.order })}
      submitLabel={t('submit')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
    >
      <Unsaved when={form.isDirty()} />
      <p className={classes.hint}>{t('openText', { money: formatMoney(line, i18n.language) })}</p>
      <SegmentedControl
        aria-label={t('what')}
        data={disputeKinds.map((value) => ({ value, label: t(`whats.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      {kind === 'weight' && (
        <NumberInput
          label={t('claimedWeight')}
          description={t('weightHelp')}
          min={1}
          max={mostDisputedGrams}
          allowDecimal={false}
          hideControls
          {...form.getInputProps('claimed_weight_g')}
        />
      )}
      <Textarea label={t('text')} autosize minRows={3} maxLength={longestDispute} {...form.getInputProps('text')} />
    </FormDialog>
  );
}
