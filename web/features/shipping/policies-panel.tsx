import { MultiSelect, NumberInput, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { claimEvidence, type ClaimReason, claimReasons } from '#contract/claim-rules.ts';
import { ClaimPolicyTable } from '#web/components/claim-policy-table.tsx';
import { countries, countryName } from '#web/lib/countries.ts';
import { capitalized } from '#web/lib/format.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Toolbar } from '#web/ui/toolbar.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { AddingProps } from './shipping-types.ts';
import classes from './shipping.module.css';

const starts = ['paid', 'shipped', 'delivered'] as const;

/** The windows in which merchants may claim, by reason and destination. */
export function PoliciesPanel({ adding, onAdded }: AddingProps) {
  const { t } = useTranslation('shipping');
  const { data, error, refetch } = useApiQuery(api.shipping.claimPolicies, { query: {} });
  return (
    <>
      <Toolbar>{t('policy.text')}</Toolbar>
      <div className={classes.body}>
        {error && !data ? <ErrorBox error={error} onRetry={() => void refetch()} /> : null}
        {data && <ClaimPolicyTable policies={data} flush />}
      </div>
      {adding && <PolicyDialog onClose={onAdded} />}
    </>
  );
}

function PolicyDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation('shipping');
  const save = useApiMutation(api.shipping.setClaimPolicy, { refetch: ['shipping'] });
  const [draft, setDraft] = useState({
    reason: 'damaged' as ClaimReason,
    destination: '',
    counts_from: 'delivered' as (typeof starts)[number],
    opens_after_days: 0,
    window_days: 30,
    evidence: [] as (typeof claimEvidence)[number][],
  });
  const change = (part: Partial<typeof draft>) => setDraft((known) => ({ ...known, ...part }));
  const days = (name: 'opens_after_days' | 'window_days') => (
    <NumberInput
      label={t(`policy.${name}`)}
      w={160}
      min={name === 'window_days' ? 1 : 0}
      max={365}
      allowDecimal={false}
      value={draft[name]}
      onChange={(value) => change({ [name]: Number(value) || 0 })}
    />
  );
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('policy.add')}
      submitLabel={t('policy.save')}
      onSubmit={() =>
        save.run({ body: { ...draft, destination: draft.destination === '' ? null : draft.destination } })
      }
    >
      <Select
        label={t('policy.reason')}
        allowDeselect={false}
        data={claimReasons.map((reason) => ({ value: reason, label: t(`policy.reasons.${reason}`) }))}
        value={draft.reason}
        onChange={(value) => change({ reason: claimReasons.find((one) => one === value) ?? draft.reason })}
      />
      <Select
        label={t('policy.where')}
        searchable
        allowDeselect={false}
        data={[
          { value: '', label: t('policy.everywhere') },
          ...countries.map((code) => ({ value: code, label: countryName(code, i18n.language) })),
        ]}
        value={draft.destination}
        onChange={(value) => change({ destination: value ?? '' })}
      />
      <Select
        label={t('policy.countsFrom')}
        allowDeselect={false}
        data={starts.map((start) => ({ value: start, label: capitalized(t(`policy.from.${start}`)) }))}
        value={draft.counts_from}
        onChange={(value) => change({ counts_from: starts.find((one) => one === value) ?? draft.counts_from })}
      />
      <div className={classes.row}>
        {days('opens_after_days')}
        {days('window_days')}
      </div>
      <MultiSelect
        label={t('policy.evidence')}
        data={claimEvidence.map((kind) => ({ value: kind, label: t(`policy.kinds.${kind}`) }))}
        value={draft.evidence}
        onChange={(kinds) => change({ evidence: claimEvidence.filter((kind) => kinds.includes(kind)) })}
      />
    </FormDialog>
  );
}
