import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useMay } from '#web/components/session.tsx';
import { paths, withQuery } from '#web/lib/paths.ts';
import classes from '../orders.module.css';
import { CancelDialog } from '../edit/cancel-dialog.tsx';
import { HoldDialog } from '../edit/hold-dialog.tsx';
import { MergeDialog } from '../edit/merge-dialog.tsx';
import { SplitDialog } from '../edit/split-dialog.tsx';
import type { OrderDetail } from '../orders-types.ts';
import { mainOf } from './main-action.ts';

type Action = OrderDetail['actions'][number]['action'];
/** The actions that are offered here; those that bring an order on come first. */
const offered = [
  'release',
  'pay',
  'withdraw_cancel',
  'take_back',
  'hold',
  'split',
  'merge',
  'put_back',
  'cancel',
  'request_cancel',
] as const;
type Offered = (typeof offered)[number];
/** What is refused is named with its reason only where somebody would look for it. */
const explained: ReadonlySet<Action> = new Set<Action>(['hold', 'cancel']);

/** What the server lets the reader do now: the main act as a button, the others in a menu, refused ones with their reason. */
export function OrderActions({ order, onPay }: { order: OrderDetail; onPay: (id: string) => void }) {
  const { t } = useTranslation('orders-actions');
  const hold = useApiMutation(api.orders.hold, { refetch: ['orders'] });
  const withdrawCancel = useApiMutation(api.orders.withdrawCancel, { refetch: ['orders'] });
  const takeBack = useApiMutation(api.orders.takeBack, { refetch: ['orders'] });
  const putBack = useApiMutation(api.orders.putBack, { refetch: ['orders'] });
  const again = useOrderAgain(order.id);
  const busy = [hold, withdrawCancel, takeBack, putBack].some((mutation) => mutation.busy);
  const [open, setOpen] = useState<'hold' | 'cancel' | 'request_cancel' | 'split' | 'merge'>();
  const run = (action: Offered) => {
    const params = { id: order.id };
    const body = { version: order.version };
    if (action === 'pay') onPay(order.id);
    else if (action === 'release') void hold.run({ params, body: { ...body, held: false } });
    else if (action === 'withdraw_cancel') void withdrawCancel.run({ params });
    else if (action === 'take_back') void takeBack.run({ params, body });
    else if (action === 'put_back') void putBack.run({ params, body });
    else setOpen(action);
  };
  const found = offered.flatMap((action) =>
    order.actions.filter((one) => one.action === action).map((one) => ({ ...one, action })),
  );
  const allowed = found.filter((one) => one.allowed);
  const main = mainOf(allowed);
  // a payment that waits for an approval is not the next thing to do
  const filled = main?.action === 'release' || (main?.action === 'pay' && order.payment_request === null);
  const others = found.filter(
    (one) => one.action !== main?.action && (one.allowed || reasonShown(one, allowed.length > 0)),
  );
  return (
    <>
      {(others.length > 0 || again) && (
        <Menu position="bottom-end" width={280}>
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden />}>
              {t('more')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map(({ action, reason, allowed: may }) => (
              <Menu.Item key={action} className={classes.action} disabled={!may} onClick={() => run(action)}>
                {t(`actions.${action}`)}
                {reason && <small className={classes.why}>{t(`reasons.${reason}`)}</small>}
              </Menu.Item>
            ))}
            {again && <Menu.Item onClick={again}>{t('again')}</Menu.Item>}
          </Menu.Dropdown>
        </Menu>
      )}
      {main && (
        <Button variant={filled ? 'filled' : 'default'} loading={busy} onClick={() => run(main.action)}>
          {t(`actions.${main.action}`)}
        </Button>
      )}
      {open === 'split' && <SplitDialog order={order} onClose={() => setOpen(undefined)} />}
      {open === 'merge' && <MergeDialog order={order} onClose={() => setOpen(undefined)} />}
      {open === 'hold' && <HoldDialog order={order} onClose={() => setOpen(undefined)} />}
      {(open === 'cancel' || open === 'request_cancel') && (
        <CancelDialog order={order} ask={open === 'request_cancel'} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}

/** Begins a new order with the address and lines of one; undefined for who may not. */
function useOrderAgain(id: string): (() => void) | undefined {
  const may = useMay()('orders', 'edit');
  const navigate = useNavigate();
  const { run } = useApiMutation(api.orders.draftAgain, {
    onSuccess: (draft) => navigate(withQuery(paths.orders, { draft: draft.id })),
  });
  return may ? () => void run({ params: { id } }) : undefined;
}

function reasonShown({ action, reason }: OrderDetail['actions'][number], some: boolean): boolean {
  return some && explained.has(action) && reason !== 'no_right' && reason !== 'held_already';
}
