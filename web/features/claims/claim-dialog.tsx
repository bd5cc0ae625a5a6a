import { Radio, Select, Skeleton, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { claimClocks, claimReasons, claimWants } from '#contract/claim-rules.ts';
import { Unsaved } from '#web/components/unsaved.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { ClaimLines } from './claim-lines.tsx';
import { useClaimWords } from './claim-words.ts';
import classes from './claims.module.css';
import { type Brought, EvidenceList } from './evidence-list.tsx';
import { firstDraft, type Draft, linesOf, askedOf, openFirst } from './claim-draft.ts';
import type { Claimable, ClaimGroup } from './claims-types.ts';

type Props = {
  order: { id: string; name: string };
  /** What leads here: a parcel that is watched, and what is wrong with it. */
  parcelId: string | undefined;
  reason: string | undefined;
  onClose: () => void;
  onMade: (id: string) => void;
};

/** A claim: what it is about, what is wrong, which lines, what shows it; the clock and the verdict stand beside. */
export function ClaimDialog(props: Props) {
  const { t } = useTranslation('claims');
  const query = useApiQuery(api.claims.claimable, { params: { id: props.order.id } });
  if (query.data && query.data.groups.length > 0) return <ClaimForm {...props} claimable={query.data} />;
  return (
    <FormDialog
      opened
      onClose={props.onClose}
      title={t('dialogTitle', { order: props.order.name })}
      submitLabel={t('submitReship')}
      missing={t('nothing')}
      needs={query}
      onSubmit={() => false}
    >
      {query.error ? <ErrorBox error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isLoading && <Skeleton height={200} />}
    </FormDialog>
  );
}

type FormProps = Props & { claimable: Claimable };

function ClaimForm({ order, parcelId, reason, onClose, onMade, claimable }: FormProps) {
  const { t } = useTranslation('claims');
  const words = useClaimWords();
  const submit = useApiMutation(api.claims.submit);
  const [draft, setDraft] = useState<Draft>(() => firstDraft(claimable, parcelId, reason));
  const [brought, setBrought] = useState<readonly Brought[]>([]);
  const [tried, setTried] = useState(false);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part, dirty: true }));
  const group = claimable.groups[draft.group];
  const judged = group?.reasons.find((one) => one.reason === draft.reason);
  const lines = group ? linesOf(group, draft, claimable.currency) : [];
  const asked = askedOf(lines);
  const handleSubmit = async () => {
    setTried(true);
    if (!judged?.allowed || lines.length === 0) return false;
    const made = await submit.run({
      body: {
        order_id: order.id,
        parcel_id: group?.parcel?.id ?? null,
        reason: judged.reason,
        wanted: draft.wanted,
        lines,
        note: draft.note,
        evidence: brought.map(({ kind, file_id }) => ({ kind, file_id })),
      },
    });
    if (made) onMade(made.id);
    return false; // `onMade` puts the claim in the place of the dialog
  };
  const missing = (judged?.evidence ?? []).filter((kind) => !brought.some((one) => one.kind === kind));
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('dialogTitle', { order: order.name })}
      submitLabel={
        draft.wanted === 'refund' && lines.length > 0
          ? t('submit', { money: words.money(asked, claimable.currency) })
          : t('submitReship')
      }
      onSubmit={handleSubmit}
      dirty={draft.dirty || brought.length > 0}
      width={640}
    >
      <Unsaved when={draft.dirty || brought.length > 0} />
      <Places claimable={claimable} draft={draft} onChange={change} />
      {group && <Reasons group={group} draft={draft} missed={tried && !judged?.allowed} onChange={change} />}
      <Radio.Group
        label={t('resolution')}
        description={t('resolutionHelp')}
        value={draft.wanted}
        onChange={(value) => change({ wanted: value === 'reship' ? 'reship' : 'refund' })}
      >
        {claimWants.map((want) => (
          <Radio key={want} value={want} label={t(`resolutions.${want}`)} mt={8} />
        ))}
      </Radio.Group>
      {group && (
        <ClaimLines
          group={group}
          resentAs={claimable.resent_as}
          currency={claimable.currency}
          draft={draft}
          onChange={change}
        />
      )}
      {tried && lines.length === 0 && (
        <p className={classes.late} role="alert">
          {t('pickUnits')}
        </p>
      )}
      {judged?.allowed && (
        <fieldset className={classes.fieldset}>
          <legend className={classes.legend}>{t('evidence')}</legend>
          {judged.evidence.length === 0 && <p className={classes.muted}>{t('evidenceNone')}</p>}
          <EvidenceList wanted={judged.evidence} brought={brought} onChange={setBrought} />
          {missing.length > 0 && (
            <p className={classes.muted}>
              {t('evidenceLater', { kinds: words.kinds(missing), count: claimClocks.evidenceDays })}
            </p>
          )}
        </fieldset>
      )}
      <Textarea
        label={t('note')}
        description={t('noteHelp')}
        autosize
        minRows={2}
        maxLength={2000}
        value={draft.note}
        onChange={(event) => change({ note: event.currentTarget.value })}
      />
    </FormDialog>
  );
}

type PartProps = { draft: Draft; onChange: (part: Partial<Draft>) => void };

/** Which parcel it is about, or what never left; only asked when there is a choice. */
function Places({ claimable, draft, onChange }: PartProps & { claimable: Claimable }) {
  const { t } = useTranslation('claims');
  const data = claimable.groups.map(({ parcel }, index) => ({
    value: String(index),
    label: parcel ? t('parcel', { number: parcel.tracking_number }) : t('unsent'),
  }));
  return (
    <Select
      label={t('about')}
      data={data}
      allowDeselect={false}
      value={String(draft.group)}
      onChange={(value) => onChange({ group: Number(value), reason: '', lines: {} })}
    />
  );
}

/** What is wrong: each reason with its clock, those that cannot be claimed now locked; and the first look at the chosen one. */
function Reasons({ group, draft, missed, onChange }: PartProps & { group: ClaimGroup; missed: boolean }) {
  const { t } = useTranslation('claims');
  const words = useClaimWords();
  const judged = group.reasons.find((one) => one.reason === draft.reason);
  const clock = (one: ClaimGroup['reasons'][number]) => {
    const { verdict, opens_at, deadline } = one;
    const delivered = one.findings.find(({ code }) => code === 'delivered');
    if (verdict === 'too_early' && delivered) return t('clock.delivered', { day: words.day(delivered.at) });
    if (verdict === 'too_early') return t('clock.from', { day: words.day(opens_at ?? undefined) });
    if (verdict === 'not_shipped' || verdict === 'not_delivered' || verdict === 'nothing_left')
      return t(`clock.${verdict}`);
    return deadline ? t('clock.until', { day: words.day(deadline) }) : t('clock.none');
  };
  return (
    <>
      <Select
        label={t('reason')}
        placeholder={t('pickReason')}
        data={openFirst(group.reasons).map((one) => ({
          value: one.reason,
          label: `${t(`reasons.${one.reason}`)} · ${clock(one)}`,
          disabled: !one.allowed,
        }))}
        allowDeselect={false}
        error={missed && t('pickReason')}
        value={draft.reason === '' ? null : draft.reason}
        onChange={(value) => onChange({ reason: claimReasons.find((known) => known === value) ?? '' })}
        data-autofocus
      />
      {judged && (
        <p className={classes.muted} role="status">
          {judged.findings.length === 0
            ? t('covered', { window: clock(judged) })
            : judged.findings.map((finding) => words.because(finding)).join(' ')}
        </p>
      )}
    </>
  );
}
