import { Tooltip, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type DeliveryDays, daysOnTheWay } from '#contract/delivery-days.ts';

/** Writes promised days, `11–16 days` or `11 days`, and what they are made of, `3 days to prepare + 8–13 days in transit`. */
export function useDeliveryText() {
  const { t } = useTranslation('shell', { keyPrefix: 'delivery' });
  const days = ({ min, max }: Pick<DeliveryDays, 'min' | 'max'>) =>
    min === max ? t('exactly', { count: max }) : t('days', { min, max });
  return {
    days,
    parts: (promised: DeliveryDays) => {
      const transit = days(daysOnTheWay(promised));
      return promised.ready === 0 ? t('inTransit', { transit }) : t('parts', { count: promised.ready, transit });
    },
  };
}

/** Days from one to another, `11–16 days`. */
export function DaySpan({ min, max }: { min: number; max: number }) {
  return useDeliveryText().days({ min, max });
}

/** Promised days, with what they are made of on hover, on focus and by a tap: for lists, which have no room for it. */
export function DeliverySpan({ days }: { days: DeliveryDays }) {
  const say = useDeliveryText();
  return (
    <Tooltip label={say.parts(days)} events={tooltipEvents}>
      {/* the ring stays whole in a cell that cuts what is too long */}
      <UnstyledButton fz="inherit" lh="inherit" style={{ outlineOffset: -2 }}>
        {say.days(days)}
      </UnstyledButton>
    </Tooltip>
  );
}

const tooltipEvents = { hover: true, focus: true, touch: true };
