/** Steps of which all multiples are short to write. */
const steps = [1, 2, 2.5, 5, 10];
const intervals = 4;

/** The ticks of an axis from zero: round numbers, the last ones around all values; whole steps of `unit`. */
export function axisTicks(values: readonly number[], unit = 1): number[] {
  const [lowest, highest] = [Math.min(0, ...values), Math.max(0, ...values)];
  const wanted = Math.max((highest - lowest) / intervals, unit);
  const power = 10 ** Math.floor(Math.log10(wanted / unit)) * unit;
  const step = power * (steps.find((one) => one * power >= wanted && (one * power) % unit === 0) ?? 10);
  const [first, last] = [Math.floor(lowest / step), Math.max(1, Math.ceil(highest / step))];
  return Array.from({ length: last - first + 1 }, (_, place) => (first + place) * step);
}
