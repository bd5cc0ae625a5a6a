import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#web/lib/format.ts';
import { DetailDrawer, DetailSection } from '#web/ui/detail-drawer.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { ClaimState } from './claim-chips.tsx';
import { ClaimDecide } from './claim-decide.tsx';
import { ClaimLimits } from './claim-limits.tsx';
import {
  ClaimDecision,
  ClaimedLines,
  ClaimEvidenceSection,
  ClaimFacts,
  ClaimThread,
  ClaimTimeline,
} from './claim-sections.tsx';
import type { StaffClaimDetail, Ids } from './claims-types.ts';

type Props = { ids: Ids; onClose: () => void; onNext?: () => void };

/** One client's claim, for staff: what speaks for it, what was paid and claimed before, and the decision. */
export function StaffClaimDrawer({ ids, onClose, onNext }: Props) {
  const { t } = useTranslation('claims');
  const { data: claim, error, refetch } = useApiQuery(api.claims.deskGet, { params: ids });
  const [limits, setLimits] = useState(false);
  return (
    <DetailDrawer
      opened
      onClose={onClose}
      title={claim ? `${claim.number} · ${claim.client.name}` : t('title')}
      state={claim && <ClaimState status={claim.status} />}
      action={
        claim && (
          <Button variant="default" onClick={() => setLimits(true)}>
            {t('staff.limits')}
          </Button>
        )
      }
    >
      {error && !claim ? <ErrorBox error={error} onRetry={() => void refetch()} /> : null}
      {!claim && !error && <Skeleton height={240} mt={16} />}
      {claim && (
        <>
          <ClaimDecision claim={claim} />
          <ClaimDecide key={`${claim.id} ${claim.version}`} ids={ids} claim={claim} {...(onNext && { onNext })} />
          <ClaimFacts claim={claim} />
          <Before claim={claim} />
          <ClaimEvidenceSection claim={claim} accountId={ids.account_id} />
          <ClaimedLines claim={claim} />
          <ClaimThread claim={claim} />
          <ClaimTimeline claim={claim} />
        </>
      )}
      {limits && claim && <ClaimLimits ids={ids} client={claim.client.name} onClose={() => setLimits(false)} />}
    </DetailDrawer>
  );
}

/** What was paid and claimed before. */
function Before({ claim }: { claim: StaffClaimDetail }) {
  const { t, i18n } = useTranslation('claims');
  const earlier = claim.earlier.map((one) => `${one.number} (${t(`statuses.${one.status}`)})`).join(', ');
  return (
    <DetailSection title={t('detail.order')}>
      <Facts
        facts={[
          { label: t('detail.order'), value: `${claim.order.name} · ${claim.order.store}` },
          {
            label: t('staff.left'),
            value: formatMoney({ amount: claim.left, currency: claim.currency }, i18n.language),
          },
          { label: t('staff.rate'), value: `${(claim.rate_bp / 100).toFixed(1)}%` },
          { label: t('staff.earlier'), value: earlier || '–' },
        ]}
      />
    </DetailSection>
  );
}
