import { useTranslation } from 'react-i18next';
import type { AnswerOf } from '#contract/endpoint.ts';
import { lackOf, nextQuoteStep } from '#contract/order-lacks.ts';
import { orderBlocks, tellingBlock, turns } from '#contract/order-states.ts';
import type { Contract } from '../api/client.ts';
import { formatDue, labelled } from '../lib/format.ts';
import { useNow } from '../lib/now.ts';
import { orderPaymentTones } from './money-tones.ts';
import { useIsStaff, useViewer } from './session.tsx';
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
    self_fulfilled: 'grey',
    cancelled: 'grey',
    merged: 'grey',
  },
  payment: orderPaymentTones,
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
  push: { none: 'grey', sending: 'blue', sent: 'green', refused: 'red', reconnect: 'amber' },
} as const satisfies {
  stage: Record<Order['stage'], StatusTone>;
  payment: Record<Order['payment'], StatusTone>;
  financial: Record<Order['financial_status'], StatusTone>;
  push: Record<string, StatusTone>;
};

/** Where the order is on its way; on an open invoice it waits for its merchant. */
export function StageChip({ stage, payment }: { stage: Order['stage']; payment?: Order['payment'] }) {
  const { t } = useTranslation('orders');
  if (stage === 'paying' && payment === 'invoiced') return <PaymentChip order={{ stage, payment }} />;
  return <StatusChip tone={tones.stage[stage]} label={t(`stages.${stage}`)} />;
}

/** Stages in which nobody pays us what is not paid yet. */
const endedUnpaid: ReadonlySet<Order['stage']> = new Set(['self_fulfilled', 'cancelled', 'merged']);

type Paid = Pick<Order, 'stage' | 'payment'>;

/** What the merchant paid us, nothing where nothing is to be paid; `named` where no column head says so. */
export function PaymentChip({ order, named = false }: { order: Paid; named?: boolean }) {
  const { t, i18n } = useTranslation('orders');
  const name = useIsStaff() ? t('columns.clientPayment') : t('columns.payment');
  const { stage, payment } = order;
  if (payment === 'none' && endedUnpaid.has(stage)) return named ? null : '–';
  const text = t(`payments.${payment}`);
  const label = named ? labelled(name, text, i18n.language) : text;
  return <StatusChip tone={tones.payment[payment]} label={label} />;
}

/** What the buyer paid the store; `named` where no column head says so. */
export function StorePaymentChip({ status, named = false }: { status: Order['financial_status']; named?: boolean }) {
  const { t, i18n } = useTranslation('orders');
  const text = t(`financial.${status}`);
  const label = named ? labelled(t('columns.storePayment'), text, i18n.language) : text;
  return <StatusChip tone={tones.financial[status]} label={label} />;
}

type ShownBlock = Pick<OrderBlock, 'code' | 'owner' | 'detail'> & Partial<Pick<OrderBlock, 'due_at'>>;

/** Why the order cannot go on, in the colour of whose turn it is to the reader (P48). */
export function BlockChip({ block }: { block: ShownBlock }) {
  const { t } = useTranslation('orders');
  const label = useBlockLabel(block);
  const viewer = useViewer();
  const title = viewer === 'provider' ? t(`staffTurns.${block.owner}`) : t(`blockFixes.${block.code}`);
  return <StatusChip tone={turns[block.owner].tone[viewer]} label={label} title={title} />;
}

/** The reason; with a request open, how far that is. */
function useBlockLabel({ code, detail, owner, due_at = null }: ShownBlock): string {
  const { t, i18n } = useTranslation('orders');
  const now = useNow();
  if (owner === 'provider' && due_at !== null) {
    if (Date.parse(due_at) < now.getTime()) return t('lack.chips.overdue');
    if (orderBlocks[code].fix === 'quote') return t('lack.chips.wait', { time: formatDue(due_at, now, i18n.language) });
  }
  const lack = orderBlocks[code].fix === 'quote' ? lackOf(detail) : undefined;
  const step = lack && nextQuoteStep(lack.lines);
  if (step === 'accept' || step === 'review') return t('lack.chips.accept');
  return step === 'answer' ? t('lack.chips.answer') : t(`blocks.${code}`);
}

/** What the shop knows of a parcel. */
export function PushChip({ push }: { push: keyof typeof tones.push }) {
  const { t } = useTranslation('orders');
  return <StatusChip tone={tones.push[push]} label={t(`pushes.${push}`)} />;
}

/** The order's state in one chip: what stops it says more than that it is stopped. */
export function OrderState({ order }: { order: Pick<Order, 'stage' | 'payment' | 'blocks' | 'held'> }) {
  const { t } = useTranslation('orders');
  const viewer = useViewer();
  if (order.held) return <StatusChip tone="amber" label={t('held')} />;
  const block = tellingBlock(order.blocks, viewer);
  if (!block) return <StageChip stage={order.stage} payment={order.payment} />;
  return <BlockChip block={block} />;
}
