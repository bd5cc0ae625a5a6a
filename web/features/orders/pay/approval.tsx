import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useProfile } from '#web/components/session.tsx';
import { RequestLink } from '../open-request.tsx';
import classes from '../orders.module.css';
import type { Checkout } from '../orders-types.ts';

type Money = (amount: number) => string;

/** Which limit of the reader this payment is above, and that somebody may approve it. */
export function ApprovalNotice({ approval, money }: { approval: NonNullable<Checkout['approval']>; money: Money }) {
  const { t } = useTranslation('orders-list');
  const { limit, most, left, approvers } = approval;
  return (
    <p className={classes.notice} role="status">
      {t(`approval.${limit}`, { most: money(most), left: money(left) })}{' '}
      {approvers.length === 0 && t('approval.nobody')}
    </p>
  );
}

type RequestsProps = {
  checkout: Checkout;
  /** Goes on with the orders that are in no open request. */
  onLeaveOut: () => void;
};

/** Open requests for some of these orders: while one is open, no other can be made for its orders, so they can be left out. */
export function OpenRequests({ checkout: { requests, approval, orders: all }, onLeaveOut }: RequestsProps) {
  const { t } = useTranslation('orders-list');
  const { id } = useProfile();
  if (requests.length === 0) return null;
  const asked = requests.reduce((sum, { orders }) => sum + orders, 0);
  return (
    <div className={classes.notice} role="status">
      {requests.map((request) => {
        const { requested_by, orders, first } = request;
        const values = { name: requested_by.name, count: orders, order: first.name };
        const size = orders === 1 ? 'One' : 'Many';
        return (
          <div key={request.id}>
            {t(requested_by.id === id ? `approval.requestedByYou${size}` : `approval.requested${size}`, values)}{' '}
            <RequestLink request={request} />
          </div>
        );
      })}
      {approval && t('approval.oneRequest')}
      {approval && asked < all && (
        <div>
          <Button variant="default" size="xs" mt={8} onClick={onLeaveOut}>
            {t('approval.leaveOut', { count: asked })}
          </Button>
        </div>
      )}
    </div>
  );
}

type ButtonProps = {
  checkout: Checkout;
  /** The preview that fixed all orders that match; undefined for ticked orders. */
  selection: string | undefined;
  money: Money;
  onAsked: (request: string) => void;
};

/** Asks whoever may approve for this payment; the orders and what they cost are kept with the request. */
export function ApprovalButton({ checkout, selection, money, onAsked }: ButtonProps) {
  const { t } = useTranslation('orders-list');
  const asked = {
    refetch: ['paymentRequests'] as const,
    onSuccess: ({ id }: { id: string }) => {
      toast.success(t('approval.asked'));
      onAsked(id);
    },
  };
  const askNamed = useApiMutation(api.paymentRequests.create, asked);
  const askMatching = useApiMutation(api.paymentRequests.createForSelection, asked);
  const { payable, orders, total, approval, requests } = checkout;
  const [first = '', ...others] = approval?.approvers ?? [];
  if (first === '' || orders === 0 || requests.length > 0) return null;
  const ask = () =>
    selection === undefined
      ? askNamed.run({ body: { order_ids: payable.map(({ order_id }) => order_id), expected_total: total } })
      : askMatching.run({ params: { id: selection }, body: { expected_total: total } });
  const values = { name: first, count: others.length, amount: money(total) };
  return (
    <Button loading={askNamed.busy || askMatching.busy} data-autofocus onClick={() => void ask()}>
      {others.length === 0 ? t('approval.askOne', values) : t('approval.ask', values)}
    </Button>
  );
}
