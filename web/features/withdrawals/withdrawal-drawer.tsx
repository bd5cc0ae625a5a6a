import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { unconfirmedHours, withdrawalCan } from '#contract/withdrawal-rules.ts';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useMay } from '#web/components/session.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { formatMoney, formatTime } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Copyable } from '#web/ui/copy-button.tsx';
import { DetailDrawer, DetailSection } from '#web/ui/detail-drawer.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { type Fact, Facts } from '#web/ui/facts.tsx';
import { endOf, WithdrawalState } from './withdrawal-columns.tsx';
import type { Withdrawal } from './withdrawal-types.ts';
import classes from './withdrawals.module.css';

/** One withdrawal: its code to enter or what became of it, then its facts. */
export function WithdrawalDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { t } = useTranslation('withdrawals');
  const query = useApiQuery(api.withdrawals.get, id === undefined ? null : { params: { id } });
  const withdrawal = query.data;
  const may = useMay();
  return (
    <DetailDrawer
      opened={id !== undefined}
      onClose={onClose}
      title={withdrawal?.number ?? t('title')}
      state={withdrawal && <WithdrawalState withdrawal={withdrawal} t={t} />}
    >
      {withdrawal ? (
        <>
          <Outcome withdrawal={withdrawal} />
          {withdrawalCan.confirm(withdrawal.status) && may('wallet', 'pay') && <CodeForm withdrawal={withdrawal} />}
          <WithdrawalFacts withdrawal={withdrawal} />
          {withdrawalCan.cancel(withdrawal.status) && may('wallet', 'pay') && <CancelButton withdrawal={withdrawal} />}
        </>
      ) : (
        query.error !== null && <ErrorBox error={query.error} onRetry={() => void query.refetch()} />
      )}
    </DetailDrawer>
  );
}

function Outcome({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t, i18n } = useTranslation('withdrawals');
  const { status, note, reference, amount, currency, due_at: due } = withdrawal;
  const now = useNow();
  if (status === 'requested') return null;
  const money = formatMoney({ amount, currency }, i18n.language);
  const result =
    due !== null && new Date(due) > now
      ? t('results.confirmedUntil', { money, time: formatTime(due, 'y-m-d h:i') })
      : t(`results.${status}`, { money, reference: reference ?? '' });
  return (
    <DetailSection title={t(`statuses.${status}`)}>
      <p className={classes.words} role="status">
        {result}
      </p>
      {note !== null && <p className={classes.words}>“{note}”</p>}
    </DetailSection>
  );
}

/** The six digits of the mail; another mail when it did not come. */
function CodeForm({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t, i18n } = useTranslation('withdrawals');
  const { id, amount, currency, code_until, created_at } = withdrawal;
  const now = useNow();
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (text) => (/^\d{6}$/.test(text.trim()) ? null : t('code.bad')) },
  });
  const confirm = useApiMutation(api.withdrawals.confirm, {
    refetch: ['withdrawals', 'wallet'],
    form,
    onSuccess: () => toast.success(t('code.confirmed')),
  });
  const again = useApiMutation(api.withdrawals.sendCode, {
    refetch: ['withdrawals', 'wallet'],
    onSuccess: () => {
      form.reset(); // what was wrong with the code before is over
      toast.success(t('code.sent'));
    },
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.validate().hasErrors) void confirm.run({ params: { id }, body: form.values });
  };
  return (
    <DetailSection title={t('code.title')}>
      <form className={classes.code} onSubmit={handleSubmit} noValidate>
        <p className={classes.words}>
          {t(new Date(code_until) > now ? 'code.text' : 'code.expired', {
            money: formatMoney({ amount, currency }, i18n.language),
            until: formatTime(code_until, 'y-m-d h:i'),
            end: formatTime(new Date(Date.parse(created_at) + unconfirmedHours * 3_600_000), 'y-m-d h:i'),
          })}
        </p>
        <TextInput
          label={t('code.label')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          w={160}
          {...form.getInputProps('code')}
        />
        <div className={classes.buttons}>
          <Button type="submit" loading={confirm.busy}>
            {t('code.submit')}
          </Button>
          <Button variant="subtle" loading={again.busy} onClick={() => void again.run({ params: { id } })}>
            {t('code.again')}
          </Button>
        </div>
      </form>
    </DetailSection>
  );
}

/** Where the money goes, as facts of one account. */
export function payoutFacts(
  t: ReturnType<typeof useTranslation<'withdrawals'>>['t'],
  payout: Withdrawal['payout'],
): Fact[] {
  const { kind, holder, account, bank, swift } = payout;
  return [
    { label: t('facts.kind'), value: t(`kinds.${kind}`) },
    { label: t('payout.holder'), value: <Copyable value={holder} /> },
    { label: kind === 'bank' ? t('payout.bankAccount') : t('payout.account'), value: <Copyable value={account} /> },
    ...(bank === '' ? [] : [{ label: t('payout.bank'), value: bank }]),
    ...(swift === '' ? [] : [{ label: t('facts.swift'), value: <Copyable value={swift} /> }]),
  ];
}

/** When it was paid out, declined or cancelled; false before. */
export function endFact(
  t: ReturnType<typeof useTranslation<'withdrawals'>>['t'],
  withdrawal: Withdrawal,
): Fact | false {
  const { status } = withdrawal;
  const at = endOf(withdrawal);
  if (at === null || (status !== 'paid' && status !== 'declined' && status !== 'cancelled')) return false;
  return { label: t(`facts.${status}`), value: <TimeCell time={at} /> };
}

function WithdrawalFacts({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t, i18n } = useTranslation('withdrawals');
  const { amount, currency, reference, reason, created_at, confirmed_at } = withdrawal;
  const facts: (Fact | false)[] = [
    { label: t('facts.amount'), value: formatMoney({ amount, currency }, i18n.language) },
    ...payoutFacts(t, withdrawal.payout),
    reference !== null && { label: t('facts.reference'), value: <Copyable value={reference} /> },
    reason !== null && { label: t('facts.reason'), value: reason },
    { label: t('columns.by'), value: withdrawal.requested_by },
    { label: t('columns.time'), value: <TimeCell time={created_at} /> },
    confirmed_at !== null && { label: t('facts.confirmed'), value: <TimeCell time={confirmed_at} /> },
    endFact(t, withdrawal),
  ];
  return (
    <DetailSection title={t('details')}>
      <Facts facts={facts.filter((fact) => fact !== false)} />
    </DetailSection>
  );
}

function CancelButton({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t, i18n } = useTranslation('withdrawals');
  const confirm = useConfirm();
  const cancel = useApiMutation(api.withdrawals.cancel, {
    refetch: ['withdrawals', 'wallet'],
    onSuccess: () => toast.success(t('cancel.done')),
  });
  const { id, number, version, amount, currency } = withdrawal;
  const handleClick = async () => {
    const sure = await confirm({
      title: t('cancel.title', { number }),
      text: t('cancel.text', { money: formatMoney({ amount, currency }, i18n.language) }),
      confirmLabel: t('cancel.button'),
      cancels: true,
      destructive: true,
    });
    if (sure) await cancel.run({ params: { id }, body: { version } });
  };
  return (
    <Button variant="default" mt={16} loading={cancel.busy} onClick={() => void handleClick()}>
      {t('cancel.button')}
    </Button>
  );
}
