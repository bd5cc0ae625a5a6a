import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type DeliveryDays, daysOnTheWay } from '#contract/delivery-days.ts';
import { Hint } from '../ui/hint.tsx';

/** Writes promised days, `11–16 days` or `11 days`, and what they are made of, `3 days to prepare + 8–13 days in transit`. */
export function useDeliveryText() {
  const { t } = useTranslation('shell', { keyPrefix: 'delivery' });
  const days = ({ min, max }: Pick<DeliveryDays, 'min' | 'max'>) =>
    min === max ? t('exactly', { count: max }) : t('days', { min, max });
  const parts = (promised: DeliveryDays) => {
    const transit = days(daysOnTheWay(promised));
    return promised.ready === 0 ? t('inTransit', { transit }) : t('parts', { count: promised.ready, transit });
  };
  /** Both in a line. */
  const whole = (promised: DeliveryDays) => `${days(promised)} · ${parts(promised)}`;
  return { days, parts, whole };
}

/** Days from one to another, `11–16 days`. */
export function DaySpan({ min, max }: { min: number; max: number }) {
  return useDeliveryText().days({ min, max });
}

/** Promised days, with what they are made of on hover, on focus and by a tap: for lists, which have no room for it. */
export function DeliverySpan({ days }: { days: DeliveryDays }) {
  const say = useDeliveryText();
  return <Hint label={say.parts(days)}>{say.days(days)}</Hint>;
}

/** A way of shipping to choose, with what its days are made of below it. */
export function DeliveryOption({ label, parts }: { label: string; parts: string | undefined }) {
  return (
    <div>
      {label}
      {parts !== undefined && (
        <Text size="xs" c="dimmed">
          {parts}
        </Text>
      )}
    </div>
  );
}
