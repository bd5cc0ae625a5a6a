import { z } from 'zod';
import {
  brandingLimits,
  builtInLanguages,
  cssProblem,
  isSiteAddress,
  isSiteFile,
  isSitePicture,
  languageTag,
  siteDomain,
  type SiteProblem,
  textsProblem,
} from './branding-rules.ts';
import { callTimes, endpoints } from './endpoint.ts';
import { date, id, idParams, listMeta, listQuery, time } from './shared.ts';

const { addresses, js, css } = brandingLimits;
const https = 'checks.site_address';
const oneFile = 'checks.site_file';
const text = (most: number) => z.string().trim().max(most);
const line = (most: number) => text(most).regex(/^[^\p{Cc}]*$/u, 'checks.one_line');
const fileList = z
  .array(z.string().trim().refine(isSiteFile, oneFile))
  .max(addresses)
  .refine((list) => new Set(list).size === list.length, 'checks.address_twice');
const pageAddress = text(300).refine(
  (value) => value === '' || (isSiteAddress(value) && !value.startsWith('/')),
  https,
);
const pictureAddress = z
  .string()
  .trim()
  .refine((value) => value === '' || isSitePicture(value), 'checks.site_picture');

/** Refuses with what `problem` finds. */
function judged<T>(problem: (value: T) => (Omit<SiteProblem, 'code'> & { code: string }) | undefined) {
  return (value: T, ctx: z.RefinementCtx<T>) => {
    const found = problem(value);
    if (found) ctx.addIssue({ code: 'custom', message: `checks.${found.code}`, params: found.params, input: value });
  };
}

const customTexts: z.ZodType<Record<string, unknown>> = z.record(z.string(), z.unknown());
const language = z.string().regex(languageTag, 'checks.language_tag');

const languageProblem = (code: string) => ({ code, params: { selector: '', property: '' } });
const languageUrls = z
  .array(
    z.object({
      language,
      name: line(40).min(1),
      // The server fetches it: a path would lead nowhere.
      url: z
        .string()
        .trim()
        .refine((value) => isSiteAddress(value) && !value.startsWith('/'), 'checks.dictionary_address'),
    }),
  )
  .max(addresses)
  .superRefine(
    judged((list: { language: string }[]) => {
      const tags = list.map((entry) => entry.language.toLowerCase());
      if (new Set(tags).size < tags.length) return languageProblem('language_twice');
      const builtIn = builtInLanguages.some((tag) => tags.includes(tag));
      return builtIn ? languageProblem('language_built_in') : undefined;
    }),
  );

/** A way to reach the provider, shown after a contact was bound and in the profile (P31). */
export const supportContact = z.object({
  type_of: line(30).min(1),
  label: line(60).min(1),
  url: text(300).refine(
    (value) => /^(?:mailto:|tel:)[^\s<>"']+$/.test(value) || (isSiteAddress(value) && !value.startsWith('/')),
    'checks.contact_address',
  ),
});

/** Everything a provider can set for one domain (spec §3 Config, P31 and P33). */
export const siteConfig = z.strictObject({
  site_title: line(80),
  site_desc: line(300),
  meta_url: pageAddress,
  /** Pages of the provider that sign-up names; it speaks of none that isn't set. */
  terms_url: pageAddress,
  privacy_url: pageAddress,
  meta_icon: pictureAddress,
  sidebar_logo: pictureAddress,
  display_referral: z.boolean(),
  custom_css_urls: fileList,
  custom_css_json: z
    .record(z.string(), z.record(z.string(), z.string()))
    .refine((rules) => JSON.stringify(rules).length <= css, 'checks.too_many_styles')
    .superRefine(judged(cssProblem)),
  custom_lang_urls: languageUrls,
  custom_lang_json: z.record(language, customTexts).superRefine(judged(textsProblem)),
  custom_js_urls: fileList,
  custom_js_content: z
    .string()
    .max(js)
    .refine((code) => !/<\/script|<!--/i.test(code), 'checks.script_end'),
  contact: z.array(supportContact).max(10),
  reauthorize_text: text(600),
  reauthorize_deadline: date.nullable(),
});
export type SiteConfig = z.infer<typeof siteConfig>;

/** Whether a domain's branding runs scripts, which can read the token of whoever is logged in there (P57). */
export const runsScripts = (config: Pick<SiteConfig, 'custom_js_urls' | 'custom_js_content'>): boolean =>
  config.custom_js_urls.length > 0 || config.custom_js_content.trim() !== '';

/** The configuration of a domain that nobody has set up. */
export const emptySiteConfig: SiteConfig = {
  site_title: '',
  site_desc: '',
  meta_url: '',
  terms_url: '',
  privacy_url: '',
  meta_icon: '',
  sidebar_logo: '',
  display_referral: false,
  custom_css_urls: [],
  custom_css_json: {},
  custom_lang_urls: [],
  custom_lang_json: {},
  custom_js_urls: [],
  custom_js_content: '',
  contact: [],
  reauthorize_text: '',
  reauthorize_deadline: null,
};

/** What browsers get and keep under `config` (spec §3): the configuration and whose it is. */
const publicSite = siteConfig.extend({
  domain: z.string(),
  brand_name: z.string(),
  /** Changes with any of it: a kept copy of another revision is replaced. */
  revision: z.string(),
});
export type PublicSite = z.infer<typeof publicSite>;

const hostname = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;
const domain = z
  .string()
  .transform((value) => siteDomain(value))
  .pipe(z.string().regex(hostname, 'checks.domain'));
const brandName = line(60).min(1);
const siteAnswer = z.object({
  id,
  domain: z.string(),
  brand_name: z.string(),
  config: siteConfig,
  /** Whether staff may log in here although the domain's scripts could read their tokens. */
  staff_login: z.boolean(),
  version: z.int(),
  updated_at: time,
  updated_by: z.string().nullable(),
});
const admin = { kind: 'staff', roles: ['admin'] } as const;

export const branding = endpoints({
  site: {
    method: 'GET',
    path: '/api/config/site',
    access: { kind: 'public' },
    summary: 'Retrieve the name, look, and texts of this domain.',
    answer: publicSite,
  },
  texts: {
    method: 'GET',
    path: '/api/config/texts/{language}',
    seconds: callTimes.outside,
    access: { kind: 'public' },
    summary: 'Retrieve the texts of a custom language of this domain; empty while its address doesn’t respond.',
    params: z.object({ language }),
    answer: z.record(z.string(), z.string()),
  },
  list: {
    method: 'GET',
    path: '/api/staff/sites',
    access: admin,
    summary: 'List the portal’s domains with who changed each last.',
    query: listQuery,
    answer: z.array(siteAnswer.omit({ config: true, staff_login: true }).extend({ site_title: z.string() })),
    meta: listMeta,
  },
  create: {
    method: 'POST',
    path: '/api/staff/sites',
    access: admin,
    summary: 'Add a domain with an empty configuration.',
    body: z.object({ domain, brand_name: brandName }),
    answer: siteAnswer,
  },
  get: {
    method: 'GET',
    path: '/api/staff/sites/{id}',
    access: admin,
    summary: 'Retrieve a domain with its whole configuration.',
    params: idParams,
    answer: siteAnswer,
  },
  update: {
    method: 'PUT',
    path: '/api/staff/sites/{id}',
    access: admin,
    summary: 'Update the name, look, and texts of a domain; applies to pages opened from then on.',
    params: idParams,
    body: z.object({
      version: z.int(),
      domain,
      brand_name: brandName,
      config: siteConfig,
      staff_login: z.boolean().default(false),
    }),
    answer: siteAnswer,
  },
  changes: {
    method: 'GET',
    path: '/api/staff/sites/{id}/changes',
    access: admin,
    summary: 'List the changes of a domain: who changed which fields, and when.',
    params: idParams,
    /** Newest first, the last hundred. */
    answer: z.array(z.object({ id, at: time, by: z.string().nullable(), fields: z.array(z.string()) })),
  },
});
