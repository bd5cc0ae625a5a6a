import { appError } from '../../lib/app-error.ts';

/** Anchored at both ends, lower case (shopify.md §1.3): the client secret is posted to this host. */
const shopDomain = /^[a-z0-9][a-z0-9-]{0,59}\.myshopify\.com$/;
const bareName = /^[a-z0-9][a-z0-9-]{0,59}$/;
const adminUrl = /^admin\.shopify\.com\/store\/([a-z0-9][a-z0-9-]{0,59})(?:[/?#].*)?$/;
/** A page of the shop, as copied from the address bar: only what follows a whole domain is cut off. */
const pageOfShop = /^([a-z0-9-]+\.myshopify\.com)\.?(?:[/?#].*)?$/;
/** What copying from mails and chats leaves behind. */
const unseen = /[\u200B-\u200D\u2060\uFEFF\s]+/g;

/** Whether a text is exactly the permanent domain of a Shopify shop. */
export function isShopDomain(text: string): boolean {
  return shopDomain.test(text) && !text.includes('\n');
}

/**
 * The shop's permanent domain out of what a merchant typed or pasted: `name`, `name.myshopify.com`, the admin's address or
 * any page of them.
 * Throws `domain_invalid` with the spec's texts (spec §5).
 */
export function readShopDomain(typed: string): string {
  const text = typed.replace(unseen, '').toLowerCase();
  if (text === '') throw appError('domain_invalid', { text: 'stores.domain_empty' }, 'domain');
  if (text.includes('http')) throw appError('domain_invalid', { text: 'stores.domain_http' }, 'domain');
  const plain = pageOfShop.exec(text)?.[1] ?? text.replace(/\/+$/, '');
  const admin = adminUrl.exec(plain)?.[1];
  const domain = admin ?? (bareName.test(plain) ? plain : null);
  const found = domain === null ? plain : `${domain}.myshopify.com`;
  if (isShopDomain(found)) return found;
  throw appError('domain_invalid', { text: 'stores.domain_custom' }, 'domain');
}

/** Makes the address of a shop from its domain; the template is `https://{shop}` but for the sandbox. */
export function shopAddress(template: string): (domain: string) => string {
  const base = template.replace(/\/$/, '');
  return (domain) => {
    if (!isShopDomain(domain)) throw new Error('not the domain of a Shopify shop');
    return base.replace('{shop}', domain);
  };
}
