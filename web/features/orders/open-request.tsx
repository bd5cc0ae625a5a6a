import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay, useProfile } from '#web/components/session.tsx';
import { paths, withQuery } from '#web/lib/paths.ts';
import { StatusChip } from '#web/ui/status-chip.tsx';
import type { Order } from './orders-types.ts';

type OpenRequest = NonNullable<Order['payment_request']>;

/** Its payment waits for a colleague's approval. */
export function RequestChip() {
  const { t } = useTranslation('orders');
  return <StatusChip tone="amber" label={t('approval.chip')} />;
}

/** Who may read a request sees it in the wallet: who asked, and who may approve. */
export function RequestLink({ request: { id, requested_by } }: { request: OpenRequest }) {
  const { t } = useTranslation('orders');
  const may = useMay();
  const own = useProfile().id === requested_by.id;
  if (!may('wallet', 'view') || !may('orders', 'pay') || !(own || may('wallet', 'pay'))) return null;
  return (
    <Anchor component={Link} to={withQuery(paths.wallet, { tab: 'approvals', request: id })} inherit>
      {t('approval.view')}
    </Anchor>
  );
}

/** In an order's details: that an approval was requested, by whom, and where the request is. */
export function RequestNote({ request, className }: { request: OpenRequest; className: string | undefined }) {
  const { t } = useTranslation('orders');
  const own = useProfile().id === request.requested_by.id;
  return (
    <>
      <RequestChip />
      <span className={className}>
        {own ? t('approval.byYou') : t('approval.by', { name: request.requested_by.name })}{' '}
        <RequestLink request={request} />
      </span>
    </>
  );
}
