import type { ShopRow } from './rows.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timezone: string): Intl.DateTimeFormat {
  let format = formats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: timezone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'longOffset',
    });
    formats.set(timezone, format);
  }
  return format;
}

/** A time as webhook bodies write it: whole seconds with the shop's own offset, `2026-11-21T05:00:00-05:00`. */
export function shopTime(at: Date, shop: Pick<ShopRow, 'timezone'>): string {
  const part = Object.fromEntries(
    formatFor(shop.timezone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const offset = (part.timeZoneName ?? 'GMT').replace('GMT', '') || '+00:00';
  return `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}${offset}`;
}

/** A time as GraphQL answers write it: whole seconds, UTC. */
export function utcTime(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`;
}
