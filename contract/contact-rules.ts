/** Platforms of the bind dialog (spec §2). */
export const contactTypes = ['whatsapp', 'whatsapp_group', 'discord', 'discord_group', 'slack', 'other'] as const;
export type ContactType = (typeof contactTypes)[number];

/** Longest texts of the bind dialog. */
export const bindLimits = { url: 300, alias: 60, market_note: 200 } as const;

export type BindInput = {
  type_of?: string | undefined;
  alias?: string | undefined;
  url?: string | undefined;
  phone_country?: string | undefined;
  phone_country_code?: string | undefined;
  market_note?: string | undefined;
};

export type BindProblem = {
  field: 'url' | 'type_of' | 'alias' | 'phone_country_code';
  /** Which text of the specification says it. */
  text: 'bindContact' | 'bindPlatform' | 'bindAlias' | 'bindCountry';
  code: 'empty' | 'platform' | 'alias' | 'country';
};

const missing = (text: string | undefined) => text === undefined || text.trim() === '';

/** The bind rules of spec §5, in their order: the first that is broken, said at its field. */
export function findBindProblem(input: BindInput): BindProblem | undefined {
  const { type_of, url } = input;
  if (missing(url) && missing(input.market_note)) return { field: 'url', text: 'bindContact', code: 'empty' };
  if (!missing(url) && !contactTypes.some((type) => type === type_of))
    return { field: 'type_of', text: 'bindPlatform', code: 'platform' };
  if (type_of === 'other' && missing(input.alias)) return { field: 'alias', text: 'bindAlias', code: 'alias' };
  if (type_of === 'whatsapp' && !missing(url) && (missing(input.phone_country) || missing(input.phone_country_code)))
    return { field: 'phone_country_code', text: 'bindCountry', code: 'country' };
  return undefined;
}
