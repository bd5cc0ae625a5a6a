import { Button, Text, Textarea, TextInput } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { BulkResult } from '#contract/bulk.ts';
import { BulkActions } from '#web/components/bulk-actions.tsx';
import { useRequestChoice } from '#web/components/requests-sent.tsx';
import { useListUrl } from '#web/components/use-list-url.ts';
import { useMay } from '#web/components/session.tsx';
import type { ListKit } from '#web/components/use-list.ts';
import { formatMoney } from '#web/lib/format.ts';
import type { Selection } from '#web/ui/selection.ts';
import type { Asked, Order } from '../orders-types.ts';
import type { BulkActionChoice, BulkList } from '#web/components/bulk-dialog.tsx';
import classes from '../orders.module.css';
import { useCostlyActions } from './order-bulk.tsx';
import { wantsRequest } from './wants-request.ts';
import { readyOf, usePayable } from '../use-payable.ts';

const unpaid = new Set<Order['stage']>(['imported', 'quoting', 'awaiting_payment']);

type OrderActionsProps = {
  list: ListKit<Order, BulkList>;
  selection: Selection<Order>;
  rows: readonly Order[];
  onPay: (what: Paying) => void;
};

/** Orders to pay: the ticked ones, or all that match the list’s filters. */
export type Paying = { orderIds: readonly string[] } | { matching: Asked };

const furtherActions = ['tag', 'untag', 'note', 'not_ours', 'ours', 'read_again'] as const;

/** The bar of the ticked orders. */
export const actionsOf =
  (list: ListKit<Order, BulkList>, selection: Selection<Order>, onPay: OrderActionsProps['onPay']) =>
  (rows: readonly Order[]) => <OrderActions list={list} selection={selection} rows={rows} onPay={onPay} />;

/** Of the orders that would be held, those that are packed. */
const sayPacked = ({ ways }: BulkResult) => <PackedOnes count={ways.find(({ way }) => way === 'packed')?.count ?? 0} />;

function PackedOnes({ count }: { count: number }) {
  const { t } = useTranslation('orders-actions');
  return count > 0 && <Text size="sm">{t('hold.packedOfMany', { count })}</Text>;
}

/** What can be done with the ticked orders: holding, releasing, paying. */
function OrderActions({ list, selection, rows, onPay }: OrderActionsProps) {
  const { t } = useTranslation('orders');
  const may = useMay();
  const url = useListUrl();
  const payable = rows.filter((order) => unpaid.has(order.stage) || order.due !== null);
  const actions: BulkActionChoice[] = (['hold', 'release'] as const).map((action) => ({
    action,
    label: t(`bulk.${action}.label`),
    title: t(`bulk.${action}.title`),
    titleDone: t(`bulk.${action}.titleDone`),
    can: (count: number) => t(`bulk.${action}.can`, { count }),
    done: (count: number) => t(`bulk.${action}.done`, { count }),
    confirm: (count: number) => t(`bulk.${action}.confirm`, { count }),
    says: sayPacked,
  }));
  const request = useRequestChoice();
  const payOrOpen = () => {
    const [only, ...others] = payable;
    // of a single order that can't be paid, the reason and what resolves it stand in the order
    if (only && others.length === 0 && only.due === null) url.show({ order: only.id });
    else onPay({ orderIds: payable.map((order) => order.id) });
  };
  const { except } = selection;
  const matching = except.length > 0 ? { ...list.asked, except: except.join(',') } : list.asked;
  return (
    <>
      {may('quotes', 'edit') && rows.length > 0 && rows.every(wantsRequest) && (
        <BulkActions
          list={list}
          selection={selection}
          actions={[request]}
          follows={['dashboard', 'quotes', 'products']}
        />
      )}
      {may('orders', 'edit') && (
        <>
          <BulkActions list={list} selection={selection} actions={actions} follows={['dashboard']} />
          <MoreOrderActions list={list} selection={selection} />
        </>
      )}
      {may('orders', 'pay') && selection.everything && (
        <PayMatching asked={matching} onPay={(ready) => onPay({ matching: ready })} />
      )}
      {may('orders', 'pay') && !selection.everything && payable.length > 0 && (
        <PayButton rows={payable} onClick={payOrOpen} />
      )}
    </>
  );
}

/** "Pay 38 orders · $412.60": what is ticked and can be paid, and its sum; where nothing can, the way to the reasons. */
function PayButton({ rows, onClick }: { rows: readonly Order[]; onClick: () => void }) {
  const { t, i18n } = useTranslation('orders');
  const ready = rows.filter((order) => order.due !== null);
  const currency = ready[0]?.cost?.currency;
  if (currency === undefined)
    return (
      <Button variant="default" onClick={onClick}>
        {t('whyUnpayable', { count: rows.length })}
      </Button>
    );
  const amount = ready.reduce((sum, order) => sum + (order.due ?? 0), 0);
  return (
    <Button onClick={onClick}>
      {t('payMany', { count: ready.length, amount: formatMoney({ amount, currency }, i18n.language) })}
    </Button>
  );
}

/** The same for all orders that match: those of them that can be paid, on whatever page. */
function PayMatching({ asked, onPay }: { asked: Asked; onPay: (ready: Asked) => void }) {
  const { t, i18n } = useTranslation('orders');
  const payable = usePayable(asked);
  if (!payable) return <Button loading>{t('pay')}</Button>;
  const { orders: count, total: amount, currency } = payable;
  if (count === 0) return null;
  return (
    <Button onClick={() => onPay(readyOf(asked, payable))}>
      {t('payMany', { count, amount: formatMoney({ amount, currency }, i18n.language) })}
    </Button>
  );
}

type Form = NonNullable<BulkActionChoice['form']>;
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

const tagField =
  (label: string): Form =>
  (input, change) => (
    <TextInput
      label={label}
      value={textOf(input.tag)}
      maxLength={60}
      required
      onChange={(event) => change({ ...input, tag: event.currentTarget.value })}
    />
  );
const noteField =
  (label: string, help: string): Form =>
  (input, change) => (
    <Textarea
      label={label}
      description={help}
      value={textOf(input.note)}
      maxLength={500}
      autosize
      minRows={2}
      onChange={(event) => change({ ...input, note: event.currentTarget.value })}
    />
  );
const help =
  (words: string): Form =>
  () => <p className={classes.muted}>{words}</p>;
type Action = (typeof furtherActions)[number];

function formOf(action: Action, t: TFunction<'orders-list'>): Form {
  if (action === 'tag' || action === 'untag') return tagField(t('actions.tagLabel'));
  if (action === 'note') return noteField(t('actions.noteLabel'), t('actions.note.help'));
  return help(t(`actions.${action}.help`));
}

/** Further actions on the selected orders: what they are called by, whose they are, and reading them from their shops again. */
function MoreOrderActions({ list, selection }: { list: ListKit<Order, BulkList>; selection: Selection<Order> }) {
  const { t } = useTranslation('orders-list');
  const [channel, cancel] = useCostlyActions();
  const choices = furtherActions.map(
    (action): BulkActionChoice => ({
      action,
      label: t(`actions.${action}.label`),
      title: t(`actions.${action}.title`),
      titleDone: t(`actions.${action}.titleDone`),
      confirm: (count) => t(`actions.${action}.confirm`, { count }),
      form: formOf(action, t),
    }),
  );
  return (
    <BulkActions
      list={list}
      selection={selection}
      actions={[channel, ...choices, cancel]}
      follows={['dashboard']}
      more={t('actions.more')}
    />
  );
}
