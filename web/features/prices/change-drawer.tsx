import { useTranslation } from 'react-i18next';
import { formulaText } from '#web/components/freight-text.ts';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { useIsStaff } from '#web/components/session.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { countryName } from '#web/lib/countries.ts';
import { formatMoney } from '#web/lib/format.ts';
import { DetailDrawer, DetailSection } from '#web/ui/detail-drawer.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { BeforeAfter, ChangeChip, percentText } from './price-text.tsx';
import type { Change } from './prices-types.ts';

type Props = { change: Change; action?: React.ReactNode; onClose: () => void };

/** One proposed price: why, what it was and is to be, and what became of it. */
export function ChangeDrawer({ change, action, onClose }: Props) {
  const { t, i18n } = useTranslation('prices');
  const { t: freightTexts } = useTranslation('shipping');
  const isStaff = useIsStaff();
  const { currency, decided } = change;
  const money = (amount: number) => formatMoney({ amount, currency }, i18n.language);
  const freight = (part: Change['old']) => formulaText(freightTexts, part.formula, money);
  return (
    <DetailDrawer
      opened
      onClose={onClose}
      title={t('changeTitle', { number: change.proposal.number, code: change.sku.code })}
      state={<ChangeChip status={change.status} t={t} />}
      action={action}
    >
      <p>{t(`${isStaff ? 'staff.next' : 'next'}.${change.status}`)}</p>
      <DetailSection title={t('why')}>
        <Facts
          facts={[
            { label: t('columns.reason'), value: t(`reasons.${change.proposal.reason}`) },
            { label: t(isStaff ? 'propose.note' : 'note'), value: change.proposal.note },
            { label: t('columns.from'), value: <TimeCell time={change.effective_at} /> },
            { label: t('columns.orders'), value: change.orders },
          ]}
        />
      </DetailSection>
      <DetailSection title={t('whatChanges')}>
        <Facts
          facts={[
            { label: t('columns.item'), value: `${change.sku.title} · ${change.sku.code}` },
            {
              label: t('columns.to'),
              value: `${countryName(change.destination, i18n.language)} · ${change.channel.name}`,
            },
            { label: t('columns.unit'), value: <BeforeAfter change={change} part="unit_price" /> },
            { label: t('freightBefore'), value: freight(change.old) },
            { label: t('freightAfter'), value: freight(change.new) },
            { label: t('columns.delivered'), value: <BeforeAfter change={change} part="delivered" /> },
            {
              label: t('largestIncrease'),
              value: (
                <>
                  <MoneyCell money={{ amount: change.rise.amount, currency }} /> ·{' '}
                  {percentText(change.rise.bp, i18n.language)}
                </>
              ),
            },
          ]}
        />
      </DetailSection>
      {decided && (
        <DetailSection title={t('decided')}>
          <Facts
            facts={[
              {
                label: t('decidedBy'),
                value: decided.by ?? t(`${isStaff ? 'staff.decidedVia' : 'decidedVia'}.${decided.how}`),
              },
              { label: t('decidedAt'), value: <TimeCell time={decided.at} /> },
              ...(change.reject_reason === '' ? [] : [{ label: t('rejectReason'), value: change.reject_reason }]),
            ]}
          />
        </DetailSection>
      )}
    </DetailDrawer>
  );
}
