/** Pictures a partner link may have; anything else shows the first letter of its name. */
export const partnerIcons = [
  'book',
  'chart',
  'credit-card',
  'gift',
  'message',
  'photo',
  'plane',
  'shield',
  'speakerphone',
  'tool',
  'truck',
  'world',
] as const;
export type PartnerIcon = (typeof partnerIcons)[number];

/** Whether a text is a web address that a menu may lead to: http or https, without a user or password in it. */
export function isWebLink(text: string): boolean {
  return /^https?:\/\/[^\s/@?#\\]+([/?#]\S*)?$/i.test(text);
}

/** The link with scheme and host in the one way to write them: small letters. */
export function withPlainOrigin(link: string): string {
  return link.replace(/^[^/]+\/\/[^/?#]+/, (origin) => origin.toLowerCase());
}
