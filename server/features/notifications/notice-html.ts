import sanitizeHtml from 'sanitize-html';

/** What a notice may hold (P34): words and their order, tables, and links; nothing that acts, loads or styles. */
const allowedTags = 'p br hr h3 h4 blockquote ul ol li strong b em i u s code a table thead tbody tr th td'.split(' ');

/** The page has its own first headings. */
const headings = { h1: 'h3', h2: 'h3' };

/** HTML with everything taken out that is not allowed; links open a new tab and tell the other page nothing. */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, {
    allowedTags,
    allowedAttributes: { a: ['href', 'target', 'rel'], th: ['colspan', 'rowspan'], td: ['colspan', 'rowspan'] },
    allowedSchemes: ['https', 'http', 'mailto'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    transformTags: {
      ...headings,
      a: (tagName, { href }) => ({
        tagName,
        attribs: href ? { href, target: '_blank', rel: 'noopener noreferrer' } : {},
      }),
    },
  }).trim();
}

/** Whether cleaning takes out more than the way the text is spelled: compared with the same text after a harmless pass. */
export function losesSomething(html: string): boolean {
  const whole = sanitizeHtml(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowedSchemesAppliedToAttributes: [], // every address stays
    allowVulnerableTags: true, // it is compared, never kept
    transformTags: headings,
  });
  const withoutOurs = (text: string) => text.replace(/ (?:target|rel)="[^"]*"/g, '').trim();
  return withoutOurs(whole) !== withoutOurs(cleanHtml(html));
}
