/** Rules of the branding that server and web share, without schemas: addresses, custom css, custom texts. */

/** Languages that are built in (P11); custom languages have other tags. */
export const builtInLanguages = ['en', 'zh'] as const;
export const languageTag = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/;

export const brandingLimits = {
  addresses: 10,
  address: 500,
  /** A picture inside the configuration, as a data: address. */
  picture: 48_000,
  css: 40_000,
  js: 20_000,
  texts: 100_000,
  text: 1_000,
  textDepth: 6,
} as const;

const ownPath = /^\/(?![/\\])[\w./~%?=&:@!$()*+,;-]*$/;
const picture = /^data:image\/(?:png|jpeg|webp|svg\+xml|x-icon|vnd\.microsoft\.icon);base64,[A-Za-z0-9+/]+=*$/;

/** A host of this machine: the one place where an address without encryption is as safe as any. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1';
}

/** Scheme, host and port of an address; names in other alphabets are written in their ASCII form. */
const absolute = /^(https?):\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)*)(?::(\d{1,5}))?(?:\/[^?#]*)?(?:\?[^#]*)?$/i;

const quad = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.|$)){4}$/;
/** A host that ends with a number is read as an address of four numbers, or not at all. */
const isHost = (host: string) => !/(?:^|\.)(?:\d+|0x[0-9a-f]*)$/i.test(host) || quad.test(host);
/** Steps that browsers take out of a path: `/a/..` is `/`. */
const pathStep = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

/** Whether an address may stand in the branding: https, this machine, or a file of this site by its path. */
export function isSiteAddress(address: string): boolean {
  if (address.length > brandingLimits.address || !/^[\x21-\x7e]*$/.test(address) || /["'<>\\^`{|}]/.test(address))
    return false;
  if (address.startsWith('/')) return ownPath.test(address);
  const [, scheme = '', host = '', port = ''] = absolute.exec(address) ?? [];
  if (!isHost(host) || Number(port) > 65_535) return false;
  return scheme.toLowerCase() === 'https' || (scheme.toLowerCase() === 'http' && isLoopback(host.toLowerCase()));
}

/** The same for scripts and stylesheets, which must name one file: a policy reads a last slash as "all below". */
export function isSiteFile(address: string): boolean {
  if (!isSiteAddress(address)) return false;
  const file = (address.split('?')[0] ?? '').replace(/^https?:\/\//i, '');
  return file.includes('/') && !file.endsWith('/') && !pathStep.test(file);
}

/** A picture: an address, or a small one kept in the configuration itself. */
export function isSitePicture(address: string): boolean {
  if (address.startsWith('data:')) return address.length <= brandingLimits.picture && picture.test(address);
  return isSiteFile(address);
}

/** Spec §3 custom_css_json: `{selector: {property: value}}` (P31). */
export type CssRules = Record<string, Record<string, string>>;

/** What could end a rule, the style element or begin another sheet; nothing of it is needed in a rule. */
const cssBreakout = /[{}<;@\\\p{Cc}]|\/\*|\*\//u;
const cssProperty = /^(?:--[\w-]{1,60}|-?[a-z]+(?:-[a-z]+)*)$/;
const cssCode = /expression\s*\(|javascript:|-moz-binding|behavior\s*:/i;
const foreignUrl = /url\(\s*(?!["']?\/(?![/\\]))|(?:image-set|src)\s*\(/i;

function isBalanced(text: string): boolean {
  let quote = '';
  let open = 0;
  for (const char of text) {
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === '(' || char === '[') open += 1;
    else if (char === ')' || char === ']') open -= 1;
    if (open < 0) return false;
  }
  return quote === '' && open === 0;
}

/** Why styles or texts of a site are refused: a code and, of styles, the rule that it is about. */
export type SiteProblem = {
  code: 'css_selector' | 'css_property' | 'css_value' | 'css_url' | 'texts_shape' | 'texts_keys' | 'too_many_texts';
  params: { selector: string; property: string };
};

/** Why a rule is refused; undefined when it is fine. */
export function cssProblem(rules: CssRules): SiteProblem | undefined {
  for (const [selector, declarations] of Object.entries(rules)) {
    const problem = (code: SiteProblem['code'], property = ''): SiteProblem => ({
      code,
      params: { selector: selector.slice(0, 40), property: property.slice(0, 40) },
    });
    if (selector.trim() === '' || selector.length > 300 || cssBreakout.test(selector) || !isBalanced(selector)) {
      return problem('css_selector');
    }
    for (const [property, value] of Object.entries(declarations)) {
      if (!cssProperty.test(property)) return problem('css_property', property);
      const bad = value.trim() === '' || value.length > 1_000 || cssBreakout.test(value) || cssCode.test(value);
      if (bad || !isBalanced(value)) return problem('css_value', property);
      if (foreignUrl.test(value)) return problem('css_url', property);
    }
  }
  return undefined;
}

/** The rules as a style sheet. Rules that are not fine are left out, wherever they came from. */
export function compileCss(rules: CssRules): string {
  return Object.entries(rules)
    .filter(([selector, declarations]) => cssProblem({ [selector]: declarations }) === undefined)
    .map(([selector, declarations]) => {
      const lines = Object.entries(declarations).map(([property, value]) => `${property}:${value}`);
      return `${selector}{${lines.join(';')}}`;
    })
    .join('\n');
}

/** Texts of a language: flat (`menu.orders`) or nested, the feature first unless they are the shell's. */
export type CustomTexts = { [key: string]: string | CustomTexts };

const textKey = /^[\w][\w.:-]{0,119}$/;
const refusedKey = new Set(['__proto__', 'constructor', 'prototype']);

/** Every text by its whole key, `menu.orders`; whatever is no text is left out. */
export function flattenTexts(texts: unknown, depth = 0, above = ''): [string, string][] {
  if (typeof texts !== 'object' || texts === null || Array.isArray(texts)) return [];
  return Object.entries(texts).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    if (key.split('.').some((part) => refusedKey.has(part)) || !textKey.test(key)) return [];
    const whole = above === '' ? key : `${above}.${key}`;
    if (typeof value === 'string') return value.length <= brandingLimits.text ? [[whole, value]] : [];
    return depth + 1 < brandingLimits.textDepth ? flattenTexts(value, depth + 1, whole) : [];
  });
}

/** Endless when nested deeper than texts may be: what a stranger nests without end must not be walked to its end. */
function countLeaves(texts: unknown, depth = 0): number {
  if (typeof texts !== 'object' || texts === null) return 1;
  if (depth > brandingLimits.textDepth) return Infinity;
  return Object.values(texts).reduce((sum: number, value: unknown) => sum + countLeaves(value, depth + 1), 0);
}

const textProblem = (code: SiteProblem['code']): SiteProblem => ({ code, params: { selector: '', property: '' } });

/** Why a dictionary is refused; undefined when it is fine. */
export function textsProblem(texts: unknown): SiteProblem | undefined {
  if (typeof texts !== 'object' || texts === null || Array.isArray(texts)) return textProblem('texts_shape');
  if (flattenTexts(texts).length !== countLeaves(texts)) {
    return textProblem('texts_keys');
  }
  return JSON.stringify(texts).length > brandingLimits.texts ? textProblem('too_many_texts') : undefined;
}

/** The domain a site is known by: host without `www.`, port and case (P34). */
export function siteDomain(host: string): string {
  return host
    .trim()
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/\.$/, '')
    .replace(/^www\./, '');
}
