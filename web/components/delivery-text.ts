import type { TFunction } from 'i18next';
import { type DeliveryDays, daysOnTheWay } from '#contract/delivery-days.ts';

/** The words of promised days; those on the way are the promised ones where nothing has to be prepared, and are said once. */
export function deliveryText(t: TFunction<'shell', 'delivery'>) {
  const days = ({ min, max }: Pick<DeliveryDays, 'min' | 'max'>) =>
    min === max ? t('exactly', { count: max }) : t('days', { min, max });
  /** What the days are made of, for a place beside them. */
  const parts = (promised: DeliveryDays) =>
    promised.ready === 0
      ? t('nothingToPrepare')
      : t('parts', { count: promised.ready, transit: days(daysOnTheWay(promised)) });
  /** Both in a line. */
  const whole = (promised: DeliveryDays) =>
    promised.ready === 0 ? t('inTransit', { transit: days(promised) }) : `${days(promised)} · ${parts(promised)}`;
  return { days, parts, whole };
}
