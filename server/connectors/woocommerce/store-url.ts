import { isIP } from 'node:net';
import { appError } from '../../lib/app-error.ts';
import type { Phrase } from '../../lib/refusal-texts.ts';
import { isCallable } from '../../lib/call-outside.ts';

/** Pages of WordPress itself that people copy the address of; the shop lies above them. */
const ownPages = /\/(?:wp-admin|wp-login\.php|wp-json|wc-auth)(?:\/.*)?$/i;
const longest = 200;

const refuse = (sentence: Phrase) => appError('domain_invalid', sentence, 'url');

/** Shops on this machine, where they are allowed at all, have no https. */
const schemeOf = (text: string) => (/^(?:localhost|127\.)/.test(text) ? 'http' : 'https');

/** The shop's address out of what a merchant typed, without a slash at its end. Throws `domain_invalid` at `url`. */
export function readStoreUrl(typed: string, allowPrivate: boolean): string {
  const text = typed.trim();
  if (text === '') throw refuse({ text: 'stores.url_empty' });
  const usual = allowPrivate ? schemeOf(text) : 'https';
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${usual}://${text}`;
  if (text.length > longest || !URL.canParse(whole)) throw refuse({ text: 'stores.url_invalid' });
  const url = new URL(whole);
  if (url.username !== '' || url.password !== '') throw refuse({ text: 'stores.url_with_password' });
  if (url.hostname.endsWith('.myshopify.com')) throw refuse({ text: 'stores.url_is_shopify' });
  if (!isCallable(url, allowPrivate) || (!allowPrivate && isInside(url.hostname))) {
    const lacksHttps = url.protocol === 'http:' && !isInside(url.hostname);
    throw refuse({ text: lacksHttps ? 'stores.url_without_https' : 'stores.url_not_public' });
  }
  const path = url.pathname.replace(ownPages, '').replace(/\/+$/, '');
  return `${url.origin}${path}`;
}

/** Names that mean something only within one network. */
function isInside(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '');
  return isIP(name) !== 0 || !name.includes('.') || /\.(?:local|localhost|internal|lan|home|test|invalid)$/.test(name);
}

/** The shop as lists and the directory know it: host and path, in small letters. */
export const domainOfUrl = (url: string): string => url.replace(/^https?:\/\//, '').toLowerCase();

/** The address of a shop by that name; null for what is none. */
export function urlOfDomain(domain: string): string | null {
  const url = `${schemeOf(domain)}://${domain}`;
  return URL.canParse(url) && domainOfUrl(new URL(url).href.replace(/\/$/, '')) === domain && !/[?#@]/.test(domain)
    ? url
    : null;
}
