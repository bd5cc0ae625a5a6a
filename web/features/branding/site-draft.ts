import type { SiteConfig } from '#contract/branding.ts';
import { type CssRules, cssProblem, type SiteProblem, textsProblem } from '#contract/branding-rules.ts';

/** A site while it is edited: the two JSON fields are text until they are saved. */
export type Draft = {
  domain: string;
  brand_name: string;
  staff_login: boolean;
  config: Omit<SiteConfig, 'custom_css_json' | 'custom_lang_json'> & {
    custom_css_json: string;
    custom_lang_json: string;
  };
};

const shown = (value: object) => (Object.keys(value).length === 0 ? '' : JSON.stringify(value, null, 2));

export function draftOf({
  domain,
  brand_name,
  staff_login,
  config,
}: {
  domain: string;
  brand_name: string;
  staff_login: boolean;
  config: SiteConfig;
}): Draft {
  return {
    domain,
    brand_name,
    staff_login,
    config: {
      ...config,
      custom_css_json: shown(config.custom_css_json),
      custom_lang_json: shown(config.custom_lang_json),
    },
  };
}

type Json = Record<string, unknown>;

/** The object that a text holds; undefined when it is none. An empty text is an empty object. */
export function readObject(text: string): Json | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function isRules(value: Json): value is CssRules {
  return Object.values(value).every(
    (rule) => typeof rule === 'object' && rule !== null && Object.values(rule).every((one) => typeof one === 'string'),
  );
}

/** Styles of a draft, those that can be read. */
export function rulesOf(draft: Draft): CssRules {
  const rules = readObject(draft.config.custom_css_json);
  return rules !== undefined && isRules(rules) ? rules : {};
}

/** Sentences by field for what the server would refuse in the two JSON fields. */
export function jsonProblems(
  draft: Draft,
  notJson: string,
  sentenceOf: (problem: SiteProblem) => string,
): Record<string, string> {
  const sentence = (problem: SiteProblem | undefined) => problem && sentenceOf(problem);
  const css = readObject(draft.config.custom_css_json);
  const texts = readObject(draft.config.custom_lang_json);
  const problems: Record<string, string | undefined> = {
    'config.custom_css_json': css === undefined || !isRules(css) ? notJson : sentence(cssProblem(css)),
    'config.custom_lang_json': texts === undefined ? notJson : sentence(textsProblem(texts)),
  };
  return Object.fromEntries(
    Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** The configuration of a draft without problems; rows that were left empty are dropped. */
export function configOf(draft: Draft): SiteConfig {
  const { config } = draft;
  const filled = (list: readonly string[]) => list.map((one) => one.trim()).filter((one) => one !== '');
  const texts = readObject(config.custom_lang_json) as SiteConfig['custom_lang_json'] | undefined; // judged by jsonProblems
  return {
    ...config,
    custom_css_urls: filled(config.custom_css_urls),
    custom_js_urls: filled(config.custom_js_urls),
    custom_lang_urls: config.custom_lang_urls.filter((row) => row.language + row.name + row.url !== ''),
    contact: config.contact.filter((row) => row.type_of + row.label + row.url !== ''),
    custom_css_json: rulesOf(draft),
    custom_lang_json: texts ?? {},
    reauthorize_deadline: config.reauthorize_deadline === '' ? null : config.reauthorize_deadline,
  };
}
