import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#web/api/toasts.ts';
import { Unsaved } from '#web/components/unsaved.tsx';
import { decimalToMinor, formatMoney } from '#web/lib/format.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useShowAnswer } from '#web/api/use-api-query.ts';
import classes from '../quotes.module.css';
import type { QuoteDetail, QuoteVersion } from '../quotes-types.ts';

/** Names target prices: what is left empty stays as offered. */
export function CounterDialog({
  quote,
  version,
  onClose,
}: {
  quote: QuoteDetail;
  version: QuoteVersion;
  onClose: () => void;
}) {
  const { t, i18n } = useTranslation('quotes');
  const show = useShowAnswer(api.quotes.get);
  const counter = useApiMutation(api.quotes.counter, {
    onSuccess: (answer, { params }) => {
      show({ params }, answer);
      toast.success(t('counter.sent', { number: quote.number }));
    },
  });
  const [targets, setTargets] = useState<Record<number, string>>({});
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const wanted = version.lines.flatMap(({ line }) => {
    const text = targets[line]?.trim() ?? '';
    return text === '' ? [] : [{ line, target_price: decimalToMinor(text, quote.currency) ?? 0 }];
  });
  const problemOf = (line: QuoteVersion['lines'][number]) => {
    const target = wanted.find((one) => one.line === line.line)?.target_price;
    if (target === undefined) return undefined;
    if (target <= 0) return t('badPrice');
    return target < line.unit_price ? undefined : t('counter.notBelow');
  };
  const whyNot = wanted.length === 0 ? t('counter.none') : undefined;
  const noReason = reason.trim().length < 3 ? t('counter.noReason') : undefined;
  const handleSubmit = () => {
    setTried(true);
    if (whyNot || noReason || version.lines.some((line) => problemOf(line))) return false;
    return counter.run({ params: { id: quote.id }, body: { version: version.version, lines: wanted, reason } });
  };
  const dirty = reason !== '' || wanted.length > 0;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('counter.title', { number: quote.number })}
      submitLabel={t('counter.send')}
      onSubmit={handleSubmit}
      dirty={dirty}
    >
      <Unsaved when={dirty} />
      <p className={classes.lead}>{t('counter.lead')}</p>
      {version.lines.map((line, index) => (
        <TextInput
          key={line.line}
          label={t('counter.target', { item: line.title, currency: quote.currency })}
          description={t('counter.offered', {
            price: formatMoney({ amount: line.unit_price, currency: quote.currency }, i18n.language),
          })}
          inputMode="decimal"
          value={targets[line.line] ?? ''}
          onChange={(event) => setTargets({ ...targets, [line.line]: event.currentTarget.value })}
          error={tried ? (problemOf(line) ?? (index === 0 ? whyNot : undefined)) : undefined}
        />
      ))}
      <Textarea
        label={t('counter.reason')}
        autosize
        minRows={2}
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={tried ? noReason : undefined}
      />
    </FormDialog>
  );
}
