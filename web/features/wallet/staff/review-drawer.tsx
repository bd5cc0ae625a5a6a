import { Button } from '@mantine/core';
import { IconFileTypePdf, IconPhoto } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { rechargeCan } from '#contract/recharge-rules.ts';
import { api } from '#web/api/client.ts';
import { openDownload } from '#web/api/download.ts';
import { formatMoney, formatRelative, formatTime } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { Copyable } from '#web/ui/copy-button.tsx';
import { DetailDrawer, DetailSection } from '#web/ui/detail-drawer.tsx';
import { type Fact, Facts } from '#web/ui/facts.tsx';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { DueChip } from '#web/components/due-chip.tsx';
import { RefundButton } from './refund-button.tsx';
import { StaffRechargeState } from '../recharge-columns.tsx';
import { Decision } from './review-decision.tsx';
import classes from '../wallet.module.css';
import type { StaffRecharge } from '../wallet-types.ts';

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
      wide={recharge?.method.kind === 'transfer'}
    >
      {recharge && (
        <div className={classes.sides}>
          {recharge.method.kind === 'transfer' && (
            <div>
              <Proofs key={recharge.version} recharge={recharge} />
            </div>
          )}
          <div>
            <Claim recharge={recharge} />
            {rechargeCan.refund(recharge.status, recharge.method.kind) &&
              recharge.refunded < (recharge.received_amount ?? 0) && <RefundButton recharge={recharge} />}
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
        {t('staff.submittedAgo', { ago: formatRelative(submitted_at, now, i18n.language) })}
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
    recharge.sent !== null && { label: t('facts.sent'), value: formatMoney(recharge.sent, i18n.language) },
    received !== null && { label: t('facts.received'), value: money(received) },
    (recharge.bonus ?? 0) > 0 && { label: t('facts.bonus'), value: money(recharge.bonus ?? 0) },
    recharge.refunded > 0 && { label: t('facts.refunded'), value: money(recharge.refunded) },
    recharge.charged_back > 0 && { label: t('facts.charged_back'), value: money(recharge.charged_back) },
    { label: t('facts.method'), value: recharge.method.name },
    recharge.method.kind === 'transfer' && {
      label: t('facts.reference'),
      value: <Copyable value={recharge.reference} />,
    },
    external_ref !== null && { label: t('facts.transaction'), value: <Copyable value={external_ref} /> },
    payer_name !== null && { label: t('facts.payer'), value: payer_name },
    paid_on !== null && { label: t('facts.date'), value: paid_on },
    { label: t('facts.started'), value: formatTime(recharge.created_at) },
    recharge.decided_at !== null && { label: t('facts.decided'), value: formatTime(recharge.decided_at) },
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

type ProofFile = StaffRecharge['proofs'][number];

/** All of the client's proofs beside what is decided by them. */
function Proofs({ recharge: { proofs, client } }: { recharge: StaffRecharge }) {
  const { t } = useTranslation('wallet');
  return (
    <DetailSection title={t('staff.proof')}>
      {proofs.length === 0 && <p className={classes.hint}>{t('staff.noProof')}</p>}
      {proofs.map((proof) => (
        <ProofView key={proof.id} accountId={client.id} proof={proof} />
      ))}
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
