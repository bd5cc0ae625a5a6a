import { Button, Group, Select, Textarea, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { claimEvidence } from '#contract/claim-rules.ts';
import { Unsaved } from '#web/components/unsaved.tsx';
import { decimalToMinor, joinWords } from '#web/lib/format.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { DetailSection } from '#web/ui/detail-drawer.tsx';
import { useMobile } from '#web/ui/use-mobile.ts';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { ReadyButton } from '#web/ui/ready-button.tsx';
import { keyedActions, runOfKey } from './claim-keys.ts';
import { useClaimWords } from './claim-words.ts';
import classes from './claims.module.css';
import type { StaffClaimDetail, Ids } from './claims-types.ts';

type Props = { ids: Ids; claim: StaffClaimDetail; onNext?: () => void };
type Form = 'partial' | 'reject' | 'ask';
const canned = ['delivered', 'too_late', 'not_shown', 'address', 'covered'] as const;

/** Asks before the client's money or goods move: how much, to whom, and what follows. */
function useAskFirst(claim: StaffClaimDetail) {
  const { t } = useTranslation('claims');
  const words = useClaimWords();
  const confirm = useConfirm();
  const { name: client } = claim.client;
  return {
    refund: (amount: number) => {
      const money = words.money(amount, claim.currency);
      return confirm({
        title: t('staff.confirm.refundTitle', { money, client }),
        text: t('staff.confirm.refundText', { order: claim.order.name, number: claim.number }),
        confirmLabel: t('staff.refund', { money }),
      });
    },
    reship: () =>
      confirm({
        title: t('staff.confirm.reshipTitle', { order: claim.order.name, client }),
        text: t('staff.confirm.reshipText', { number: claim.number }),
        confirmLabel: t('staff.reship'),
      }),
  };
}

/** The decision, by a button or by its key: a refund, p a part, s send again, e ask for evidence, r reject, n the next claim. */
export function ClaimDecide({ ids, claim, onNext }: Props) {
  const { t, i18n } = useTranslation('claims');
  const words = useClaimWords();
  const decision = useApiMutation(api.claims.staffDecide);
  const take = useApiMutation(api.claims.staffTake);
  const [form, setForm] = useState<Form>();
  const bar = useRef<HTMLDivElement>(null);
  const can = (action: string) => claim.actions.some((one) => one.action === action && one.allowed);
  const undecided = can('reject');
  const hindered = [...new Set(claim.actions.flatMap(({ hindrance }) => hindrance ?? []))];
  useEffect(() => {
    if (undecided) bar.current?.focus();
  }, [undecided]);
  const ask = useAskFirst(claim);
  const decide = async (given: 'refund' | 'reship') => {
    if (!(await (given === 'refund' ? ask.refund(claim.asked) : ask.reship()))) return;
    await decision.run({ params: ids, body: { version: claim.version, decision: given } });
  };
  const deciding = decision.input?.body.decision;
  const when = (action: string, run: () => void) => (can(action) ? run : undefined);
  const runs = {
    refund: when('refund', () => void decide('refund')),
    partial: when('partial', () => setForm('partial')),
    reship: when('reship', () => void decide('reship')),
    ask: when('ask', () => setForm('ask')),
    reject: when('reject', () => setForm('reject')),
    next: onNext,
  };
  const mobile = useMobile();
  const shortcuts = keyedActions(runs).map((action) => t(`staff.keys.${action}`));
  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const typing = event.target instanceof HTMLElement && /^(?:INPUT|TEXTAREA)$/.test(event.target.tagName);
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = runOfKey(event.key, runs);
    if (!action) return;
    event.preventDefault();
    action();
  };
  if (!undecided) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a group of buttons that also takes their keys
    <div
      ref={bar}
      className={classes.keys}
      tabIndex={-1}
      role="group"
      aria-label={t('detail.decision')}
      onKeyDown={handleKey}
    >
      <DetailSection title={t('detail.decision')}>
        <Group gap={8}>
          {can('refund') && (
            <Button loading={deciding === 'refund'} onClick={() => void decide('refund')}>
              {t('staff.refund', { money: words.money(claim.asked, claim.currency) })}
            </Button>
          )}
          {can('partial') && (
            <Button variant="default" onClick={() => setForm('partial')}>
              {t('staff.partial')}
            </Button>
          )}
          {can('reship') && (
            <Button variant="default" loading={deciding === 'reship'} onClick={() => void decide('reship')}>
              {t('staff.reship')}
            </Button>
          )}
          {can('ask') && (
            <Button variant="default" onClick={() => setForm('ask')}>
              {t('staff.ask')}
            </Button>
          )}
          <Button variant="default" onClick={() => setForm('reject')}>
            {t('staff.reject')}
          </Button>
          {can('take') && (
            <Button
              variant="subtle"
              loading={take.busy}
              onClick={() => void take.run({ params: ids, body: { version: claim.version } })}
            >
              {t('staff.take')}
            </Button>
          )}
        </Group>
        {hindered.map((code) => (
          <p key={code} role="status">
            {t(`staff.cannot.${code}`)}
          </p>
        ))}
        {!mobile && (
          <p className={classes.muted}>{t('staff.shortcuts', { keys: joinWords(shortcuts, i18n.language) })}</p>
        )}
        {form && <DecideForm key={form} form={form} ids={ids} claim={claim} />}
      </DetailSection>
    </div>
  );
}

type FormProps = { form: Form; ids: Ids; claim: StaffClaimDetail };

/** What a part, a rejection or a question needs besides. */
function DecideForm({ form, ids, claim }: FormProps) {
  const { t } = useTranslation('claims');
  const decide = useApiMutation(api.claims.staffDecide);
  const request = useApiMutation(api.claims.staffAsk);
  const ask = useAskFirst(claim);
  const words = useClaimWords();
  const [amount, setAmount] = useState('');
  const [note, setNote] = useState('');
  const [kind, setKind] = useState<string | null>(null);
  const minor = decimalToMinor(amount, claim.currency);
  const least = form === 'reject' ? 10 : 3;
  const short = note.trim().length < least ? t('staff.noteMissing', { least }) : undefined;
  const missing = form !== 'partial' ? short : minor !== undefined && minor > 0 ? undefined : t('staff.amountMissing');
  const handleSend = async () => {
    const { version } = claim;
    const evidence = claimEvidence.filter((one) => one === kind);
    if (form === 'ask') await request.run({ params: ids, body: { version, text: note, evidence } });
    else if (form === 'reject') await decide.run({ params: ids, body: { version, decision: 'reject', note } });
    else if (minor !== undefined && (await ask.refund(minor)))
      await decide.run({ params: ids, body: { version, decision: 'partial', amount: minor, note } });
  };
  const money = minor === undefined ? '' : words.money(minor, claim.currency);
  const verb = { partial: t('staff.refund', { money }), reject: t('staff.reject'), ask: t('staff.sendRequest') };
  return (
    <div className={classes.stack}>
      <Unsaved when={amount !== '' || note !== ''} />
      {form === 'partial' && (
        <TextInput
          w="var(--tw-lone-field, 200px)"
          label={t('staff.amount', { currency: claim.currency })}
          inputMode="decimal"
          value={amount}
          onChange={(event) => setAmount(event.currentTarget.value)}
          data-autofocus
        />
      )}
      {form === 'ask' && (
        <Select
          w="var(--tw-lone-field, 280px)"
          label={t('evidence')}
          clearable
          data={claimEvidence.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          value={kind}
          onChange={setKind}
        />
      )}
      {form === 'reject' && (
        <Select
          label={t('staff.canned')}
          data={canned.map((value) => ({ value: t(`staff.reasons.${value}`), label: t(`staff.reasons.${value}`) }))}
          value={null}
          onChange={(value) => setNote(value ?? '')}
        />
      )}
      <Textarea
        label={t('staff.note')}
        autosize
        minRows={2}
        maxLength={1000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Group gap={8}>
        <ReadyButton missing={missing} loading={decide.busy || request.busy} onClick={() => void handleSend()}>
          {verb[form]}
        </ReadyButton>
      </Group>
    </div>
  );
}
