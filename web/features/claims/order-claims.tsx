import { Anchor, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { paymentStates } from '#contract/order-states.ts';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { useMay } from '#web/components/session.tsx';
import { useListUrl } from '#web/components/use-list-url.ts';
import { DetailSection } from '#web/ui/detail-drawer.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { ClaimState } from './claim-chips.tsx';
import { ClaimDialog } from './claim-dialog.tsx';
import { ClaimDrawer } from './claim-drawer.tsx';
import classes from './claims.module.css';
import type { Claim } from './claims-types.ts';

const fresh = 'new';

type PaymentState = (typeof paymentStates)[number];
type OrderClaimsProps = { order: { id: string; name: string; payment: PaymentState } };

/** What was paid for an order and not given back can be claimed. */
const hasPaid = (payment: PaymentState) => payment === 'paid' || payment === 'partly_refunded';

/** Claims about an order, in its drawer: what stands, and the way to a new one. What is open is in the address. */
export function OrderClaims({ order }: OrderClaimsProps) {
  const may = useMay();
  return may('claims', 'view') ? <Section order={order} /> : null;
}

function Section({ order }: OrderClaimsProps) {
  const { t } = useTranslation('claims');
  const may = useMay();
  const url = useListUrl();
  const { data } = useApiQuery(api.claims.list, { query: { order_id: order.id, per_page: 50 } });
  const open = url.get('case');
  const claims = data?.data ?? [];
  const known = claims.find((claim) => claim.id === open);
  const close = () => url.show({ case: undefined, parcel: undefined, reason: undefined });
  if (claims.length === 0 && !hasPaid(order.payment)) return null;
  return (
    <DetailSection title={t('title')}>
      {claims.length === 0 ? (
        <p className={classes.muted}>{t('none')}</p>
      ) : (
        <ul className={classes.list}>
          {claims.map((claim) => (
            <ClaimLine key={claim.id} claim={claim} onOpen={() => url.show({ case: claim.id })} />
          ))}
        </ul>
      )}
      {may('claims', 'edit') && hasPaid(order.payment) && (
        <Button variant="default" size="xs" onClick={() => url.show({ case: fresh })}>
          {t('claim')}
        </Button>
      )}
      {open === fresh && (
        <ClaimDialog
          order={order}
          parcelId={url.get('parcel')}
          reason={url.get('reason')}
          onClose={close}
          onMade={(id) => url.show({ case: id, parcel: undefined, reason: undefined })}
        />
      )}
      {known && <ClaimDrawer id={known.id} onClose={close} />}
    </DetailSection>
  );
}

function ClaimLine({ claim, onOpen }: { claim: Claim; onOpen: () => void }) {
  const { t } = useTranslation('claims');
  return (
    <li className={classes.line}>
      <Anchor component="button" type="button" onClick={onOpen} aria-label={t('open', { number: claim.number })}>
        {claim.number}
      </Anchor>
      <span className={classes.grow}>{t(`reasons.${claim.reason}`)}</span>
      <ClaimState status={claim.status} />
      <MoneyCell money={{ amount: claim.granted ?? claim.asked, currency: claim.currency }} />
    </li>
  );
}
