import { Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconFileTypePdf, IconPhoto } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rechargeCan, rechargeCredit } from '#contract/recharge-rules.ts';
import { api } from '#web/api/client.ts';
import { openDownload } from '#web/api/download.ts';
import { toast } from '#web/api/toasts.ts';
import { decimalToMinor, formatMoney, formatRelative, formatTime, minorToDecimal } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Copyable } from '#web/ui/copy-button.tsx';
import { DetailDrawer, DetailSection } from '#web/ui/detail-drawer.tsx';
import { type Fact, Facts } from '#web/ui/facts.tsx';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { DueChip } from '#web/components/due-chip.tsx';
import { Unsaved } from '#web/components/unsaved.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { RefundButton } from './refund-button.tsx';
import { StaffRechargeState } from './recharge-columns.tsx';
import classes from './wallet.module.css';
import type { StaffRecharge } from './wallet-types.ts';

const shortestReason = 5;

/** What the client says beside the proof, and the decision. */
export function ReviewDrawer({ recharge, onClose }: { recharge: StaffRecharge | undefined; onClose: () => void }) {
  const { t } = useTranslation('wallet');
  return (
    <DetailDrawer
      opened={recharge !== undefined}
      onClose={onClose}
      title={recharge ? `${recharge.number} · ${recharge.client.name}` : ''}
      state={recharge && <StaffRechargeState recharge={recharge} t={t} />}
      below={recharge && <Clock recharge={recharge} />}
      wide
    >
      {recharge && (
        <div className={classes.sides}>
          <div>
            <Proof key={recharge.proof?.id ?? recharge.id} recharge={recharge} />
          </div>
          <div>
            <Claim recharge={recharge} />
            {rechargeCan.refund(recharge.status, recharge.method.kind) && <RefundButton recharge={recharge} />}
            {rechargeCan.review(recharge.status) && (
              <DetailSection title={t('staff.review')}>
                <Decision key={`${recharge.id}:${recharge.version}`} recharge={recharge} onDone={onClose} />
              </DetailSection>
            )}
          </div>
        </div>
      )}
    </DetailDrawer>
  );
}

/** How long the client has waited for the review, and until when it is due. */
function Clock({ recharge }: { recharge: StaffRecharge }) {
  const { t, i18n } = useTranslation('wallet');
  const now = useNow();
  const { submitted_at, due_at } = recharge;
  if (submitted_at === null || due_at === null) return null;
  return (
    <>
      <span className={classes.hint} title={formatTime(submitted_at)}>
        {t('staff.submittedAgo', { time: formatRelative(submitted_at, now, i18n.language) })}
      </span>
      <DueChip at={due_at} />
    </>
  );
}

function Claim({ recharge }: { recharge: StaffRecharge }) {
  const { t, i18n } = useTranslation('wallet');
  const money = (amount: number) => formatMoney({ amount, currency: recharge.currency }, i18n.language);
  const { received_amount: received, external_ref, payer_name, paid_on, review_note } = recharge;
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
      {recharge.doubles.length > 0 && (
        <div className={classes.doubles}>
          {recharge.doubles.map(({ reason, number, client }) => (
            <p key={`${reason} ${number}`} className={classes.differs} role="status">
              {t(`staff.doubles.${reason}`, { number, client })}
            </p>
          ))}
        </div>
      )}
      <Facts facts={facts.filter((fact) => fact !== false)} />
    </DetailSection>
  );
}

function Decision({ recharge, onDone }: { recharge: StaffRecharge; onDone: () => void }) {
  const { t, i18n } = useTranslation('wallet');
  const { currency } = recharge;
  const [rejecting, setRejecting] = useState(false);
  const confirm = useConfirm();
  const form = useForm({
    initialValues: { received: minorToDecimal(recharge.amount, currency), note: '' },
    validate: { received: (text) => ((decimalToMinor(text, currency) ?? 0) > 0 ? null : t('staff.receivedBad')) },
  });
  const received = decimalToMinor(form.values.received, currency);
  const money = (amount: number) => formatMoney({ amount, currency }, i18n.language);
  const credited = received === undefined ? '' : money(rechargeCredit(received, recharge.fee_bp));
  const question = (arrived: number) => ({
    title: t('staff.approveTitle', { money: credited, client: recharge.client.name }),
    text: [
      t('staff.approveText'),
      ...(arrived === recharge.amount ? [] : [t('staff.differs', { money: money(recharge.amount) })]),
      ...(credited === money(arrived) ? [] : [t('staff.lessFee', { money: money(arrived) })]),
    ].map((sentence) => <p key={sentence}>{sentence}</p>),
    confirmLabel: t('staff.approve', { money: credited }),
  });
  const params = { account_id: recharge.client.id, id: recharge.id };
  const { run, busy } = useApiMutation(api.wallet.approve, {
    form,
    fields: { received_amount: 'received' },
    onSuccess: () => {
      toast.success(t('staff.approved', { number: recharge.number }));
      onDone();
    },
  });
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (form.validate().hasErrors || received === undefined) return;
    if (!(await confirm(question(received)))) return;
    const note = form.values.note.trim();
    const body = { received_amount: received, version: recharge.version, ...(note !== '' && { note }) };
    await run({ params, body });
  };
  return (
    <form className={classes.fields} onSubmit={(event) => void handleSubmit(event)} noValidate>
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
          {t('staff.approve', { money: credited })}
        </Button>
        <Button variant="default" className={classes.apart} disabled={busy} onClick={() => setRejecting(true)}>
          {t('staff.reject')}
        </Button>
      </div>
      {rejecting && <RejectDialog recharge={recharge} onClose={() => setRejecting(false)} onDone={onDone} />}
    </form>
  );
}

type ProofFile = NonNullable<StaffRecharge['proof']>;

/** The client's proof beside what is decided by it. */
function Proof({ recharge: { proof, client } }: { recharge: StaffRecharge }) {
  const { t } = useTranslation('wallet');
  return (
    <DetailSection title={t('staff.proof')}>
      {proof === null ? (
        <p className={classes.hint}>{t('staff.noProof')}</p>
      ) : (
        <ProofView accountId={client.id} proof={proof} />
      )}
    </DetailSection>
  );
}

/** A client's proof: a picture shows at once, a PDF is fetched; each look uses up its own link (P27). */
function ProofView({ accountId, proof }: { accountId: string; proof: ProofFile }) {
  const { t } = useTranslation('wallet');
  const isPicture = proof.mime.startsWith('image/');
  const file = { params: { account_id: accountId, id: proof.id } };
  const picture = useApiQuery(api.files.staffLink, isPicture ? file : null, {
    still: true,
    staleTime: Infinity,
    gcTime: 0,
  });
  const { run, busy } = useApiMutation(api.files.staffLink);
  const Icon = isPicture ? IconPhoto : IconFileTypePdf;
  const handleOpen = async () => {
    const link = await run(file);
    if (link !== false) openDownload(link.url, proof.name);
  };
  if (picture.data) return <img className={classes.proofPicture} src={picture.data.url} alt={proof.name} />;
  return (
    <Button
      variant="default"
      mt={12}
      loading={busy || picture.isLoading}
      leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
      onClick={() => void handleOpen()}
    >
      {t('staff.openProof')} · {proof.name}
    </Button>
  );
}

/** Asks for the reason that the client reads. */
function RejectDialog({
  recharge,
  onClose,
  onDone,
}: {
  recharge: StaffRecharge;
  onClose: () => void;
  onDone: () => void;
}) {
  const { t, i18n } = useTranslation('wallet');
  const money = formatMoney({ amount: recharge.amount, currency: recharge.currency }, i18n.language);
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (text) => (text.trim().length < shortestReason ? t('staff.reasonBad') : null) },
  });
  const reject = useApiMutation(api.wallet.reject, {
    form,
    refetch: ['wallet'],
    onSuccess: () => {
      toast.success(t('staff.rejected', { number: recharge.number }));
      onDone();
    },
  });
  const handleSubmit = () => {
    if (form.validate().hasErrors) return false;
    const params = { account_id: recharge.client.id, id: recharge.id };
    return reject.run({ params, body: { reason: form.values.reason, version: recharge.version } });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('staff.rejectTitle', { number: recharge.number })}
      submitLabel={t('staff.reject')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
    >
      <Unsaved when={form.isDirty()} />
      <p className={classes.hint}>{t('staff.rejectText', { money, client: recharge.client.name })}</p>
      <Textarea
        label={t('staff.reason')}
        description={t('staff.reasonHelp')}
        autosize
        minRows={3}
        maxLength={300}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  );
}
