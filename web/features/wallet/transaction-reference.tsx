import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { paths, withQuery } from '#web/lib/paths.ts';
import type { Log } from './wallet-types.ts';

/** The document that the money is about, and the order where it is about one. */
export function TransactionReference({ log }: { log: Log }) {
  const { kind, id, label, invoice_id, order } = log.reference;
  const target = {
    recharges: withQuery(paths.recharge, { recharge: id }),
    invoices: withQuery(paths.invoices, { invoice: id }),
    withdrawals: withQuery(paths.wallet, { tab: 'withdrawals', withdrawal: id }),
    ...(invoice_id !== null && { credit_notes: withQuery(paths.invoices, { invoice: invoice_id }) }),
  }[kind];
  return (
    <>
      {target === undefined ? label : <ReferenceLink to={target} label={label} />}
      {order !== null && (
        <>
          {' · '}
          <ReferenceLink to={withQuery(paths.orders, { order: order.id })} label={order.name} />
        </>
      )}
    </>
  );
}

const ReferenceLink = ({ to, label }: { to: string; label: string }) => (
  <Anchor component={Link} to={to} inherit>
    {label}
  </Anchor>
);
