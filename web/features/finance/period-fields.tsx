import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { financePresets } from '#contract/finance-rules.ts';
import { DayField } from '#web/components/day-field.tsx';
import type { FinancePeriod } from './use-finance-period.ts';

/** Which days a report is about: a usual period, or a first and a last day. */
export function PeriodFields({ period }: { period: FinancePeriod }) {
  const { t } = useTranslation('finance');
  const { preset, days, setDays, choosePreset } = period;
  return (
    <>
      <Select
        aria-label={t('period')}
        w={150}
        allowDeselect={false}
        data={[...financePresets, 'custom' as const].map((value) => ({ value, label: t(`presets.${value}`) }))}
        value={preset}
        onChange={(next) => choosePreset(next ?? preset)}
      />
      {preset === 'custom' && (
        <>
          <DayField
            aria-label={t('from')}
            value={days.from}
            onChange={(from) => setDays({ from, to: from > days.to ? from : days.to })}
          />
          <DayField
            aria-label={t('to')}
            value={days.to}
            onChange={(to) => setDays({ to, from: to < days.from ? to : days.from })}
          />
        </>
      )}
    </>
  );
}
