import { Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rechargeCan } from '#contract/recharge-rules.ts';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { decimalToMinor, formatMoney, formatTime, minorToDecimal } from '#web/lib/format.ts';
import { Copyable } from '#web/ui/copy-button.tsx';
import { DetailDrawer, DetailSection } from '#web/ui/detail-drawer.tsx';
import { type Fact, Facts } from '#web/ui/facts.tsx';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { ProofView } from './proof-view.tsx';
import { RechargeState } from './recharge-columns.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import classes from './wallet.module.css';
import type { StaffRecharge } from './wallet-types.ts';

/** What the client says beside the proof, and the decision. */
export function ReviewDrawer({ recharge, onClose }: { recharge: StaffRecharge | undefined; onClose: () => void }) {
  const { t } = useTranslation('wallet');
  return (
    <DetailDrawer
      opened={recharge !== undefined}
      onClose={onClose}
      title={recharge ? `${recharge.number} · ${recharge.client.name}` : ''}
      state={recharge && <RechargeState recharge={recharge} t={t} />}
    >
      {recharge && (
        <>
          <Claim recharge={recharge} />
          {rechargeCan.review(recharge.status) && (
            <DetailSection title={t('staff.review')}>
              <Decision key={`${recharge.id}:${recharge.version}`} recharge={recharge} onDone={onClose} />
            </DetailSection>
          )}
        </>
      )}
    </DetailDrawer>
  );
}

function Claim({ recharge }: { recharge: StaffRecharge }) {
  const { t, i18n } = useTranslation('wallet');
  const money = (amount: number) => formatMoney({ amount, currency: recharge.currency }, i18n.language);
  const { received_amount: received, external_ref, payer_name, paid_on, proof, review_note } = recharge;
  const facts: (Fact | false)[] = [
    { label: t('facts.claimed'), value: money(recharge.amount) },
    received !== null && { label: t('facts.received'), value: money(received) },
    { label: t('facts.method'), value: recharge.method.name },
    { label: t('facts.reference'), value: <Copyable value={recharge.reference} /> },
    external_ref !== null && { label: t('facts.transaction'), value: <Copyable value={external_ref} /> },
    payer_name !== null && { label: t('facts.payer'), value: payer_name },
    paid_on !== null && { label: t('facts.date'), value: paid_on },
    { label: t('facts.started'), value: formatTime(recharge.created_at) },
    review_note !== null && { label: t('facts.note'), value: review_note },
  ];
  return (
    <DetailSection title={t('staff.check')}>
      <Facts facts={facts.filter((fact) => fact !== false)} />
      {proof === null ? (
        <p className={classes.hint}>{t('staff.noProof')}</p>
      ) : (
        <ProofView key={proof.id} accountId={recharge.client.id} proof={proof} />
      )}
    </DetailSection>
  );
}

function Decision({ recharge, onDone }: { recharge: StaffRecharge; onDone: () => void }) {
  const { t, i18n } = useTranslation('wallet');
  const { currency } = recharge;
  const [rejecting, setRejecting] = useState(false);
  const form = useForm({
    initialValues: { received: minorToDecimal(recharge.amount, currency), note: '' },
    validate: { received: (text) => ((decimalToMinor(text, currency) ?? 0) > 0 ? null : t('staff.receivedBad')) },
  });
  const received = decimalToMinor(form.values.received, currency);
  const money = (amount: number) => formatMoney({ amount, currency }, i18n.language);
  const params = { account_id: recharge.client.id, id: recharge.id };
  const { run, busy } = useApiMutation(api.wallet.approve, {
    form,
    fields: { received_amount: 'received' },
    onSuccess: () => {
      toast.success(t('staff.approved', { number: recharge.number }));
      onDone();
    },
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (form.validate().hasErrors || received === undefined) return;
    const note = form.values.note.trim();
    const body = { received_amount: received, version: recharge.version, ...(note !== '' && { note }) };
    void run({ params, body });
  };
  return (
    <form className={classes.fields} onSubmit={handleSubmit} noValidate>
      <TextInput
        label={t('staff.received', { currency })}
        description={t('staff.receivedHelp')}
        inputMode="decimal"
        {...form.getInputProps('received')}
      />
      {received !== undefined && received !== recharge.amount && (
        <p className={classes.differs}>{t('staff.differs', { money: money(recharge.amount) })}</p>
      )}
      <Textarea label={t('staff.note')} autosize minRows={2} maxLength={300} {...form.getInputProps('note')} />
      <div className={classes.buttons}>
        <Button type="submit" loading={busy}>
          {t('staff.approve', { money: received === undefined ? '' : money(received) })}
        </Button>
        <Button variant="default" className={classes.apart} disabled={busy} onClick={() => setRejecting(true)}>
          {t('staff.reject')}
        </Button>
      </div>
      {rejecting && <RejectDialog recharge={recharge} onClose={() => setRejecting(false)} onDone={onDone} />}
    </form>
  );
}
