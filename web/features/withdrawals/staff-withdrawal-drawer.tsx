import { Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { approvedAlone, withdrawalCan } from '#contract/withdrawal-rules.ts';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { TimeCell } from '#web/components/time-cell.tsx';
import { Unsaved } from '#web/components/unsaved.tsx';
import { formatMoney, formatTime } from '#web/lib/format.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Copyable } from '#web/ui/copy-button.tsx';
import { DetailDrawer, DetailSection } from '#web/ui/detail-drawer.tsx';
import { type Fact, Facts } from '#web/ui/facts.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { ReadyButton } from '#web/ui/ready-button.tsx';
import { StaffWithdrawalState } from './withdrawal-columns.tsx';
import { endFact, payoutFacts } from './withdrawal-drawer.tsx';
import type { StaffWithdrawal } from './withdrawal-types.ts';
import classes from './withdrawals.module.css';

type DecisionProps = { withdrawal: StaffWithdrawal; onDone: () => void };

/** What the client asks for, and finance's decision: approve, record the payment, or decline. */
export function StaffWithdrawalDrawer({
  withdrawal,
  onClose,
}: {
  withdrawal: StaffWithdrawal | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation('withdrawals');
  return (
    <DetailDrawer
      opened={withdrawal !== undefined}
      onClose={onClose}
      title={withdrawal ? `${withdrawal.number} · ${withdrawal.client.name}` : ''}
      state={withdrawal && <StaffWithdrawalState withdrawal={withdrawal} t={t} />}
    >
      {withdrawal && (
        <>
          {withdrawalCan.approve(withdrawal.status) && <Approval withdrawal={withdrawal} onDone={onClose} />}
          {withdrawalCan.pay(withdrawal.status) && (
            <Payment key={withdrawal.id} withdrawal={withdrawal} onDone={onClose} />
          )}
          <StaffFacts withdrawal={withdrawal} />
        </>
      )}
    </DetailDrawer>
  );
}

/** Approving, where a second person is needed above the limit; or declining. */
function Approval({ withdrawal, onDone }: DecisionProps) {
  const { t, i18n } = useTranslation('withdrawals');
  const { number, amount, currency, client, needs_second, approvals } = withdrawal;
  const money = formatMoney({ amount, currency }, i18n.language);
  const confirm = useConfirm();
  const first = approvals[0];
  const approve = useApiMutation(api.withdrawals.approve, {
    refetch: ['withdrawals', 'wallet'],
    onSuccess: (answer) => {
      toast.success(t(answer.status === 'approved' ? 'staff.approved' : 'staff.approvedFirst', { number }));
      onDone();
    },
  });
  const handleApprove = async () => {
    const text = needs_second && first === undefined ? t('staff.approveFirstText') : t('staff.approveText');
    const title = t('staff.approveTitle', { money, client: client.name });
    if (!(await confirm({ title, text, confirmLabel: t('staff.approve', { money }) }))) return;
    await approve.run({ params: paramsOf(withdrawal), body: { version: withdrawal.version } });
  };
  return (
    <DetailSection title={t('staff.review')}>
      {needs_second && (
        <p className={classes.words}>
          {first === undefined
            ? t('staff.needsSecond', { money: formatMoney({ amount: approvedAlone, currency }, i18n.language) })
            : t('staff.firstBy', { name: first.name, time: formatTime(first.at, 'y-m-d h:i') })}
        </p>
      )}
      <div className={classes.buttons}>
        <ReadyButton
          loading={approve.busy}
          missing={first?.own === true ? t('staff.ownApproval') : undefined}
          onClick={() => void handleApprove()}
        >
          {t('staff.approve', { money })}
        </ReadyButton>
        <DeclineButton withdrawal={withdrawal} onDone={onDone} />
      </div>
    </DetailSection>
  );
}

const paramsOf = (withdrawal: StaffWithdrawal) => ({ account_id: withdrawal.client.id, id: withdrawal.id });

/** Records the payment with the bank's number, after the money was sent. */
function Payment({ withdrawal, onDone }: DecisionProps) {
  const { t, i18n } = useTranslation('withdrawals');
  const { number, amount, currency } = withdrawal;
  const form = useForm({
    initialValues: { reference: '' },
    validate: { reference: (text) => (text.trim().length < 4 ? t('payout.tooShort', { least: 4 }) : null) },
  });
  const pay = useApiMutation(api.withdrawals.markPaid, {
    refetch: ['withdrawals', 'wallet'],
    form,
    onSuccess: () => {
      toast.success(t('staff.paidDone', { number }));
      onDone();
    },
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (form.validate().hasErrors) return;
    void pay.run({ params: paramsOf(withdrawal), body: { ...form.values, version: withdrawal.version } });
  };
  return (
    <DetailSection title={t('staff.toPay')}>
      <form className={classes.code} onSubmit={handleSubmit} noValidate>
        <Unsaved when={form.isDirty()} />
        <p className={classes.words}>
          {t('staff.toPayText', { money: formatMoney({ amount, currency }, i18n.language) })}
        </p>
        <TextInput label={t('facts.reference')} maxLength={64} w="100%" {...form.getInputProps('reference')} />
        <div className={classes.buttons}>
          <Button type="submit" loading={pay.busy}>
            {t('staff.markPaid')}
          </Button>
          <DeclineButton withdrawal={withdrawal} onDone={onDone} />
        </div>
      </form>
    </DetailSection>
  );
}

function DeclineButton({ withdrawal, onDone }: DecisionProps) {
  const { t } = useTranslation('withdrawals');
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('staff.decline')}
      </Button>
      {asking && <DeclineDialog withdrawal={withdrawal} onClose={() => setAsking(false)} onDone={onDone} />}
    </>
  );
}

/** Asks for the reason that the client reads. */
function DeclineDialog({ withdrawal, onClose, onDone }: DecisionProps & { onClose: () => void }) {
  const { t, i18n } = useTranslation('withdrawals');
  const { number, amount, currency, client, version } = withdrawal;
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (text) => (text.trim().length < 5 ? t('payout.tooShort', { least: 5 }) : null) },
  });
  const decline = useApiMutation(api.withdrawals.decline, {
    refetch: ['withdrawals', 'wallet'],
    form,
    onSuccess: () => {
      toast.success(t('staff.declined', { number }));
      onDone();
    },
  });
  const handleSubmit = () => {
    if (form.validate().hasErrors) return false;
    return decline.run({ params: paramsOf(withdrawal), body: { reason: form.values.reason, version } });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('staff.declineTitle', { number })}
      submitLabel={t('staff.decline')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
    >
      <Unsaved when={form.isDirty()} />
      <p className={classes.hint}>
        {t('staff.declineText', { money: formatMoney({ amount, currency }, i18n.language), client: client.name })}
      </p>
      <Textarea
        label={t('staff.declineReason')}
        description={t('staff.declineReasonHelp')}
        autosize
        minRows={3}
        maxLength={300}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  );
}

function StaffFacts({ withdrawal }: { withdrawal: StaffWithdrawal }) {
  const { t, i18n } = useTranslation('withdrawals');
  const { amount, currency, reference, reason, note, approvals, confirmed_at } = withdrawal;
  const facts: (Fact | false)[] = [
    { label: t('facts.amount'), value: formatMoney({ amount, currency }, i18n.language) },
    ...payoutFacts(t, withdrawal.payout),
    reference !== null && { label: t('facts.reference'), value: <Copyable value={reference} /> },
    reason !== null && { label: t('facts.reason'), value: reason },
    note !== null && { label: t('staff.declineReason'), value: note },
    { label: t('columns.by'), value: withdrawal.requested_by },
    { label: t('columns.time'), value: <TimeCell time={withdrawal.created_at} /> },
    confirmed_at !== null && { label: t('facts.confirmed'), value: <TimeCell time={confirmed_at} /> },
    ...approvals.map(({ name, at }) => ({
      label: t('staff.approvedBy'),
      value: `${name} · ${formatTime(at, 'y-m-d h:i')}`,
    })),
    endFact(t, withdrawal),
  ];
  return (
    <DetailSection title={t('details')}>
      <Facts facts={facts.filter((fact) => fact !== false)} />
    </DetailSection>
  );
}
