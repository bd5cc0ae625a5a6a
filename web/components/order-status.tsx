import { useTranslation } from 'react-i18next';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '../api/client.ts';
import { StatusChip, type StatusTone } from '../ui/status-chip.tsx';

type Order = AnswerOf<Contract['orders']['list']>[number];
export type OrderBlock = Order['blocks'][number];

/** The one colour table of an order's three axes (look.md: colour). Pages that show them load the texts of `orders`. */
const tones = {
  stage: {
    imported: 'grey',
    quoting: 'blue',
    awaiting_payment: 'amber',
    paying: 'blue',
    processing: 'blue',
    ready_to_ship: 'blue',
    partially_shipped: 'blue',
    shipped: 'green',
    delivered: 'green',
    closed: 'grey',
    cancelled: 'grey',
    merged: 'grey',
  },
  payment: { none: 'grey', invoiced: 'blue', paying: 'blue', paid: 'green', partly_refunded: 'grey', refunded: 'red' },
  financial: {
    pending: 'amber',
    authorized: 'amber',
    partially_paid: 'amber',
    paid: 'green',
    partially_refunded: 'grey',
    refunded: 'red',
    voided: 'red',
    expired: 'red',
  },
  push: { none: 'grey', sending: 'blue', sent: 'green', refused: 'red' },
} as const satisfies {
  stage: Record<Order['stage'], StatusTone>;
  payment: Record<Order['payment'], StatusTone>;
  financial: Record<Order['financial_status'], StatusTone>;
  push: Record<string, StatusTone>;
};

/** Where the order is on its way. */
export function StageChip({ stage }: { stage: Order['stage'] }) {
  const { t } = useTranslation('orders');
  return <StatusChip tone={tones.stage[stage]} label={t(`stages.${stage}`)} />;
}

/** What the merchant paid us; `named` where no column head says so. */
export function PaymentChip({ payment, named = false }: { payment: Order['payment']; named?: boolean }) {
  const { t } = useTranslation('orders');
  const label = t(`payments.${payment}`);
  return <StatusChip tone={tones.payment[payment]} label={named ? `${t('columns.payment')}: ${label}` : label} />;
}

/** What the buyer paid the store; `named` where no column head says so. */
export function StorePaymentChip({ status, named = false }: { status: Order['financial_status']; named?: boolean }) {
  const { t } = useTranslation('orders');
  const label = t(`financial.${status}`);
  return <StatusChip tone={tones.financial[status]} label={named ? `${t('columns.storePayment')}: ${label}` : label} />;
}

/** Why the order cannot go on: amber when the merchant must act, blue when we do. */
export function BlockChip({ block }: { block: Pick<OrderBlock, 'code' | 'owner'> }) {
  const { t } = useTranslation('orders');
  return (
    <StatusChip
      tone={block.owner === 'merchant' ? 'amber' : 'blue'}
      label={t(`blocks.${block.code}`)}
      title={t(`blockFixes.${block.code}`)}
    />
  );
}

/** What the shop knows of a parcel. */
export function PushChip({ push }: { push: keyof typeof tones.push }) {
  const { t } = useTranslation('orders');
  return <StatusChip tone={tones.push[push]} label={t(`pushes.${push}`)} />;
}

/** The order's state in one chip: what stops it says more than that it is stopped. */
export function OrderState({ order }: { order: Pick<Order, 'stage' | 'blocks' | 'held'> }) {
  const { t } = useTranslation('orders');
  if (order.held) return <StatusChip tone="amber" label={t('held')} />;
  const block = order.blocks.find((one) => one.owner === 'merchant') ?? order.blocks[0];
  if (!block) return <StageChip stage={order.stage} />;
  return <BlockChip block={block} />;
}
