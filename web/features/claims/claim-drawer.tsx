import { Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#web/components/session.tsx';
import { Unsaved } from '#web/components/unsaved.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { DetailDrawer, DetailSection, DetailSkeleton } from '#web/ui/detail-drawer.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { ClaimState } from './claim-chips.tsx';
import {
  ClaimDecision,
  ClaimedLines,
  ClaimEvidenceSection,
  ClaimFacts,
  ClaimThread,
  ClaimTimeline,
  takesMessages,
} from './claim-sections.tsx';
import { useClaimWords } from './claim-words.ts';
import classes from './claims.module.css';
import { type Brought, EvidenceList } from './evidence-list.tsx';
import type { ClaimDetail } from './claims-types.ts';
import { unsent, unsentOf } from '#web/lib/unsent.ts';

type ClaimDrawerProps = {
  id: string;
  onClose: () => void;
  /** Leads to the order, where the claim was not opened from it. */
  linked?: boolean;
};

/** One claim of the merchant: what we think, what was decided, what is missing, what was said. */
export function ClaimDrawer({ id, onClose, linked = false }: ClaimDrawerProps) {
  const { t } = useTranslation('claims');
  const query = useApiQuery(api.claims.get, { params: { id } });
  const claim = query.data;
  return (
    <DetailDrawer
      opened
      onClose={onClose}
      title={claim ? `${claim.number} · ${claim.order.name}` : t('title')}
      state={claim && <ClaimState status={claim.status} />}
      action={claim && <ClaimActions claim={claim} />}
    >
      {query.error !== null && !claim && <ErrorBox error={query.error} onRetry={() => void query.refetch()} />}
      {!claim && query.isFetching && <DetailSkeleton />}
      {claim && (
        <>
          <ClaimDecision claim={claim} />
          <ClaimFacts claim={claim} linked={linked} />
          <ClaimEvidenceSection claim={claim} />
          <ClaimThread claim={claim} />
          <ClaimReply key={`${claim.id} ${claim.version}`} claim={claim} />
          <ClaimedLines claim={claim} />
          <ClaimTimeline claim={claim} />
        </>
      )}
    </DetailDrawer>
  );
}

const can = (claim: ClaimDetail, action: string) => claim.actions.some((one) => one.action === action && one.allowed);

function ClaimActions({ claim }: { claim: ClaimDetail }) {
  const { t } = useTranslation('claims');
  const may = useMay();
  const ask = useConfirm();
  const withdraw = useApiMutation(api.claims.withdraw);
  const [appealing, setAppealing] = useState(false);
  if (!may('claims', 'edit')) return null;
  const handleWithdraw = async () => {
    const text = t('withdrawAsk', { number: claim.number });
    if (await ask({ title: t('withdraw'), text, confirmLabel: t('withdraw'), destructive: true, cancels: true }))
      await withdraw.run({ params: { id: claim.id }, body: { version: claim.version } });
  };
  return (
    <>
      {can(claim, 'withdraw') && (
        <Button variant="default" loading={withdraw.busy} onClick={() => void handleWithdraw()}>
          {t('withdraw')}
        </Button>
      )}
      {can(claim, 'appeal') && <Button onClick={() => setAppealing(true)}>{t('appeal')}</Button>}
      {appealing && <AppealDialog claim={claim} onClose={() => setAppealing(false)} />}
    </>
  );
}

function AppealDialog({ claim, onClose }: { claim: ClaimDetail; onClose: () => void }) {
  const { t } = useTranslation('claims');
  const appeal = useApiMutation(api.claims.appeal);
  const [text, setText] = useState('');
  const [brought, setBrought] = useState<readonly Brought[]>([]);
  const evidence = brought.map(({ kind, file_id }) => ({ kind, file_id }));
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('appealTitle', { number: claim.number })}
      submitLabel={t('appeal')}
      missing={text.trim().length < 10 ? t('appealMissing', { least: 10 }) : undefined}
      dirty={text !== ''}
      onSubmit={() => appeal.run({ params: { id: claim.id }, body: { version: claim.version, text, evidence } })}
    >
      <Unsaved when={text !== ''} />
      <Textarea
        label={t('note')}
        description={t('appealHelp')}
        autosize
        minRows={3}
        maxLength={2000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      <EvidenceList wanted={[]} brought={brought} onChange={setBrought} />
    </FormDialog>
  );
}

/** Bringing evidence and words while a claim is open. */
function ClaimReply({ claim }: { claim: ClaimDetail }) {
  const { t } = useTranslation('claims');
  const words = useClaimWords();
  const may = useMay();
  const [text, setText] = useState('');
  const [brought, setBrought] = useState<readonly Brought[]>([]);
  const answer = useApiMutation(api.claims.answer);
  if (!takesMessages(claim) || !may('claims', 'edit')) return null;
  const wanted = claim.checklist.filter((one) => !one.given).map((one) => one.kind);
  const handleSend = async () => {
    const evidence = brought.map(({ kind, file_id }) => ({ kind, file_id }));
    const body = { version: claim.version, evidence, text };
    if ((await answer.run({ params: { id: claim.id }, body })) === false) return;
    setText(unsent(text));
    setBrought(unsentOf(brought));
  };
  const asked = claim.status === 'need_evidence';
  const empty = text.trim() === '' && brought.length === 0;
  return (
    <DetailSection title={asked ? t('addEvidence') : t('message')}>
      <div className={classes.stack}>
        <Unsaved when={text !== '' || brought.length > 0} />
        {asked && claim.evidence_due_at !== null && (
          <p className={classes.muted}>{t('evidenceBy', { day: words.day(claim.evidence_due_at) })}</p>
        )}
        <EvidenceList wanted={wanted} brought={brought} onChange={setBrought} />
        <Textarea
          {...(asked ? { label: t('message') } : { 'aria-label': t('message') })}
          autosize
          minRows={2}
          maxLength={2000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group>
          <Button disabled={empty} loading={answer.busy} onClick={() => void handleSend()}>
            {t(brought.length > 0 ? 'sendEvidence' : 'send')}
          </Button>
        </Group>
      </div>
    </DetailSection>
  );
}
