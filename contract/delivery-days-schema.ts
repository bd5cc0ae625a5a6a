import { z } from 'zod';
import type { DeliveryDays } from './delivery-days.ts';

export const deliveryDaysSchema = z.object({
  ready: z.int(),
  min: z.int(),
  max: z.int(),
}) satisfies z.ZodType<DeliveryDays>;
