/** Days from payment to the door: at least and at most, and how many of them the goods take to be ready. */
export type DeliveryDays = { ready: number; min: number; max: number };

type Span = { min: number; max: number };

/** What is promised for goods that are ready after some days and then on their way: the one rule of all promises. */
export const deliveryDays = (ready: number, way: Span): DeliveryDays => ({
  ready,
  min: ready + way.min,
  max: ready + way.max,
});

/** The days on the way alone. */
export const daysOnTheWay = ({ ready, min, max }: DeliveryDays): Span => ({ min: min - ready, max: max - ready });
