import { NumberInput, Skeleton, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnswerOf } from '#contract/endpoint.ts';
import { type Contract, api } from '#web/api/client.ts';
import { Unsaved } from '#web/components/unsaved.tsx';
import { decimalToMinor, minorToDecimal } from '#web/lib/format.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import classes from './claims.module.css';
import type { Ids } from './claims-types.ts';

type Limits = AnswerOf<Contract['claims']['limits']>;
type Props = { ids: Ids; client: string; onClose: () => void };

/** Up to where a client's claims are approved by themselves. */
export function ClaimLimits(props: Props) {
  const { data } = useApiQuery(api.claims.limits, { params: { account_id: props.ids.account_id } });
  return data ? <LimitsForm {...props} limits={data} /> : <Skeleton height={1} />;
}

function LimitsForm({ ids, client, onClose, limits }: Props & { limits: Limits }) {
  const { t } = useTranslation('claims');
  const save = useApiMutation(api.claims.setLimits, { refetch: ['claims'] });
  const [amount, setAmount] = useState(minorToDecimal(limits.auto_amount, limits.currency));
  const [rate, setRate] = useState<number | string>(limits.max_rate_bp / 100);
  const minor = decimalToMinor(amount, limits.currency);
  const dirty = minor !== limits.auto_amount || Number(rate) * 100 !== limits.max_rate_bp;
  const handleSubmit = () => {
    const max_rate_bp = Math.round(Number(rate) * 100);
    const body = { auto_amount: minor ?? 0, max_rate_bp, version: limits.version };
    return save.run({ params: { account_id: ids.account_id }, body });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`${t('staff.limitsTitle')} · ${client}`}
      submitLabel={t('staff.save')}
      submitDisabled={minor === undefined}
      dirty={dirty}
      onSubmit={handleSubmit}
    >
      <Unsaved when={dirty} />
      <p className={classes.muted}>{t('staff.limitsHelp')}</p>
      <TextInput
        label={t('staff.limitsAmount', { currency: limits.currency })}
        inputMode="decimal"
        value={amount}
        onChange={(event) => setAmount(event.currentTarget.value)}
        data-autofocus
      />
      <NumberInput
        label={t('staff.limitsRate')}
        description={t('staff.limitsNow', { rate: (limits.rate_bp / 100).toFixed(1) })}
        min={0}
        max={100}
        decimalScale={2}
        value={rate}
        onChange={setRate}
      />
    </FormDialog>
  );
}
