import type { QuoteSite } from '#contract/quote-rules.ts';

/** What an address says of the goods: the shop's kind and one spelling of the address. */
export type SourcePage = { site: QuoteSite; url: string };

type Known = { site: QuoteSite; host: RegExp; read: (url: URL) => string | undefined };

const hostIs = (...names: string[]) => new RegExp(`(^|\\.)(${names.join('|').replaceAll('.', '\\.')})$`);

const known: readonly Known[] = [
  {
    site: '1688',
    host: hostIs('1688.com'),
    read(url) {
      const offer = /\/offer\/(\d{6,20})/.exec(url.pathname)?.[1] ?? numberOf(url, 'offerId');
      return offer && `https://detail.1688.com/offer/${offer}.html`;
    },
  },
  {
    site: 'taobao',
    host: hostIs('taobao.com', 'tmall.com'),
    read(url) {
      const item = numberOf(url, 'id');
      const host = url.hostname.endsWith('tmall.com') ? 'detail.tmall.com' : 'item.taobao.com';
      return item && `https://${host}/item.htm?id=${item}`;
    },
  },
  {
    site: 'aliexpress',
    host: hostIs('aliexpress.com', 'aliexpress.us', 'aliexpress.ru'),
    read(url) {
      const item = /\/item\/(?:[^/]*\/)?(\d{6,20})/.exec(url.pathname)?.[1];
      return item && `https://www.aliexpress.com/item/${item}.html`;
    },
  },
  {
    site: 'amazon',
    host: /(^|\.)amazon\.(?:com|ca|cn|de|es|fr|in|it|nl|pl|se|sg|ae|sa|eg|co\.uk|co\.jp|com\.(?:au|be|br|mx|tr))$/,
    read(url) {
      const item = /\/(?:dp|gp\/product|gp\/aw\/d)\/([A-Z0-9]{10})(?:[/?]|$)/i.exec(url.pathname)?.[1];
      return item && `https://www.${url.hostname.replace(/^.*?(?=amazon\.)/, '')}/dp/${item.toUpperCase()}`;
    },
  },
];

const numberOf = (url: URL, name: string) => /^\d{6,20}$/.exec(url.searchParams.get(name) ?? '')?.[0];

/** Parameters that say where a visitor came from, not what is shown. */
const noise = /^(?:utm_\w+|fbclid|gclid|spm|scm|pvid|ref|ref_|aff_\w+|srsltid|_pos|_sid|_ss)$/;

/** Reads the address of goods; undefined for what is no web page. Hosts without a scheme are taken as https. */
export function readSource(text: string): SourcePage | undefined {
  const trimmed = text.trim();
  const url = parse(/^[a-z][a-z0-9+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  if (!/^[^.].*\.[a-z][a-z0-9-]*$/i.test(url.hostname)) return undefined; // no names of one word, no numbers
  const shop = known.find(({ host }) => host.test(url.hostname));
  const item = shop?.read(url);
  if (shop && item) return { site: shop.site, url: item };
  return { ...shopifyPage(url), ...(shop && { site: shop.site }) };
}

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** Shopify's own addresses, wherever they stand: `/products/<handle>`, with or without a collection. */
function shopifyPage(url: URL): SourcePage {
  const handle = /^(?:\/[a-z]{2}(?:-[a-z]{2})?)?(?:\/collections\/[^/]+)?\/products\/([^/]+)\/?$/i.exec(
    url.pathname,
  )?.[1];
  if (handle !== undefined) return { site: 'shopify', url: `https://${url.hostname}/products/${handle}` };
  const kept = new URL(url);
  kept.hash = '';
  const names = [...kept.searchParams.keys()];
  for (const name of names.filter((one) => noise.test(one))) kept.searchParams.delete(name);
  return { site: url.hostname.endsWith('.myshopify.com') ? 'shopify' : 'other', url: kept.href };
}
