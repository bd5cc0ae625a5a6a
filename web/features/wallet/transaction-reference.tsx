import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { useMay } from '#web/components/session.tsx';
import { paths, withQuery } from '#web/lib/paths.ts';
import type { Log } from './wallet-types.ts';

/** The document that the money is about, and the order or stock order that it bills; links where the reader has the page. */
export function TransactionReference({ log }: { log: Log }) {
  const may = useMay();
  const { kind, id, label, invoice_id, order, stock_order } = log.reference;
  const invoice = kind === 'invoices' ? id : invoice_id;
  const target = {
    recharges: withQuery(paths.recharge, { recharge: id }),
    withdrawals: withQuery(paths.wallet, { tab: 'withdrawals', withdrawal: id }),
    ...(invoice !== null &&
      may('invoices', 'view') && {
        invoices: withQuery(paths.invoices, { invoice }),
        credit_notes: withQuery(paths.invoices, { invoice }),
      }),
  }[kind];
  const orderPage = order && may('orders', 'view') ? withQuery(paths.orders, { order: order.id }) : undefined;
  const stockPage =
    stock_order && may('stock', 'view')
      ? withQuery(paths.stock, { tab: 'stocking', stocking: stock_order.id })
      : undefined;
  return (
    <>
      <ReferenceLink to={target} label={label} />
      {order !== null && (
        <>
          {' · '}
          <ReferenceLink to={orderPage} label={order.name} />
        </>
      )}
      {stock_order !== null && (
        <>
          {' · '}
          <ReferenceLink to={stockPage} label={stock_order.number} />
        </>
      )}
    </>
  );
}

function ReferenceLink({ to, label }: { to: string | undefined; label: string }) {
  if (to === undefined) return label;
  return (
    <Anchor component={Link} to={to} inherit>
      {label}
    </Anchor>
  );
}
