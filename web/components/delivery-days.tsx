import { useTranslation } from 'react-i18next';
import { type DeliveryDays, daysOnTheWay } from '#contract/delivery-days.ts';

/** Writes promised days, `11–16 days`, and what they are made of, `3 days to prepare + 8–13 days in transit`. */
export function useDeliveryText() {
  const { t } = useTranslation('shell', { keyPrefix: 'delivery' });
  return {
    days: ({ min, max }: DeliveryDays) => t('days', { min, max }),
    parts: (days: DeliveryDays) =>
      days.ready === 0 ? t('inTransit', daysOnTheWay(days)) : t('parts', { count: days.ready, ...daysOnTheWay(days) }),
  };
}

/** Promised days, with what they are made of on hover. */
export function DeliverySpan({ days }: { days: DeliveryDays }) {
  const say = useDeliveryText();
  return <span title={say.parts(days)}>{say.days(days)}</span>;
}
