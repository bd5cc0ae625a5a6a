import { Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { longestDispute, shortestDispute } from '#contract/line-dispute-rules.ts';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { ClientLink } from '#web/components/client-link.tsx';
import { DueChip } from '#web/components/due-chip.tsx';
import { Unsaved } from '#web/components/unsaved.tsx';
import { decimalToMinor, formatMoney, formatTime, minorToDecimal } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { DetailDrawer, DetailSection } from '#web/ui/detail-drawer.tsx';
import { type Fact, Facts } from '#web/ui/facts.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { DisputeState, type StaffDispute } from './dispute-state.tsx';
import classes from './line-disputes.module.css';

/** What the client says, what the recheck says, and the decision. */
export function DisputeDrawer({ dispute, onClose }: { dispute: StaffDispute | undefined; onClose: () => void }) {
  const { t } = useTranslation('line-disputes');
  return (
    <DetailDrawer
      opened={dispute !== undefined}
      onClose={onClose}
      title={dispute ? `${dispute.number} · ${dispute.client.name}` : ''}
      state={dispute && <DisputeState status={dispute.status} staff t={t} />}
      below={dispute?.due_at && <DueChip at={dispute.due_at} />}
    >
      {dispute && (
        <>
          <DetailSection title={t('subject')}>
            <Message dispute={dispute} />
          </DetailSection>
          <DetailSection title={t('check')}>
            <Recheck dispute={dispute} />
          </DetailSection>
          {dispute.status === 'open' && (
            <DetailSection title={t('decide')}>
              <Decision key={`${dispute.id}:${dispute.version}`} dispute={dispute} onDone={onClose} />
            </DetailSection>
          )}
        </>
      )}
    </DetailDrawer>
  );
}

function Message({ dispute }: { dispute: StaffDispute }) {
  const { t, i18n } = useTranslation('line-disputes');
  const { client, kind, text, claimed_weight_g, invoice, order, title, created_at, credited, answer, owner, currency } =
    dispute;
  const facts: (Fact | false)[] = [
    { label: t('columns.kind'), value: t(`kinds.${kind}`) },
    { label: t('message'), value: text },
    claimed_weight_g !== null && { label: t('claimedWeight'), value: t('grams', { grams: claimed_weight_g }) },
    {
      label: t('columns.order'),
      value: (
        <>
          <ClientLink client={client} to={withQuery(paths.orders, { order: order.id })}>
            {order.name}
          </ClientLink>
          {` · ${order.store}`}
        </>
      ),
    },
    {
      label: t('invoice'),
      value: (
        <ClientLink client={client} to={withQuery(paths.invoices, { invoice: invoice.id })}>
          {invoice.number}
        </ClientLink>
      ),
    },
    { label: t('line'), value: title },
    { label: t('opened'), value: formatTime(created_at) },
    owner !== null && { label: t('columns.owner'), value: owner },
    credited !== null && { label: t('credited'), value: formatMoney({ amount: credited, currency }, i18n.language) },
    answer !== null && { label: t('answer'), value: answer },
  ];
  return <Facts facts={facts.filter((fact) => fact !== false)} />;
}

/** Recorded beside recomputed; what differs stands out. */
function Recheck({ dispute: { check, currency } }: { dispute: StaffDispute }) {
  const { t, i18n } = useTranslation('line-disputes');
  const grams = (value: number) => t('grams', { grams: value });
  const money = (amount: number) => formatMoney({ amount, currency }, i18n.language);
  const sum = (of: (part: (typeof check.parts)[number]) => number) =>
    check.parts.reduce((all, part) => all + of(part), 0);
  const rows: [
    key: 'goods' | 'actual' | 'volume' | 'charged' | 'amount' | 'claimed',
    recorded: string,
    again: string,
  ][] = [
    ...(check.goods_g === null
      ? []
      : ([['actual', grams(sum(({ actual_g }) => actual_g)), grams(check.goods_g)]] as const)),
    ...(check.parts.some(({ volume_g }) => volume_g > 0)
      ? ([['volume', grams(sum(({ volume_g }) => volume_g)), '']] as const)
      : []),
    ['charged', grams(sum(({ charged_g }) => charged_g)), grams(sum(({ charged_again_g }) => charged_again_g))],
    ['amount', money(check.recorded), money(check.recomputed)],
    ...(check.by_claimed === null ? [] : ([['claimed', '', money(check.by_claimed)]] as const)),
  ].map(([key, recorded, again]) => [key as 'actual', recorded ?? '', again ?? '']);
  return (
    <>
      <p className={classes.hint}>{t('checkText')}</p>
      <PlainTable label={t('check')}>
        <thead>
          <tr>
            <th>{t('columns.kind')}</th>
            <th data-align="end">{t('recorded')}</th>
            <th data-align="end">{t('again')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([key, recorded, again]) => (
            <tr key={key}>
              <td>{t(`rows.${key}`)}</td>
              <td data-align="end">{recorded}</td>
              <td data-align="end">
                <span className={again !== '' && again !== recorded ? classes.differs : undefined}>{again}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </>
  );
}

type DecisionProps = { dispute: StaffDispute; onDone: () => void };

function Decision({ dispute, onDone }: DecisionProps) {
  const { t, i18n } = useTranslation('line-disputes');
  const { check, currency, client, number, version } = dispute;
  const { recorded, recomputed } = check;
  const tooMuch = recorded - recomputed; // what the client claims is for a person to judge
  const [refusing, setRefusing] = useState(false);
  const confirm = useConfirm();
  const money = (amount: number) => formatMoney({ amount, currency }, i18n.language);
  const form = useForm({
    initialValues: { amount: tooMuch > 0 ? minorToDecimal(tooMuch, currency) : '', note: '' },
    validate: {
      amount: (text) => {
        const minor = decimalToMinor(text, currency) ?? 0;
        return minor > 0 && minor <= recorded ? null : t('amountBad', { most: money(recorded) });
      },
    },
  });
  const amount = decimalToMinor(form.values.amount, currency) ?? 0;
  const params = { account_id: client.id, id: dispute.id };
  const { run, busy } = useApiMutation(api.lineDisputes.accept, {
    form,
    refetch: ['lineDisputes'],
    onSuccess: () => {
      toast.success(t('accepted', { number }));
      onDone();
    },
  });
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (form.validate().hasErrors) return;
    const title = t('acceptTitle', { money: money(amount), client: client.name });
    if (!(await confirm({ title, text: t('acceptText'), confirmLabel: t('accept', { money: money(amount) }) }))) return;
    const note = form.values.note.trim();
    await run({ params, body: { amount, version, ...(note !== '' && { note }) } });
  };
  return (
    <form className={classes.fields} onSubmit={(event) => void handleSubmit(event)} noValidate>
      <TextInput
        label={t('amount', { currency })}
        description={t('amountHelp', { most: money(recorded) })}
        inputMode="decimal"
        {...form.getInputProps('amount')}
      />
      <Textarea label={t('note')} autosize minRows={2} maxLength={longestDispute} {...form.getInputProps('note')} />
      <div className={classes.buttons}>
        <Button type="submit" loading={busy}>
          {amount > 0 ? t('accept', { money: money(amount) }) : t('acceptNone')}
        </Button>
        <Button variant="default" disabled={busy} onClick={() => setRefusing(true)}>
          {t('refuse')}
        </Button>
      </div>
      {refusing && <RefuseDialog dispute={dispute} onClose={() => setRefusing(false)} onDone={onDone} />}
    </form>
  );
}

function RefuseDialog({ dispute, onClose, onDone }: DecisionProps & { onClose: () => void }) {
  const { t } = useTranslation('line-disputes');
  const { client, number, version } = dispute;
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (text) => (text.trim().length < shortestDispute ? t('reasonBad') : null) },
  });
  const refuse = useApiMutation(api.lineDisputes.refuse, {
    form,
    refetch: ['lineDisputes'],
    onSuccess: () => {
      toast.success(t('refused', { number }));
      onDone();
    },
  });
  const handleSubmit = () => {
    if (form.validate().hasErrors) return false;
    const params = { account_id: client.id, id: dispute.id };
    return refuse.run({ params, body: { reason: form.values.reason, version } });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('refuseTitle', { number })}
      submitLabel={t('refuse')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
    >
      <Unsaved when={form.isDirty()} />
      <Textarea
        label={t('reason')}
        description={t('reasonHelp')}
        autosize
        minRows={3}
        maxLength={longestDispute}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  );
}
