/** What a mail says; everything is plain text and escaped where it becomes HTML. */
export type MailWords = {
  subject: string;
  /** Paragraphs. */
  lines: readonly string[];
  button: string;
  link: string;
  /** Small print under the button. */
  footer?: readonly string[];
};
export type ComposedMail = { to: string; subject: string; text: string; html: string };

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
/** Titles come from shops: no line breaks in a subject. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 150);

const fonts = "-apple-system,'Segoe UI',Roboto,'Helvetica Neue','PingFang SC','Microsoft YaHei',Arial,sans-serif";
/** The default accent's darker shade: white text on it has a contrast of 4.9 (P36). */
const accent = '#096dd9';
/** Mail programs that know dark themes take these; the others show the light ones. */
const dark = `@media (prefers-color-scheme: dark){.page{background:#14171c!important}.card{background:#1d2128!important;border-color:#343a44!important}.text{color:#e6e9ee!important}.small{color:#9aa4b2!important}}`;

/**
 * The one layout of all mails: brand, paragraphs, one button, small print, with the same in plain text. No pictures, no
 * tracking, nothing fetched from anywhere.
 */
export function composeMail(mail: { to: string; locale: 'en' | 'zh'; brand: string; words: MailWords }): ComposedMail {
  const { to, locale, brand, words } = mail;
  const footer = words.footer ?? [];
  const subject = `${oneLine(words.subject)} · ${brand}`;
  const text = `${[...words.lines, words.link, ...footer, brand].join('\n\n')}\n`;
  const paragraph = (line: string) =>
    `<p class="text" style="margin:0 0 14px;color:#1f2733;font-size:15px;line-height:23px;overflow-wrap:anywhere">${escaped(line)}</p>`;
  const small = (line: string) =>
    `<p class="small" style="margin:14px 0 0;color:#5c6675;font-size:13px;line-height:19px">${escaped(line)}</p>`;
  const html = `<!doctype html><html lang="${locale === 'zh' ? 'zh-CN' : 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escaped(subject)}</title><style>${dark}</style></head>
<body class="page" style="margin:0;padding:0;background:#f3f5f8;font-family:${escaped(fonts)}">
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f5f8"><tr><td align="center" style="padding:28px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px"><tr><td class="text" style="padding:0 4px 14px;color:#1f2733;font-size:16px;font-weight:600">${escaped(brand)}</td></tr>
<tr><td class="card" style="padding:26px 24px;background:#ffffff;border:1px solid #dfe4ea;border-radius:8px">${words.lines.map(paragraph).join('')}
<table role="presentation" cellpadding="0" cellspacing="0" style="margin-top:20px"><tr><td style="border-radius:6px;background:${accent}"><a href="${escaped(words.link)}" style="display:inline-block;padding:11px 18px;color:#ffffff;font-size:15px;font-weight:600;text-decoration:none">${escaped(words.button)}</a></td></tr></table>${footer.map(small).join('')}</td></tr>
</table></td></tr></table></body></html>`;
  return { to, subject, text, html };
}
