import { Anchor, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { UnbrokenNumbers } from '#web/ui/unbroken-numbers.tsx';
import { rechargeCan, rechargeComes } from '#contract/recharge-rules.ts';
import { foreignLabel } from '#contract/transfer-labels.ts';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { useMay } from '#web/components/session.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { formatMoney, formatTime, minorToDecimal } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Copyable, CopyButton } from '#web/ui/copy-button.tsx';
import { DetailDrawer, DetailSection } from '#web/ui/detail-drawer.tsx';
import { type Fact, Facts } from '#web/ui/facts.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useDownload } from '#web/components/use-download.ts';
import { useGoToPayment } from './use-go-to-payment.ts';
import { PayLater, PayNext } from './pay-next.tsx';
import { ProofForm } from './proof-form.tsx';
import { RechargeState } from './recharge-columns.tsx';
import type { PaidFor } from './use-purpose.ts';
import { useSplitFacts } from './use-split-facts.ts';
import classes from './wallet.module.css';
import { TransferCode } from './transfer-code.tsx';
import type { Recharge, RechargeDetail } from './wallet-types.ts';

/** Milliseconds between two looks at a card payment: the payer may just have come back from the payment page. */
const payingPollMs = 3_000;

type OnPay = (orders: PaidFor) => void;
type DrawerProps = { id: string | undefined; onClose: () => void; onPay: OnPay };

/** One recharge: what became of it or what is next, then its facts. */
export function RechargeDrawer({ id, onClose, onPay }: DrawerProps) {
  const { t } = useTranslation('wallet');
  const query = useApiQuery(api.wallet.recharge, id === undefined ? null : { params: { id } }, {
    refetchInterval: ({ state }) => (state.data?.status === 'processing' ? payingPollMs : false),
  });
  const recharge = query.data;
  return (
    <DetailDrawer
      opened={id !== undefined}
      onClose={onClose}
      title={recharge?.number ?? t('recharge')}
      state={recharge && <RechargeState recharge={recharge} t={t} />}
    >
      {recharge ? (
        <Content key={`${recharge.id}:${recharge.status}`} recharge={recharge} onPay={onPay} />
      ) : (
        query.error !== null && <ErrorBox error={query.error} onRetry={() => void query.refetch()} />
      )}
    </DetailDrawer>
  );
}

type ContentProps = { recharge: RechargeDetail; onPay: OnPay };

function Content({ recharge, onPay }: ContentProps) {
  const { t } = useTranslation('wallet');
  const may = useMay();
  const provable = may('wallet', 'pay') && rechargeCan.prove(recharge.status, recharge.method.kind);
  return (
    <>
      <Outcome recharge={recharge} onPay={onPay} />
      {recharge.status === 'awaiting_transfer' && <Instructions recharge={recharge} />}
      {provable && recharge.status !== 'submitted' && (
        <DetailSection title={recharge.status === 'rejected' ? t('steps.proofAgain') : t('steps.proof')}>
          <ProofForm recharge={recharge} />
        </DetailSection>
      )}
      <RechargeFacts recharge={recharge} />
      {may('wallet', 'edit') && rechargeCan.cancel(recharge.status) && <CancelButton recharge={recharge} />}
    </>
  );
}

/** Until when a proof is reviewed; past that, how long it usually takes. */
function useReviewText({ due_at: due }: Recharge): string {
  const { t } = useTranslation('wallet');
  const now = useNow();
  return due !== null && new Date(due) > now
    ? t('result.reviewBy', { time: formatTime(due, 'y-m-d h:i') })
    : t('result.review');
}

/** The result in a sentence, with the one next action of a card payment. */
function Outcome({ recharge, onPay }: ContentProps) {
  const payment = useGoToPayment();
  const { t, i18n } = useTranslation('wallet');
  const may = useMay();
  const money = (amount: number) => formatMoney({ amount, currency: recharge.currency }, i18n.language);
  const { status, received_amount: received } = recharge;
  const review = useReviewText(recharge);
  if (status === 'awaiting_transfer') return null;
  const sentences: Record<Exclude<typeof status, 'awaiting_transfer'>, string> = {
    submitted: review,
    under_review: review,
    processing: recharge.automatic ? t('result.charging') : t('result.processing'),
    credited: t('result.credited', { money: money((received ?? 0) - (recharge.fee ?? 0)) }),
    rejected: t('result.rejected'),
    failed: t('result.failed'),
    expired: recharge.method.kind === 'card' ? t('result.expired') : t('result.expiredTransfer'),
    cancelled: t('result.cancelled'),
  };
  const differs = status === 'credited' && received !== null && received !== recharge.amount;
  return (
    <DetailSection title={t(`statuses.${status}`)}>
      <p className={classes.result} role="status">
        {sentences[status]}
      </p>
      {(recharge.bonus ?? 0) > 0 && (
        <p className={classes.result}>{t('result.bonus', { money: money(recharge.bonus ?? 0) })}</p>
      )}
      {recharge.charged_back > 0 && (
        <p className={classes.result}>{t('result.charged_back', { money: money(recharge.charged_back) })}</p>
      )}
      {differs && (
        <p className={classes.hint}>
          {t('result.creditedDiffers', { claimed: money(recharge.amount), received: money(received) })}
        </p>
      )}
      {recharge.review_note !== null && <p className={classes.result}>“{recharge.review_note}”</p>}
      {(status === 'submitted' || status === 'under_review') && <PayLater pays={recharge.pays} />}
      {status === 'credited' && <PayNext pays={recharge.pays} onPay={onPay} />}
      {status === 'processing' && !recharge.automatic && may('wallet', 'pay') && (
        <Button mt={8} loading={payment.busy} onClick={() => void payment.go(recharge.id)}>
          {t('result.pay')}
        </Button>
      )}
    </DetailSection>
  );
}

/** Where to send the money and what to write on it, each with its copy button. */
function Instructions({ recharge }: { recharge: RechargeDetail }) {
  const { t, i18n } = useTranslation('wallet');
  const methods = useApiQuery(api.wallet.rechargeMethods, {});
  const money = formatMoney({ amount: recharge.amount, currency: recharge.currency }, i18n.language);
  const labelOf = (label: string) => {
    const known = foreignLabel(label, i18n.language === 'zh' ? 'zh' : 'en');
    return known === null ? label : t(`transferLabels.${known}`);
  };
  const lines = methods.data?.find((method) => method.code === recharge.method.code)?.details ?? [];
  const facts: Fact[] = [
    ...lines.map((line) => ({ label: labelOf(line.label), value: <PaymentLine value={line.value} /> })),
    {
      label: t('steps.sum'),
      value: <PaymentLine value={money} copied={minorToDecimal(recharge.amount, recharge.currency)} />,
    },
    { label: t('steps.reference'), value: <PaymentLine value={recharge.reference} /> },
  ];
  return (
    <DetailSection title={t('steps.transfer')}>
      <p className={classes.result}>
        <UnbrokenNumbers
          text={t('steps.transferText', { money, until: formatTime(recharge.expires_at, 'y-m-d h:i') })}
        />
      </p>
      <Facts facts={facts} />
      {recharge.transfer_code && <TransferCode rows={recharge.transfer_code.rows} />}
    </DetailSection>
  );
}

/** A line of the instructions; its copy button always shows, because copying is what it is for. */
function PaymentLine({ value, copied = value }: { value: string; copied?: string }) {
  return (
    <span className={classes.paymentLine}>
      <span className={classes.paymentValue}>{value}</span>
      <CopyButton value={copied} label={value} />
    </span>
  );
}

function RechargeFacts({ recharge }: { recharge: Recharge }) {
  const { t, i18n } = useTranslation('wallet');
  const money = (amount: number) => formatMoney({ amount, currency: recharge.currency }, i18n.language);
  const { received_amount: received, fee, external_ref, payer_name, paid_on, bonus, sent, proofs } = recharge;
  const { download } = useDownload();
  const splitOf = useSplitFacts(recharge.currency);
  const { status, amount, fee_bp } = recharge;
  const comes = rechargeComes(status) && fee_bp > 0;
  const facts: (Fact | false)[] = [
    { label: t('facts.number'), value: <Copyable value={recharge.number} /> },
    { label: t('facts.method'), value: recharge.method.name },
    ...(comes ? splitOf(amount, fee_bp) : [{ label: t('facts.claimed'), value: money(amount) }]),
    sent !== null && { label: t('facts.sent'), value: formatMoney(sent, i18n.language) },
    received !== null && { label: t('facts.received'), value: money(received) },
    fee !== null && fee > 0 && { label: t('facts.fee'), value: money(fee) },
    bonus !== null && bonus > 0 && { label: t('facts.bonus'), value: money(bonus) },
    received !== null && { label: t('facts.credited'), value: money(received - (fee ?? 0)) },
    recharge.refunded > 0 && { label: t('facts.refunded'), value: money(recharge.refunded) },
    recharge.charged_back > 0 && { label: t('facts.charged_back'), value: money(recharge.charged_back) },
    recharge.method.kind === 'transfer' && {
      label: t('facts.reference'),
      value: <Copyable value={recharge.reference} />,
    },
    external_ref !== null && { label: t('facts.transaction'), value: <Copyable value={external_ref} /> },
    payer_name !== null && { label: t('facts.payer'), value: payer_name },
    paid_on !== null && { label: t('facts.date'), value: paid_on },
    proofs.length > 0 && {
      label: t('facts.proof'),
      value: (
        <span className={classes.lines}>
          {proofs.map((proof) => (
            <Anchor
              key={proof.id}
              component="button"
              type="button"
              size="sm"
              ta="start"
              onClick={() => void download(proof)}
            >
              {t('showProof', { name: proof.name })}
            </Anchor>
          ))}
        </span>
      ),
    },
    { label: t('facts.started'), value: <TimeCell time={recharge.created_at} /> },
    recharge.decided_at !== null && { label: t('facts.decided'), value: <TimeCell time={recharge.decided_at} /> },
  ];
  return (
    <DetailSection title={t('details')}>
      <Facts facts={facts.filter((fact) => fact !== false)} />
    </DetailSection>
  );
}

function CancelButton({ recharge }: { recharge: Recharge }) {
  const { t } = useTranslation('wallet');
  const confirm = useConfirm();
  const cancel = useApiMutation(api.wallet.cancelRecharge, {
    refetch: ['wallet'],
    onSuccess: () => toast.success(t('cancelled')),
  });
  const handleClick = async () => {
    const sure = await confirm({
      title: t('cancelTitle', { number: recharge.number }),
      text: t('cancelText'),
      confirmLabel: t('cancel'),
      cancels: true,
      destructive: true,
    });
    if (sure) await cancel.run({ params: { id: recharge.id }, body: { version: recharge.version } });
  };
  return (
    <Button variant="default" mt={16} loading={cancel.busy} onClick={() => void handleClick()}>
      {t('cancel')}
    </Button>
  );
}
