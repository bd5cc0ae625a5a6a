import { Button, NumberInput, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type BonusTier,
  highestBonusBp,
  longestBonusDays,
  maxRecharge,
  minRecharge,
} from '#contract/recharge-rules.ts';
import { isBic, isIban } from '#contract/sepa-rules.ts';
import { api, type Contract } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { Unsaved } from '#web/components/unsaved.tsx';
import { decimalToMinor, formatMoney, minorToDecimal } from '#web/lib/format.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { ModalFrame } from '#web/ui/modal-frame.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import classes from '../wallet.module.css';

type StaffMethod = AnswerOf<Contract['wallet']['staffMethods']>[number];

/** Limits are kept in minor units of any wallet's currency; they are entered as amounts of the usual one. */
const currency = 'USD';

/** Payment methods, for finance: what is offered, and what payers are told; methods with proof can be added. */
export function MethodsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('wallet');
  const methods = useApiQuery(api.wallet.staffMethods, {}, { enabled: true });
  const [edited, setEdited] = useState<StaffMethod>();
  const [adding, setAdding] = useState(false);
  if (edited) return <EditMethod method={edited} onClose={() => setEdited(undefined)} />;
  if (adding) return <AddMethod position={(methods.data?.length ?? 0) + 1} onClose={() => setAdding(false)} />;
  return (
    <ModalFrame opened onClose={onClose} title={t('staff.methodsTitle')}>
      {methods.data?.map((method) => (
        <div key={method.code} className={classes.methodRow}>
          <span className={classes.methodName}>{method.name}</span>
          <span className={classes.together}>
            <StatusChip
              tone={method.active ? 'green' : 'grey'}
              label={method.active ? t('staff.active') : t('staff.inactive')}
            />
            <Button variant="default" size="xs" aria-label={t('staff.methodEdit')} onClick={() => setEdited(method)}>
              {t('staff.edit')}
            </Button>
          </span>
        </div>
      ))}
      {methods.data && (
        <Button mt={16} variant="default" onClick={() => setAdding(true)}>
          {t('staff.methodAdd')}
        </Button>
      )}
    </ModalFrame>
  );
}

/** `IBAN: DE02…` per line; lines without a colon keep their text as value. */
function readLines(text: string): { label: string; value: string }[] {
  return text.split('\n').flatMap((line) => {
    const [label = '', ...rest] = line.split(':');
    const value = rest.join(':').trim();
    if (line.trim() === '') return [];
    return [value === '' ? { label: '–', value: line.trim() } : { label: label.trim() || '–', value }];
  });
}

/** Hundredths of a percent from `1.25`; undefined when it is none. */
function readPercent(text: string, most = 1000): number | undefined {
  const match = /^(\d{1,2})(?:[.,](\d{1,2}))?$/.exec(text.trim());
  const points = match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined;
  return points !== undefined && points <= most ? points : undefined;
}

/** Minor units of a limit, null where it is empty; undefined when it is no amount of a recharge. */
function readLimit(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const amount = decimalToMinor(text, currency);
  return amount !== undefined && amount >= minRecharge && amount <= maxRecharge ? amount : undefined;
}

/** `500: 1` per line: from 500.00 on, 1 %. Undefined when a line says something else. */
function readTiers(text: string): BonusTier[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const tiers = lines.flatMap((line): BonusTier[] => {
    const [, from = '', percent = ''] = /^([^:]+):\s*(\d{1,2}(?:[.,]\d{1,2})?)\s*%?$/.exec(line.trim()) ?? [];
    const [amount, bp] = [decimalToMinor(from.trim(), currency), readPercent(percent, highestBonusBp)];
    return amount !== undefined && amount > 0 && bp !== undefined && bp > 0 ? [{ from: amount, bp }] : [];
  });
  return tiers.length === lines.length ? tiers : undefined;
}

const limitText = (amount: number | null) => (amount === null ? '' : minorToDecimal(amount, currency));

type Values = Pick<StaffMethod, 'name' | 'active'> & {
  fee_bp: string;
  details: string;
  min_amount: string;
  max_amount: string;
  bonus_tiers: string;
  bonus_days: number | string;
  position: number | string;
  sepa: { name: string; iban: string; bic: string };
};

const valuesOf = (method: Omit<StaffMethod, 'code' | 'kind' | 'version'>): Values => ({
  name: method.name,
  fee_bp: String(method.fee_bp / 100),
  details: method.details.map((line) => `${line.label}: ${line.value}`).join('\n'),
  min_amount: limitText(method.min_amount),
  max_amount: limitText(method.max_amount),
  bonus_tiers: method.bonus_tiers.map(({ from, bp }) => `${minorToDecimal(from, currency)}: ${bp / 100}`).join('\n'),
  bonus_days: method.bonus_days,
  position: method.position,
  active: method.active,
  sepa: { name: method.sepa?.name ?? '', iban: method.sepa?.iban ?? '', bic: method.sepa?.bic ?? '' },
});

/** Nobody has to name an account for the code; whoever does names both, and the BIC where the bank wants it. */
const namesAccount = ({ sepa }: Values) => Object.values(sepa).some((text) => text.trim() !== '');

const bodyOf = (values: Values) => ({
  ...values,
  fee_bp: readPercent(values.fee_bp) ?? 0,
  details: readLines(values.details),
  min_amount: readLimit(values.min_amount) ?? null,
  max_amount: readLimit(values.max_amount) ?? null,
  bonus_tiers: readTiers(values.bonus_tiers) ?? [],
  bonus_days: Number(values.bonus_days),
  position: Number(values.position),
  sepa: namesAccount(values) ? { ...values.sepa, bic: values.sepa.bic.trim() || null } : null,
});

function useMethodForm(initialValues: Values) {
  const { t, i18n } = useTranslation('wallet');
  const money = (amount: number) => formatMoney({ amount, currency }, i18n.language);
  const bounds = { least: money(minRecharge), most: money(maxRecharge) };
  const limit = (text: string) => (readLimit(text) === undefined ? t('staff.methodLimitBad', bounds) : null);
  return useForm<Values>({
    initialValues,
    validate: {
      fee_bp: (text) => (readPercent(text) === undefined ? t('staff.methodFeeBad') : null),
      min_amount: limit,
      max_amount: limit,
      sepa: {
        name: (name, values) => (namesAccount(values) && name.trim() === '' ? t('staff.methodSepaNameBad') : null),
        iban: (iban, values) => (namesAccount(values) && !isIban(iban) ? t('staff.methodIbanBad') : null),
        bic: (bic) => (bic.trim() !== '' && !isBic(bic) ? t('staff.methodBicBad') : null),
      },
      bonus_tiers: (text) => (readTiers(text) === undefined ? t('staff.methodBonusBad') : null),
    },
  });
}

const noBonus = { bonus_tiers: [], bonus_days: 180, sepa: null };

function AddMethod({ position, onClose }: { position: number; onClose: () => void }) {
  const { t } = useTranslation('wallet');
  const empty = {
    name: '',
    details: [],
    fee_bp: 0,
    min_amount: null,
    max_amount: null,
    active: true,
    position,
    ...noBonus,
  };
  const form = useMethodForm(valuesOf(empty));
  const create = useApiMutation(api.wallet.createMethod, {
    form,
    refetch: ['wallet'],
    onSuccess: () => toast.success(t('staff.methodAdded')),
  });
  return (
    <MethodForm
      title={t('staff.methodAdd')}
      submitLabel={t('staff.methodAdd')}
      form={form}
      withDetails
      onSubmit={() => create.run({ body: bodyOf(form.values) })}
      onClose={onClose}
    />
  );
}

function EditMethod({ method, onClose }: { method: StaffMethod; onClose: () => void }) {
  const { t } = useTranslation('wallet');
  const form = useMethodForm(valuesOf(method));
  const save = useApiMutation(api.wallet.saveMethod, {
    form,
    refetch: ['wallet'],
    onSuccess: () => toast.success(t('staff.methodSaved')),
  });
  return (
    <MethodForm
      title={t('staff.methodTitle', { name: method.name })}
      submitLabel={t('staff.methodSave')}
      form={form}
      withDetails={method.kind === 'transfer'}
      onSubmit={() =>
        save.run({ params: { code: method.code }, body: { ...bodyOf(form.values), version: method.version } })
      }
      onClose={onClose}
    />
  );
}

type MethodFormProps = {
  title: string;
  submitLabel: string;
  form: UseFormReturnType<Values>;
  withDetails: boolean;
  onSubmit: () => Promise<unknown>;
  onClose: () => void;
};

function MethodForm({ title, submitLabel, form, withDetails, onSubmit, onClose }: MethodFormProps) {
  const { t } = useTranslation('wallet');
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={title}
      submitLabel={submitLabel}
      onSubmit={() => (form.validate().hasErrors ? false : onSubmit())}
      dirty={form.isDirty()}
    >
      <Unsaved when={form.isDirty()} />
      <TextInput label={t('staff.methodName')} {...form.getInputProps('name')} />
      {withDetails && (
        <Textarea
          label={t('staff.methodDetails')}
          description={t('staff.methodDetailsHelp')}
          autosize
          minRows={4}
          {...form.getInputProps('details')}
        />
      )}
      {withDetails && (
        <fieldset className={classes.fieldset}>
          <legend>{t('staff.methodSepa')}</legend>
          <p className={classes.hint}>{t('staff.methodSepaHelp')}</p>
          <TextInput label={t('staff.methodSepaName')} maxLength={70} {...form.getInputProps('sepa.name')} />
          <TextInput label={t('staff.methodSepaIban')} {...form.getInputProps('sepa.iban')} />
          <TextInput label={t('staff.methodSepaBic')} {...form.getInputProps('sepa.bic')} />
        </fieldset>
      )}
      <TextInput label={t('staff.methodFee')} inputMode="decimal" {...form.getInputProps('fee_bp')} />
      <TextInput
        label={t('staff.methodMinimum', { currency })}
        description={t('staff.methodLimitHelp')}
        inputMode="decimal"
        {...form.getInputProps('min_amount')}
      />
      <TextInput
        label={t('staff.methodMaximum', { currency })}
        description={t('staff.methodLimitHelp')}
        inputMode="decimal"
        {...form.getInputProps('max_amount')}
      />
      <Textarea
        label={t('staff.methodBonus')}
        description={t('staff.methodBonusHelp', { currency })}
        autosize
        minRows={2}
        {...form.getInputProps('bonus_tiers')}
      />
      <NumberInput
        label={t('staff.methodBonusDays')}
        allowDecimal={false}
        min={1}
        max={longestBonusDays}
        {...form.getInputProps('bonus_days')}
      />
      <NumberInput
        label={t('staff.methodPosition')}
        description={t('staff.methodPositionHelp')}
        allowDecimal={false}
        min={1}
        max={100}
        {...form.getInputProps('position')}
      />
      <Switch label={t('staff.methodActive')} {...form.getInputProps('active', { type: 'checkbox' })} />
    </FormDialog>
  );
}
