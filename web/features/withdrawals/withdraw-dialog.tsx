import { Anchor, Radio, Select, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { minWithdrawal, payoutKinds } from '#contract/withdrawal-rules.ts';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { Unsaved } from '#web/components/unsaved.tsx';
import { decimalToMinor, formatMoney } from '#web/lib/format.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { payoutName } from './withdrawal-columns.tsx';
import type { PayoutAccount, Withdrawal } from './withdrawal-types.ts';
import classes from './withdrawals.module.css';

type WithdrawProps = {
  currency: string;
  /** The cash of the wallet: bonus money cannot be withdrawn. */
  withdrawable: number;
  onClose: () => void;
  onRequested: (withdrawal: Withdrawal) => void;
};

/** Asks how much is withdrawn and where to; the first time, and on request, for a new payout account. */
export function WithdrawDialog(props: WithdrawProps) {
  const accounts = useApiQuery(api.withdrawals.payoutAccounts, {}).data;
  const [adding, setAdding] = useState(false);
  const [chosen, setChosen] = useState<string>();
  if (accounts === undefined) return null;
  if (adding || accounts.length === 0)
    return (
      <PayoutAccountForm
        first={accounts.length === 0}
        onClose={() => (accounts.length === 0 ? props.onClose() : setAdding(false))}
        onAdded={(account) => {
          setChosen(account.id);
          setAdding(false);
        }}
      />
    );
  return <AmountForm {...props} accounts={accounts} chosen={chosen} onAdd={() => setAdding(true)} />;
}

type AmountProps = WithdrawProps & {
  accounts: readonly PayoutAccount[];
  chosen: string | undefined;
  onAdd: () => void;
};

function AmountForm({ accounts, chosen, onAdd, currency, withdrawable, onClose, onRequested }: AmountProps) {
  const { t, i18n } = useTranslation('withdrawals');
  const money = (amount: number) => formatMoney({ amount, currency }, i18n.language);
  const form = useForm({ initialValues: { amount: '', payout: chosen ?? accounts[0]?.id ?? '', reason: '' } });
  const create = useApiMutation(api.withdrawals.create, {
    refetch: ['withdrawals', 'wallet'],
    form,
    onSuccess: onRequested,
  });
  const amount = decimalToMinor(form.values.amount, currency);
  const fits = amount !== undefined && amount >= minWithdrawal && amount <= withdrawable;
  const handleSubmit = () => {
    if (!fits) {
      form.setFieldError('amount', t('amountBad', { least: money(minWithdrawal), most: money(withdrawable) }));
      return false;
    }
    const reason = form.values.reason.trim();
    return create.run({ body: { payout_account_id: form.values.payout, amount, ...(reason !== '' && { reason }) } });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('withdraw')}
      submitLabel={fits ? t('submit', { money: money(amount) }) : t('withdraw')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
    >
      <Unsaved when={form.isDirty()} />
      <TextInput
        label={t('amount', { currency })}
        description={t('amountHelp', { money: money(withdrawable) })}
        inputMode="decimal"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('amount')}
      />
      <Radio.Group label={t('to')} {...form.getInputProps('payout')}>
        <div className={classes.accounts}>
          {accounts.map((account) => (
            <Radio key={account.id} value={account.id} label={payoutName(t, account)} description={account.holder} />
          ))}
        </div>
      </Radio.Group>
      <div>
        <Anchor component="button" type="button" size="sm" onClick={onAdd}>
          {t('payout.add')}
        </Anchor>
      </div>
      <Textarea label={t('reason')} autosize minRows={2} maxLength={300} {...form.getInputProps('reason')} />
      <p className={classes.hint}>{t('codeHint')}</p>
    </FormDialog>
  );
}

type Payout = Withdrawal['payout'];
type PayoutFormProps = { first: boolean; onClose: () => void; onAdded: (account: PayoutAccount) => void };

/** A new account of the client that money can be withdrawn to. */
function PayoutAccountForm({ first, onClose, onAdded }: PayoutFormProps) {
  const { t } = useTranslation('withdrawals');
  const longEnough = (least: number) => (text: string) =>
    text.trim().length < least ? t('payout.tooShort', { least }) : null;
  const form = useForm<Payout>({
    initialValues: { kind: 'bank', holder: '', account: '', bank: '', swift: '' },
    validate: {
      holder: longEnough(2),
      account: longEnough(4),
      bank: (text, { kind }) => (kind === 'bank' && text.trim() === '' ? t('payout.bankMissing') : null),
    },
  });
  const create = useApiMutation(api.withdrawals.createPayoutAccount, {
    refetch: ['withdrawals', 'wallet'],
    form,
    onSuccess: onAdded,
  });
  const { kind } = form.values;
  const handleSubmit = async () => {
    if (form.validate().hasErrors) return false;
    await create.run({ body: kind === 'bank' ? form.values : { ...form.values, bank: '', swift: '' } });
    return false; // what was added leads on; a refusal stands at its field
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('payout.title')}
      submitLabel={t('payout.save')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
    >
      <Unsaved when={form.isDirty()} />
      {first && <p className={classes.words}>{t('payout.first')}</p>}
      <Select
        label={t('payout.kind')}
        data={payoutKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('kind')}
      />
      <TextInput
        label={t('payout.holder')}
        description={t('payout.holderHelp')}
        maxLength={100}
        data-autofocus
        {...form.getInputProps('holder')}
      />
      <TextInput
        label={kind === 'bank' ? t('payout.bankAccount') : t('payout.account')}
        maxLength={64}
        {...form.getInputProps('account')}
      />
      {kind === 'bank' && (
        <>
          <TextInput label={t('payout.bank')} maxLength={100} {...form.getInputProps('bank')} />
          <TextInput label={t('payout.swift')} maxLength={11} {...form.getInputProps('swift')} />
        </>
      )}
    </FormDialog>
  );
}
