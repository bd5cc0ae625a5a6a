const yearSeconds = 365 * 24 * 3600;

/** Value of a cookie, or undefined. */
export function readCookie(name: string): string | undefined {
  if (typeof document === 'undefined') return undefined;
  return cookieIn(document.cookie, name);
}

/** Finds a cookie in the text of `document.cookie`. */
export function cookieIn(text: string, name: string): string | undefined {
  for (const part of text.split('; ')) {
    const at = part.indexOf('=');
    if (part.slice(0, at) !== name) continue;
    try {
      return decodeURIComponent(part.slice(at + 1));
    } catch {
      return undefined; // a hand-made value that is not percent-encoded text
    }
  }
  return undefined;
}

/** Text for `document.cookie`. SameSite=Lax, and Secure on https (P27). */
export function cookieText(name: string, value: string, { days, secure }: { days?: number; secure: boolean }): string {
  const life = days === undefined ? '' : `; Max-Age=${days * 24 * 3600}`;
  return `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${life}${secure ? '; Secure' : ''}`;
}

/** Writes a cookie; without `days` it ends with the browser session. */
export function writeCookie(name: string, value: string, days?: number): void {
  const options = { secure: location.protocol === 'https:', ...(days === undefined ? {} : { days }) };
  document.cookie = cookieText(name, value, options);
}

/** Removes a cookie. */
export function dropCookie(name: string): void {
  document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax`;
}

/** Days for cookies that keep a choice of the user. */
export const choiceDays = Math.round(yearSeconds / (24 * 3600));
