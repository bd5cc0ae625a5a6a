/** What a page may load beyond this site's own files: the exact files that its branding names (P35). */
export type Allowed = {
  scripts: readonly string[];
  styles: readonly string[];
  images: readonly string[];
  /** Of the one inline script, when there is one. */
  nonce: string | undefined;
};

export const nothingMore: Allowed = { scripts: [], styles: [], images: [], nonce: undefined };

/** An address as a policy writes it: origin and path; separators of the policy itself are escaped, a query is not compared. */
function source(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/;/g, '%3B').replace(/,/g, '%2C');
}

/** The content-security-policy of a page. */
export function pagePolicy(allowed: Allowed): string {
  // one that cannot be read is not loaded; it must not keep the page from being served
  const more = (addresses: readonly string[]) => addresses.filter((address) => URL.canParse(address)).map(source);
  const nonce = allowed.nonce === undefined ? [] : [`'nonce-${allowed.nonce}'`];
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:', ...more(allowed.images)], // P29
    'style-src': ["'self'", "'unsafe-inline'", ...more(allowed.styles)], // the UI library sets sizes by inline style
    'script-src': ["'self'", ...nonce, ...more(allowed.scripts)],
    'connect-src': ["'self'"],
    'font-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join(';');
}
