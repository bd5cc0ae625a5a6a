import type { ContactType } from '#contract/contact-rules.ts';

/** What is typed into the bind dialog. */
export type BindForm = {
  type_of: ContactType | null;
  alias: string;
  url: string;
  phone_country: string;
  phone_country_code: string;
  market_note: string;
};
