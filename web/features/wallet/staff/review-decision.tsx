import { Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UnbrokenNumbers } from '#web/ui/unbroken-numbers.tsx';
import { rechargeBonus, rechargeCredit } from '#contract/recharge-rules.ts';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { Unsaved } from '#web/components/unsaved.tsx';
import { decimalToMinor, formatMoney, formatTime, minorToDecimal } from '#web/lib/format.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { ReadyButton } from '#web/ui/ready-button.tsx';
import classes from '../wallet.module.css';
import type { StaffRecharge } from '../wallet-types.ts';

const shortestReason = 5;

type DecisionProps = { recharge: StaffRecharge; onDone: () => void };

/** What approving an amount comes to: it is credited, or it is the first of two approvals. */
function approvalOf(recharge: StaffRecharge, received: number | undefined) {
  const { approved_alone, first_approval: first } = recharge;
  const needsTwo = received !== undefined && (approved_alone === null || received > approved_alone);
  const agrees = first !== null && first.received_amount === received;
  return {
    isFirst: needsTwo && !agrees,
    isOwn: needsTwo && agrees && first.own,
    startsAgain: first !== null && !agrees,
  };
}

/** The amount that arrived and the decision; above the limit two members of staff approve the same amount. */
export function Decision({ recharge, onDone }: DecisionProps) {
  const { t, i18n } = useTranslation('wallet');
  const { currency, first_approval: first } = recharge;
  const [asking, setAsking] = useState<'reject' | 'sendBack'>();
  const confirm = useConfirm();
  const form = useForm({
    initialValues: {
      received: minorToDecimal(first?.received_amount ?? recharge.amount, currency),
      note: first?.note ?? '',
    },
    validate: { received: (text) => ((decimalToMinor(text, currency) ?? 0) > 0 ? null : t('staff.receivedBad')) },
  });
  const received = decimalToMinor(form.values.received, currency);
  const { isFirst, isOwn, startsAgain } = approvalOf(recharge, received);
  const money = (amount: number) => formatMoney({ amount, currency }, i18n.language);
  const credited = received === undefined ? '' : money(rechargeCredit(received, recharge.fee_bp));
  const bonus = rechargeBonus(received ?? 0, recharge.bonus_tiers);
  const label = isFirst
    ? t('staff.approveFirst', { money: money(received ?? 0) })
    : t('staff.approve', { money: credited });
  const question = (arrived: number) => ({
    title: isFirst
      ? t('staff.approveFirstTitle', { money: money(arrived), client: recharge.client.name })
      : t('staff.approveTitle', { money: credited, client: recharge.client.name }),
    text: [
      t(isFirst ? 'staff.approveFirstText' : 'staff.approveText'),
      ...(arrived === recharge.amount ? [] : [t('staff.differs', { money: money(recharge.amount) })]),
      ...(bonus > 0 ? [t('staff.bonus', { money: money(bonus) })] : []),
      ...(credited === money(arrived) ? [] : [t('staff.lessFee', { money: money(arrived) })]),
    ].map((sentence) => <p key={sentence}>{sentence}</p>),
    confirmLabel: label,
  });
  const { run, busy } = useApiMutation(api.wallet.approve, {
    form,
    fields: { received_amount: 'received' },
    onSuccess: ({ status, number }) => {
      toast.success(t(status === 'credited' ? 'staff.approved' : 'staff.approvedFirst', { number }));
      onDone();
    },
  });
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (form.validate().hasErrors || received === undefined) return;
    if (!(await confirm(question(received)))) return;
    const note = form.values.note.trim();
    const body = { received_amount: received, version: recharge.version, ...(note !== '' && { note }) };
    await run({ params: paramsOf(recharge), body });
  };
  return (
    <form className={classes.fields} onSubmit={(event) => void handleSubmit(event)} noValidate>
      <ApprovalNote recharge={recharge} isFirst={isFirst} />
      <TextInput
        label={t('staff.received', { currency })}
        description={t('staff.receivedHelp')}
        inputMode="decimal"
        {...form.getInputProps('received')}
      />
      {recharge.sent !== null && recharge.sent.currency !== currency && (
        <p className={classes.differs}>
          {t('staff.otherCurrency', { money: formatMoney(recharge.sent, i18n.language) })}
        </p>
      )}
      {received !== undefined && received !== recharge.amount && (
        <p className={classes.differs}>{t('staff.differs', { money: money(recharge.amount) })}</p>
      )}
      {bonus > 0 && <p className={classes.hint}>{t('staff.bonus', { money: money(bonus) })}</p>}
      {isFirst && startsAgain && <p className={classes.differs}>{t('staff.startsAgain')}</p>}
      <Textarea label={t('staff.note')} autosize minRows={2} maxLength={300} {...form.getInputProps('note')} />
      <div className={classes.buttons}>
        <ReadyButton type="submit" loading={busy} missing={isOwn ? t('staff.ownApproval') : undefined}>
          {label}
        </ReadyButton>
        {first !== null && (
          <Button variant="default" disabled={busy} onClick={() => setAsking('sendBack')}>
            {t('staff.sendBack')}
          </Button>
        )}
        <Button variant="default" className={classes.apart} disabled={busy} onClick={() => setAsking('reject')}>
          {t('staff.reject')}
        </Button>
      </div>
      {asking === 'reject' && <RejectDialog recharge={recharge} onClose={() => setAsking(undefined)} onDone={onDone} />}
      {asking === 'sendBack' && (
        <SendBackDialog recharge={recharge} onClose={() => setAsking(undefined)} onDone={onDone} />
      )}
    </form>
  );
}

const paramsOf = (recharge: StaffRecharge) => ({ account_id: recharge.client.id, id: recharge.id });

/** Who approved the recharge first, or that two have to. */
function ApprovalNote({ recharge, isFirst }: { recharge: StaffRecharge; isFirst: boolean }) {
  const { t, i18n } = useTranslation('wallet');
  const { currency, approved_alone, first_approval: first } = recharge;
  const money = (amount: number) => formatMoney({ amount, currency }, i18n.language);
  if (first !== null) {
    const { name, at, received_amount } = first;
    return (
      <p className={classes.hint}>
        <UnbrokenNumbers
          text={t('staff.firstBy', { name, money: money(received_amount), time: formatTime(at, 'y-m-d h:i') })}
        />
      </p>
    );
  }
  if (!isFirst) return null;
  return (
    <p className={classes.hint}>
      {approved_alone === null
        ? t('staff.twoAlways', { currency })
        : t('staff.twoNeeded', { money: money(approved_alone) })}
    </p>
  );
}

type DialogProps = DecisionProps & { onClose: () => void };

/** Asks for the reason that the client reads. */
function RejectDialog({ recharge, onClose, onDone }: DialogProps) {
  const { t, i18n } = useTranslation('wallet');
  const money = formatMoney({ amount: recharge.amount, currency: recharge.currency }, i18n.language);
  const form = useReasonForm();
  const { run } = useApiMutation(api.wallet.reject, {
    form,
    refetch: ['wallet'],
    onSuccess: () => {
      toast.success(t('staff.rejected', { number: recharge.number }));
      onDone();
    },
  });
  return (
    <ReasonDialog
      form={form}
      onClose={onClose}
      title={t('staff.rejectTitle', { number: recharge.number })}
      text={t('staff.rejectText', { money, client: recharge.client.name })}
      help={t('staff.reasonHelp')}
      submitLabel={t('staff.reject')}
      send={(reason) => run({ params: paramsOf(recharge), body: { reason, version: recharge.version } })}
    />
  );
}

/** Asks for the reason that colleagues read. */
function SendBackDialog({ recharge, onClose, onDone }: DialogProps) {
  const { t } = useTranslation('wallet');
  const form = useReasonForm();
  const { run } = useApiMutation(api.wallet.sendBack, {
    form,
    refetch: ['wallet'],
    onSuccess: () => {
      toast.success(t('staff.sentBack', { number: recharge.number }));
      onDone();
    },
  });
  return (
    <ReasonDialog
      form={form}
      onClose={onClose}
      title={t('staff.sendBackTitle', { number: recharge.number })}
      text={t('staff.sendBackText')}
      help={t('staff.sendBackHelp')}
      submitLabel={t('staff.sendBack')}
      send={(reason) => run({ params: paramsOf(recharge), body: { reason, version: recharge.version } })}
    />
  );
}

function useReasonForm() {
  const { t } = useTranslation('wallet');
  return useForm({
    initialValues: { reason: '' },
    validate: { reason: (text) => (text.trim().length < shortestReason ? t('staff.reasonBad') : null) },
  });
}

type ReasonDialogProps = {
  form: ReturnType<typeof useReasonForm>;
  title: string;
  text: string;
  help: string;
  submitLabel: string;
  send: (reason: string) => Promise<unknown>;
  onClose: () => void;
};

function ReasonDialog({ form, title, text, help, submitLabel, send, onClose }: ReasonDialogProps) {
  const { t } = useTranslation('wallet');
  const handleSubmit = () => (form.validate().hasErrors ? false : send(form.values.reason));
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={title}
      submitLabel={submitLabel}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
    >
      <Unsaved when={form.isDirty()} />
      <p className={classes.hint}>{text}</p>
      <Textarea
        label={t('staff.reason')}
        description={help}
        autosize
        minRows={3}
        maxLength={300}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  );
}
