import { Button, Group, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adjustmentCan, longestReason, shortestReason } from '#contract/adjustment-rules.ts';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useProfile } from '#web/components/session.tsx';
import { formatMoney, formatTime } from '#web/lib/format.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { DetailDrawer, DetailSection } from '#web/ui/detail-drawer.tsx';
import { type Fact, Facts } from '#web/ui/facts.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { type Adjustment, AdjustmentState } from './adjustment-state.tsx';

/** An adjustment with what may be done with it: decided by somebody else, or withdrawn by whoever proposed it. */
export function AdjustmentDrawer({ adjustment, onClose }: { adjustment: Adjustment | undefined; onClose: () => void }) {
  const { t } = useTranslation('adjustments');
  return (
    <DetailDrawer
      opened={adjustment !== undefined}
      onClose={onClose}
      title={adjustment ? `${adjustment.number} · ${adjustment.client.name}` : ''}
      state={adjustment && <AdjustmentState adjustment={adjustment} t={t} />}
    >
      {adjustment && (
        <>
          <Content adjustment={adjustment} />
          {adjustment.status === 'proposed' && <Decision adjustment={adjustment} onDone={onClose} />}
        </>
      )}
    </DetailDrawer>
  );
}

function Content({ adjustment }: { adjustment: Adjustment }) {
  const { t, i18n } = useTranslation('adjustments');
  const { kind, amount, currency, last_day, reason, proposed_by, proposed_at, decided_by, decided_at, note } =
    adjustment;
  const facts: (Fact | false)[] = [
    { label: t('columns.kind'), value: t(`kinds.${kind}`) },
    { label: t('columns.amount'), value: formatMoney({ amount, currency }, i18n.language) },
    last_day !== null && { label: t('dialog.lastDay'), value: last_day },
    { label: t('columns.reason'), value: reason },
    { label: t('columns.proposed'), value: `${proposed_by.name} · ${formatTime(proposed_at)}` },
    decided_by !== null &&
      decided_at !== null && { label: t('columns.decided'), value: `${decided_by.name} · ${formatTime(decided_at)}` },
    note !== null && { label: t('note'), value: note },
  ];
  return (
    <DetailSection title={t('details')}>
      <Facts facts={facts.filter((fact) => fact !== false)} />
    </DetailSection>
  );
}

function Decision({ adjustment, onDone }: { adjustment: Adjustment; onDone: () => void }) {
  const { t, i18n } = useTranslation('adjustments');
  const { id: userId } = useProfile();
  const confirm = useConfirm();
  const [rejecting, setRejecting] = useState(false);
  const { client, number, version, kind } = adjustment;
  const params = { account_id: client.id, id: adjustment.id };
  const closed = (text: string) => ({
    refetch: ['adjustments' as const],
    onSuccess: () => {
      toast.success(text);
      onDone();
    },
  });
  const approve = useApiMutation(api.adjustments.approve, closed(t('approved', { number })));
  const withdraw = useApiMutation(api.adjustments.withdraw, closed(t('withdrawn', { number })));
  const money = formatMoney(adjustment, i18n.language);
  const handleApprove = async () => {
    const question = { title: t('approveTitle', { money, client: client.name }), text: t(`approveText.${kind}`) };
    if (await confirm({ ...question, confirmLabel: t('approve', { money }) }))
      await approve.run({ params, body: { version } });
  };
  if (adjustmentCan.withdraw(adjustment, userId))
    return (
      <DetailSection title={t('decision')}>
        <p>{t('yours')}</p>
        <Group mt={12}>
          <Button
            variant="default"
            loading={withdraw.busy}
            onClick={() => void withdraw.run({ params, body: { version } })}
          >
            {t('withdraw')}
          </Button>
        </Group>
      </DetailSection>
    );
  return (
    <DetailSection title={t('decision')}>
      <Group>
        <Button loading={approve.busy} onClick={() => void handleApprove()}>
          {t('approve', { money })}
        </Button>
        <Button variant="default" disabled={approve.busy} onClick={() => setRejecting(true)}>
          {t('reject')}
        </Button>
      </Group>
      {rejecting && <RejectDialog adjustment={adjustment} onClose={() => setRejecting(false)} onDone={onDone} />}
    </DetailSection>
  );
}

type RejectProps = { adjustment: Adjustment; onClose: () => void; onDone: () => void };

function RejectDialog({ adjustment, onClose, onDone }: RejectProps) {
  const { t } = useTranslation('adjustments');
  const { number, version, client, id } = adjustment;
  const form = useForm({
    initialValues: { note: '' },
    validate: { note: (text) => (text.trim().length < shortestReason ? t('dialog.reasonBad') : null) },
  });
  const reject = useApiMutation(api.adjustments.reject, {
    form,
    refetch: ['adjustments'],
    onSuccess: () => {
      toast.success(t('rejected', { number }));
      onDone();
    },
  });
  const handleSubmit = () => {
    if (form.validate().hasErrors) return false;
    return reject.run({ params: { account_id: client.id, id }, body: { note: form.values.note, version } });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('rejectTitle', { number })}
      submitLabel={t('reject')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
    >
      <Textarea
        label={t('note')}
        autosize
        minRows={3}
        maxLength={longestReason}
        data-autofocus
        {...form.getInputProps('note')}
      />
    </FormDialog>
  );
}
