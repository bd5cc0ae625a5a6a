/** An address that came from outside, if a browser may be sent there: http and https only, else null. */
export function webAddress(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  return ['http:', 'https:'].includes(new URL(text).protocol) ? text : null;
}
