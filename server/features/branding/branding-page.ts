import { randomBytes } from 'node:crypto';
import type { PublicSite } from '#contract/branding.ts';
import { compileCss } from '#contract/branding-rules.ts';
import type { RenderedPage } from '#server/http/web-app.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as it may stand between tags and in quoted attributes. */
const escaped = (text: string) => text.replace(/[&<>"']/g, (char) => entities[char] ?? char);

/** Data for a script element: nothing in it can end the element, begin a comment or break a line of script. */
const dataOf = (value: unknown) =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

function tag(name: string, attributes: Record<string, string>, when = true): string {
  if (!when) return '';
  const words = Object.entries(attributes).map(([key, value]) => (value === '' ? key : `${key}="${escaped(value)}"`));
  return `<${[name, ...words].join(' ')}>`;
}

/** What stands in the place of the product's own title and icon. */
function headOf(site: PublicSite): string {
  const title = site.site_title || site.brand_name;
  return [
    `<title>${escaped(title)}</title>`,
    tag('meta', { name: 'description', content: site.site_desc }, site.site_desc !== ''),
    tag('link', { rel: 'canonical', href: site.meta_url }, site.meta_url !== ''),
    tag('meta', { property: 'og:url', content: site.meta_url }, site.meta_url !== ''),
    tag('meta', { property: 'og:title', content: title }),
    tag('meta', { property: 'og:description', content: site.site_desc }, site.site_desc !== ''),
    tag('link', { rel: 'icon', href: site.meta_icon || '/favicon.svg' }),
    `<script type="application/json" id="site-config">${dataOf(site)}</script>`,
  ].join('');
}

/** Stylesheets come last in the head, so that they win over the app's own. */
function stylesOf(site: PublicSite): string {
  const links = site.custom_css_urls.map((href) => tag('link', { rel: 'stylesheet', href, 'data-site': '' }));
  const css = compileCss(site.custom_css_json);
  return [...links, css === '' ? '' : `<style data-site>${css}</style>`].join('');
}

/** Scripts follow the app's own at the end: one that hangs or fails leaves the app as it is. */
function scriptsOf(site: PublicSite, nonce: string | undefined): string {
  const files = site.custom_js_urls.map((src) => `${tag('script', { src, defer: '', 'data-site': '' })}</script>`);
  const own = nonce === undefined ? '' : `<script nonce="${nonce}" data-site>${site.custom_js_content}</script>`;
  return [own, ...files].join('');
}

const foreign = (addresses: readonly string[]) =>
  addresses.filter((address) => address !== '' && !address.startsWith('/') && !address.startsWith('data:'));

/** The page of a domain: the built page with the domain's look and data in it, and what its policy lets in (P35). */
export function renderPage(template: string, site: PublicSite): RenderedPage {
  const nonce = site.custom_js_content.trim() === '' ? undefined : randomBytes(16).toString('base64');
  const html = template
    .replace(/<!-- site -->[\s\S]*?<!-- \/site -->/, () => headOf(site))
    .replace('</head>', () => `${stylesOf(site)}</head>`)
    .replace(/<\/body>(?![\s\S]*<\/body>)/, () => `${scriptsOf(site, nonce)}</body>`);
  return {
    html,
    allow: {
      scripts: foreign(site.custom_js_urls),
      styles: foreign(site.custom_css_urls),
      images: foreign([site.meta_icon, site.sidebar_logo]),
      nonce,
    },
  };
}
