import { Button, Radio, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rechargeCan } from '#contract/recharge-rules.ts';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { staffRechargeWord } from '#web/components/staff-recharge-word.ts';
import { Unsaved } from '#web/components/unsaved.tsx';
import { formatMoney, formatTime } from '#web/lib/format.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Copyable } from '#web/ui/copy-button.tsx';
import { DetailDrawer, DetailSection } from '#web/ui/detail-drawer.tsx';
import { type Fact, Facts } from '#web/ui/facts.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { ReadyButton } from '#web/ui/ready-button.tsx';
import { BankRowChip, differenceParams } from './bank-columns.tsx';
import { differenceOf } from './bank-difference.ts';
import classes from './bank-statements.module.css';
import type { BankCandidate, BankRow } from './bank-types.ts';
import { stateTextOf } from './state-text.ts';

const shortestReason = 5;
const isOpen = ({ state }: BankRow) => state !== 'credited' && state !== 'ignored';

/** A payment of the bank, the recharges that it may be of, and what is done with it. */
export function BankRowDrawer({ row, onClose }: { row: BankRow | undefined; onClose: () => void }) {
  const { t, i18n } = useTranslation('bank-statements');
  return (
    <DetailDrawer
      opened={row !== undefined}
      onClose={onClose}
      title={row ? formatMoney(row, i18n.language) : ''}
      state={row && <BankRowChip row={row} t={t} />}
    >
      {row && (
        <>
          <DetailSection title={t('payment')}>
            <Payment row={row} />
          </DetailSection>
          {row.state === 'for_colleague' ? (
            <Approved row={row} />
          ) : isOpen(row) ? (
            <Decision key={`${row.id}:${row.state}`} row={row} onDone={onClose} />
          ) : (
            row.state === 'ignored' && <Reopen row={row} onDone={onClose} />
          )}
        </>
      )}
    </DetailDrawer>
  );
}

function Payment({ row }: { row: BankRow }) {
  const { t, i18n } = useTranslation('bank-statements');
  const { payer, reference, transaction_id, booked_on, method, file, decided_by, decided_at, note, candidates } = row;
  const [match] = candidates;
  const facts: (Fact | false)[] = [
    { label: t('columns.amount'), value: formatMoney(row, i18n.language) },
    { label: t('columns.payer'), value: payer },
    { label: t('columns.reference'), value: reference },
    { label: t('facts.transaction'), value: transaction_id && <Copyable value={transaction_id} /> },
    { label: t('facts.booked'), value: booked_on },
    { label: t('facts.account'), value: method.name },
    { label: t('facts.file'), value: t('fileRow', { name: file.name, row: file.row }) },
    row.state === 'credited' &&
      match !== undefined && { label: t('columns.recharge'), value: `${match.number} · ${match.client.name}` },
    row.state === 'credited' &&
      match !== undefined && { label: t('columns.declared'), value: formatMoney(match, i18n.language) },
    note !== null && { label: t('facts.note'), value: note },
    decided_by !== null &&
      decided_at !== null && { label: t('facts.decided'), value: `${decided_by.name} · ${formatTime(decided_at)}` },
  ];
  return <Facts facts={facts.filter((fact) => fact !== false)} />;
}

/** How a payment stands to its recharges; of one that differs, in what and by how much. */
function stateText(row: BankRow, t: TFunction<'bank-statements'>, language: string): string {
  const [match] = row.candidates;
  const difference = row.state === 'different' && match !== undefined ? differenceOf(row, match) : null;
  if (difference === null || match === undefined) return t(`stateTexts.${stateTextOf(row)}`);
  return t(`different.${difference.kind}`, differenceParams(difference, row, match, language));
}

function Decision({ row, onDone }: { row: BankRow; onDone: () => void }) {
  const { t, i18n } = useTranslation('bank-statements');
  const [searched, setSearched] = useState('');
  const [ignoring, setIgnoring] = useState(false);
  const single = row.candidates.length === 1 ? row.candidates[0] : undefined;
  const [chosenId, choose] = useState(single?.named === true ? single.recharge_id : '');
  const found = useFound(row, searched);
  const all = [...row.candidates, ...found.filter((one) => !row.candidates.some(sameRecharge(one)))];
  const chosen = all.find(({ recharge_id }) => recharge_id === chosenId);
  const confirm = useConfirm();
  const { run, busy } = useApiMutation(api.bankStatements.confirm, {
    onSuccess: ({ state }) => {
      toast.success(t(state === 'for_colleague' ? 'approvedFirst' : 'confirmed', { number: chosen?.number ?? '' }));
      onDone();
    },
  });
  const money = formatMoney(row, i18n.language);
  const isKnown = chosen?.status === 'credited';
  const isFirst = chosen !== undefined && !isKnown && chosen.needs_second && chosen.first_approval === null;
  const own = chosen?.first_approval?.own === true;
  const label = isKnown ? t('link') : t(isFirst ? 'approve' : 'confirm', { money });
  const missing = () => {
    if (chosen === undefined) return t('rechargeMissing');
    if (chosen.currency !== row.currency) return t('wrongCurrency', { currency: chosen.currency });
    return own ? t('stateTexts.for_colleague') : undefined;
  };
  const handleConfirm = async () => {
    if (chosen === undefined) return;
    const { recharge_id, version, client, number } = chosen;
    const other = t('confirmOther', { number, money, declared: formatMoney(chosen, i18n.language) });
    const credit = chosen.amount === row.amount ? t('confirmText', { number }) : other;
    const question = {
      title: t(isFirst ? 'approveTitle' : 'confirmTitle', { money, client: client.name }),
      text: isFirst ? t('approveText') : credit,
      confirmLabel: label,
    };
    const link = { title: t('linkTitle', { number }), text: t('linkText'), confirmLabel: label };
    if (!(await confirm(isKnown ? link : question))) return;
    await run({ params: { id: row.id }, body: { account_id: client.id, recharge_id, version } });
  };
  return (
    <DetailSection title={t('whose')}>
      {!own && <p className={classes.hint}>{stateText(row, t, i18n.language)}</p>}
      <Radio.Group value={chosenId} onChange={choose} aria-label={t('whose')}>
        {all.map((one) => (
          <Candidate key={one.recharge_id} candidate={one} row={row} />
        ))}
      </Radio.Group>
      <TextInput
        className={classes.search}
        label={t('search.label')}
        description={t('search.help')}
        value={searched}
        onChange={(event) => setSearched(event.currentTarget.value)}
      />
      {searched.trim() !== '' && found.length === 0 && <p className={classes.hint}>{t('search.none')}</p>}
      <div className={classes.buttons}>
        <ReadyButton loading={busy} missing={missing()} onClick={() => void handleConfirm()}>
          {label}
        </ReadyButton>
        {row.state !== 'second' && (
          <Button variant="default" disabled={busy} onClick={() => setIgnoring(true)}>
            {t('ignore')}
          </Button>
        )}
      </div>
      {ignoring && <IgnoreDialog row={row} onClose={() => setIgnoring(false)} onDone={onDone} />}
    </DetailSection>
  );
}

/** The recharge that the reader approved a payment for; what remains to be done is a colleague's. */
function Approved({ row }: { row: BankRow }) {
  const { t } = useTranslation('bank-statements');
  return (
    <DetailSection title={t('whose')}>
      <p className={classes.hint}>{t('stateTexts.for_colleague')}</p>
      <Radio.Group value={row.candidates[0]?.recharge_id ?? ''} aria-label={t('whose')} readOnly>
        {row.candidates.map((one) => (
          <Candidate key={one.recharge_id} candidate={one} row={row} />
        ))}
      </Radio.Group>
    </DetailSection>
  );
}

const sameRecharge = (one: BankCandidate) => (other: BankCandidate) => one.recharge_id === other.recharge_id;

/** Recharges by number, reference or transaction number that a payment may be of. */
function useFound(row: BankRow, text: string): BankCandidate[] {
  const q = text.trim();
  const { data } = useApiQuery(
    api.wallet.staffList,
    { query: { q, tab: 'all', per_page: 5 } },
    { enabled: q.length > 2, keepPrevious: true },
  );
  if (q.length <= 2) return [];
  return (data?.data ?? [])
    .filter(({ status, method }) => method.code === row.method.code && rechargeCan.match(status, method.kind))
    .map(
      ({
        id,
        number,
        client,
        status,
        amount,
        received_amount,
        currency,
        reference,
        payer_name,
        version,
        ...review
      }) => ({
        recharge_id: id,
        number,
        client,
        status,
        amount,
        received: status === 'credited' ? received_amount : null,
        currency,
        reference,
        payer_name,
        version,
        named: false,
        needs_second: review.approved_alone === null || row.amount > review.approved_alone,
        first_approval: review.first_approval,
      }),
    );
}

function Candidate({ candidate, row }: { candidate: BankCandidate; row: BankRow }) {
  const { t, i18n } = useTranslation('bank-statements');
  const { t: tWallet } = useTranslation('wallet');
  const { recharge_id, number, client, amount, currency, reference, payer_name, named } = candidate;
  const first = candidate.first_approval;
  const state = staffRechargeWord(candidate, tWallet);
  const difference = differenceOf(row, { amount: candidate.received ?? amount, currency });
  const differs =
    difference && t(`differs.${difference.kind}`, differenceParams(difference, row, candidate, i18n.language));
  return (
    <Radio.Card value={recharge_id} className={classes.candidate}>
      <Radio.Indicator />
      <span className={classes.words}>
        <span className={classes.name}>
          {number} · {client.name}
        </span>
        <span className={classes.detail}>
          {[reference, payer_name, state, named ? t('named') : null].filter(Boolean).join(' · ')}
        </span>
        {first !== null && <span className={classes.detail}>{t('firstBy', { name: first.name })}</span>}
        {differs && <span className={classes.differs}>{differs}</span>}
        {difference?.kind === 'currency' && <span className={classes.differs}>{t('otherCurrency')}</span>}
      </span>
      <span className={classes.amount}>{formatMoney({ amount, currency }, i18n.language)}</span>
    </Radio.Card>
  );
}

function Reopen({ row, onDone }: { row: BankRow; onDone: () => void }) {
  const { t } = useTranslation('bank-statements');
  const { run, busy } = useApiMutation(api.bankStatements.reopen, { onSuccess: onDone });
  return (
    <Button variant="default" mt={16} loading={busy} onClick={() => void run({ params: { id: row.id } })}>
      {t('reopen')}
    </Button>
  );
}

function IgnoreDialog({ row, onClose, onDone }: { row: BankRow; onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation('bank-statements');
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (text) => (text.trim().length < shortestReason ? t('reasonBad') : null) },
  });
  const { run } = useApiMutation(api.bankStatements.ignore, { form, onSuccess: onDone });
  const handleSubmit = () => {
    if (form.validate().hasErrors) return false;
    return run({ params: { id: row.id }, body: form.values });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('ignoreTitle')}
      submitLabel={t('ignore')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
    >
      <Unsaved when={form.isDirty()} />
      <Textarea
        label={t('reason')}
        description={t('reasonHelp')}
        autosize
        minRows={2}
        maxLength={300}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  );
}
