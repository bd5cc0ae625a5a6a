/** A name and its aliases as one, such as `Asia/Kolkata` and `Asia/Calcutta`; undefined where nobody knows the zone. */
function canonicalZone(zone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

type WithZones = Intl.Locale & { getTimeZones?: () => string[] | undefined; timeZones?: string[] };

let kept: ReadonlyMap<string, string> | undefined;

function countriesByZone(): ReadonlyMap<string, string> {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
  const codes = letters.flatMap((one) => letters.map((other) => one + other));
  return new Map(
    codes.flatMap((code) => {
      const place: WithZones = new Intl.Locale(`und-${code}`);
      if (place.region !== code) return []; // a former name of another country
      return (place.getTimeZones?.() ?? place.timeZones ?? []).map((zone): [string, string] => [zone, code]);
    }),
  );
}

/** The country of a time zone, ISO 3166-1 alpha-2; undefined for zones of no country, such as UTC. */
export function countryOfZone(zone: string): string | undefined {
  const known = (kept ??= countriesByZone());
  return known.get(zone) ?? known.get(canonicalZone(zone) ?? '');
}
