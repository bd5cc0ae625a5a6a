const browsers: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\//, 'Firefox'],
  [/HeadlessChrome\/|Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

const first = (names: readonly [RegExp, string][], agent: string) => names.find(([sign]) => sign.test(agent))?.[1];

/** "Firefox · Windows" out of a User-Agent header, for people to recognise their own; undefined when it tells nothing. */
export function browserName(agent: string | null): string | undefined {
  if (agent === null) return undefined;
  const parts = [first(browsers, agent), first(systems, agent)].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' · ');
}
