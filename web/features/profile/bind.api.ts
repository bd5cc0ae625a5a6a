import type { ContactType } from '#contract/contact-rules.ts';
import { bindSnoozeHours } from '#contract/constants.ts';
import { api } from '#web/api/client.ts';
import { keepBindSnooze } from '#web/lib/bind-snooze.ts';

/** What is typed into the bind dialog. */
export type BindForm = {
  type_of: ContactType | null;
  alias: string;
  url: string;
  phone_country: string;
  phone_country_code: string;
  market_note: string;
};

/** Sends the form, then holds the next prompt back for a day (spec §4). Throws the refusal. */
export async function bindContact({ market_note, ...form }: BindForm): Promise<void> {
  const whatsapp = form.type_of === 'whatsapp';
  const link = {
    type_of: form.type_of ?? '',
    alias: form.type_of === 'other' ? form.alias : '',
    url: form.url,
    phone_country: whatsapp ? form.phone_country : '',
    phone_country_code: whatsapp ? form.phone_country_code : '',
  };
  await api.profile.bind({
    body: { from_popup: true, market_note, ...(form.url.trim() !== '' && { quick_links: link }) },
  });
  keepBindSnooze(new Date(Date.now() + bindSnoozeHours * 3_600_000));
}
