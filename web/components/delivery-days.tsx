import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DeliveryDays } from '#contract/delivery-days.ts';
import { Hint } from '../ui/hint.tsx';
import { deliveryText } from './delivery-text.ts';

/** Writes promised days, `11–16 days` or `11 days`, and what they are made of, `3 days to prepare + 8–13 days in transit`. */
export function useDeliveryText() {
  const { t } = useTranslation('shell', { keyPrefix: 'delivery' });
  return deliveryText(t);
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
