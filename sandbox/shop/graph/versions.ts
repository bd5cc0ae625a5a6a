/** API versions that the sandbox's Shopify serves, oldest first. */
export const SUPPORTED_VERSIONS = ['2026-01', '2026-04', '2026-07', '2026-10'] as const;

/** Version that answers a request: an outdated one falls forward to the oldest supported (shopify.md §2.1); `null` for no version at all. */
export function servedVersion(asked: string): string | null {
  if (SUPPORTED_VERSIONS.some((version) => version === asked)) return asked;
  if (!/^\d{4}-(01|04|07|10)$/.test(asked)) return null;
  return asked < SUPPORTED_VERSIONS[0] ? SUPPORTED_VERSIONS[0] : null;
}
