import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stockOrderCan } from '#contract/stock-order-rules.ts';
import { DayField } from '#web/components/day-field.tsx';
import { decimalToMinor, formatMoney, minorToDecimal } from '#web/lib/format.ts';
import { toast } from '#web/api/toasts.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Copyable } from '#web/ui/copy-button.tsx';
import { DetailDrawer, DetailSection } from '#web/ui/detail-drawer.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { ReadyButton } from '#web/ui/ready-button.tsx';
import { StockOrderStatus } from './stock-order-columns.tsx';
import { isAgentNext } from './stock-order-status.ts';
import { StockOrderProgress } from './stock-order-progress.tsx';
import { QuoteForm } from './stock-order-quote-form.tsx';
import { ReceiveForm } from './stock-order-receive-form.tsx';
import { itemFact } from './stock-order-terms.ts';
import classes from './stock-orders.module.css';
import type { StaffStockOrderDetail, Ids } from './stock-orders-types.ts';

/** A client's stock order with the action that is next, for staff. */
export function StockOrderWorkbench({ ids, onClose }: { ids: Ids; onClose: () => void }) {
  const { t } = useTranslation('stock-orders');
  const { data: order, error, refetch } = useApiQuery(api.stockOrders.staffGet, { params: ids });
  return (
    <DetailDrawer
      opened
      onClose={onClose}
      title={order ? `${order.number} · ${order.client.name}` : t('title')}
      state={order && <StockOrderStatus order={order} t={t} staff />}
      action={order && <CancelButton key={order.version} ids={ids} order={order} />}
    >
      {error && !order ? <ErrorBox error={error} onRetry={() => void refetch()} /> : null}
      {order && <Work key={`${order.id} ${order.version}`} ids={ids} order={order} />}
    </DetailDrawer>
  );
}

type Props = { ids: Ids; order: StaffStockOrderDetail };

function Work({ ids, order }: Props) {
  const { t, i18n } = useTranslation('stock-orders');
  const money = (amount: number | null) =>
    amount === null ? '–' : formatMoney({ amount, currency: order.currency }, i18n.language);
  // who counts units sees no money, and leaves to the agent what is about it
  const { owed, paid } = order;
  const credited = order.invoices.reduce((sum, invoice) => sum + invoice.credited, 0);
  const sees = paid !== null;
  return (
    <>
      {order.status !== 'cancelled' && <StockOrderProgress order={order} />}
      {sees && <Steps ids={ids} order={order} />}
      {sees && stockOrderCan('quote', order.status) && <QuoteForm ids={ids} order={order} />}
      {!sees && isAgentNext(order.status) && <p className={classes.next}>{t('agentNext')}</p>}
      {stockOrderCan('receive', order.status) && <ReceiveForm ids={ids} order={order} />}
      {order.status === 'stocked' && owed !== null && owed > 0 && <CreditForm ids={ids} order={order} owed={owed} />}
      <DetailSection title={t('request')}>
        <Facts
          facts={[
            ...order.items.map((item) => {
              const { key, params } = itemFact(item);
              return { label: item.sku.code, value: t(key, params) };
            }),
            { label: t('columns.warehouse'), value: order.warehouse.name },
            ...(order.tracking === ''
              ? []
              : [{ label: t('columns.tracking'), value: <Copyable value={order.tracking} /> }]),
            { label: t('wantedBy'), value: order.wanted_by },
            { label: t('branding'), value: order.branding },
            { label: t('note'), value: order.note },
            ...(sees
              ? [
                  { label: t('columns.total'), value: money(order.total) },
                  {
                    label: t('columns.paid'),
                    value: [money(paid), credited > 0 && t('credited', { amount: money(credited) })]
                      .filter(Boolean)
                      .join(' · '),
                  },
                ]
              : []),
          ]}
        />
      </DetailSection>
    </>
  );
}

/** What staff say of an order: production, the way, the end. */
function Steps({ ids, order }: Props) {
  const { t, i18n } = useTranslation('stock-orders');
  const confirm = useConfirm();
  const move = useApiMutation(api.stockOrders.staffMove);
  const [more, setMore] = useState({ eta: order.eta ?? '', tracking: order.tracking });
  const actions = (['produce', 'send', 'close'] as const).filter((action) => stockOrderCan(action, order.status));
  if (actions.length === 0) return null;
  const money = (amount: number) => formatMoney({ amount, currency: order.currency }, i18n.language);
  const owed = order.owed ?? 0;
  const due = actions.includes('send') ? order.invoices.find(({ status }) => status === 'open') : undefined;
  const handle = async (action: (typeof actions)[number]) => {
    if (action === 'close' && owed > 0 && !(await confirm(closeQuestion))) return;
    const { eta, tracking } = more;
    const dates = action === 'send' ? { ...(eta && { eta }), tracking } : {};
    await move.run({ params: ids, body: { action, version: order.version, note: '', ...dates } });
  };
  const closeQuestion = {
    title: t('closeOwed.title', { number: order.number }),
    text: t('closeOwed.text', { money: money(owed) }),
    confirmLabel: t('actions.close'),
  };
  return (
    <DetailSection title={t('nextStep')}>
      <div className={classes.stack}>
        {actions.includes('send') && (
          <Group gap={8}>
            <DayField label={t('columns.eta')} value={more.eta} onChange={(day) => setMore({ ...more, eta: day })} />
            <TextInput
              label={t('columns.tracking')}
              maxLength={120}
              value={more.tracking}
              onChange={(event) => setMore({ ...more, tracking: event.currentTarget.value })}
            />
          </Group>
        )}
        <Group gap={8}>
          {actions.map((action) => (
            <ReadyButton
              key={action}
              loading={move.input?.body.action === action}
              missing={action === 'send' && due ? t('balanceDue', { amount: money(due.total) }) : undefined}
              onClick={() => void handle(action)}
            >
              {t(`actions.${action}`)}
            </ReadyButton>
          ))}
        </Group>
      </div>
    </DetailSection>
  );
}

/** The way out, for who sees its money, with a reason that the client reads. */
function CancelButton({ ids, order }: Props) {
  const { t, i18n } = useTranslation('stock-orders');
  const move = useApiMutation(api.stockOrders.staffMove);
  const [opened, setOpened] = useState(false);
  const [note, setNote] = useState('');
  const { paid } = order;
  if (paid === null || !stockOrderCan('cancel', order.status)) return null;
  const amount = formatMoney({ amount: paid, currency: order.currency }, i18n.language);
  const early = order.invoices.length > 0 ? 'staffCancelText' : 'staffCancelEarly';
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {t('actions.cancel')}
      </Button>
      <FormDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('staffCancelTitle', { number: order.number, client: order.client.name })}
        submitLabel={t('actions.cancel')}
        missing={note.trim().length < 3 ? t('reasonMissing') : undefined}
        onSubmit={() => move.run({ params: ids, body: { action: 'cancel', version: order.version, note } })}
        cancels
        dirty={note !== ''}
      >
        <p className={classes.words}>{paid > 0 ? t('staffCancelPaid', { amount }) : t(early)}</p>
        <TextInput
          label={t('cancelReason')}
          description={t('cancelReasonHelp')}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </FormDialog>
    </>
  );
}

/** Money back for what came short or damaged. */
function CreditForm({ ids, order, owed }: Props & { owed: number }) {
  const { t, i18n } = useTranslation('stock-orders');
  const confirm = useConfirm();
  const credit = useApiMutation(api.stockOrders.staffCredit, {
    onSuccess: (_, { body }) => {
      const given = formatMoney({ amount: body.amount, currency: order.currency }, i18n.language);
      toast.success(t('creditDone', { amount: given, number: order.number }));
    },
  });
  const [amount, setAmount] = useState(minorToDecimal(owed, order.currency));
  const [reason, setReason] = useState('');
  const minor = decimalToMinor(amount, order.currency);
  const missing = () => {
    if (minor === undefined || minor <= 0) return t('amountMissing');
    return reason.trim().length < 3 ? t('reasonMissing') : undefined;
  };
  const money = minor === undefined ? '' : formatMoney({ amount: minor, currency: order.currency }, i18n.language);
  const handleCredit = async () => {
    const question = {
      title: t('creditConfirm.title', { money, client: order.client.name }),
      text: t('creditConfirm.text', { number: order.number }),
      confirmLabel: t('creditSubmit', { money }),
    };
    if (minor !== undefined && (await confirm(question)))
      await credit.run({ params: ids, body: { version: order.version, amount: minor, reason } });
  };
  return (
    <DetailSection title={t('creditTitle')}>
      <div className={classes.row}>
        <TextInput
          label={t('creditAmount', { currency: order.currency })}
          inputMode="decimal"
          value={amount}
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
        <TextInput
          label={t('columns.reason')}
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <ReadyButton missing={missing()} loading={credit.busy} onClick={() => void handleCredit()}>
          {t('creditSubmit', { money })}
        </ReadyButton>
      </div>
    </DetailSection>
  );
}
